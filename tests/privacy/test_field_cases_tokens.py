"""The way of a placeholder: from the screen to the agent, damaged or not, and back."""

import json
import logging
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observed import KEY, looked, opened, quoted, texts, variant
from properties import examples

from harness.agent.parsing import parse_action
from harness.core.action import AskLocal, Finish, InputText, Launch, OpenApp, Type
from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.errors import EgressError
from harness.privacy.placeholder import HmacScheme, Sha256Scheme, Subject

PHONE, NAME, MAIL = "+1 202-555-0142", "Dana Reyes", "dana.reyes@example.com"


@pytest.fixture
def contact():
    """(session, frame, token of PHONE, of NAME, of MAIL)"""
    session = opened()
    frame = looked(session, quoted(PHONE, NAME, MAIL))
    return session, frame, *texts(frame)


def typed(session, frame, text):
    done = session.resolve(Type(text), frame)
    assert done.status == "perform"
    return done.command.text


# ---------------------------------------------------------------- what models make of a token


@pytest.mark.parametrize(
    ("written", "around"),
    [
        ("Phone_Number #{T}", "{}"),
        ("PHONE NUMBER#{t}.", "{}."),
        ("phone number #{t}", "{}"),
        ("“PHONE_NUMBER#{t}”", "“{}”"),
        ("'Phone Number#{T}', please", "'{}', please"),
        ("`PHONE_NUMBER#{t}`", "`{}`"),
        ("**PHONE\\_NUMBER\\#{t}**", "**{}**"),
        ("tel:PHONE_NUMBER%23{t}&x=1", "tel:{}&x=1"),
        ("PHONE_NUMBER&#35;{t}!", "{}!"),
        ("PHONE_NUMBER＃{t}", "{}"),
    ],
)
def test_a_token_written_differently_is_replaced_whole(contact, written, around):
    session, frame, phone, *_ = contact
    tail = phone.partition("#")[2]
    text = written.format(t=tail, T=tail.upper())
    assert typed(session, frame, text) == around.format(PHONE)
    told = session.resolve(Finish(text), frame)
    assert told.user_message == around.format(PHONE)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    "text", ["PHONE_NUMBER#zzzzz", "call PHONE_NUMBER#zzzzz now", "PERSON_NAME#zzzzz_2"]
)
def test_an_invented_token_is_typed_only_where_that_is_asked_for(text, strict):
    session = opened("Go on", f"pipeline.strict={strict}")
    frame = looked(session, quoted(NAME))
    done = session.resolve(Type(text), frame)
    if strict:
        assert (done.status, done.command) == ("refused", None)
        assert re.search(r"\w+#zzzzz(_2)? is not a known placeholder", done.feedback)
    else:
        assert done.command == InputText(text)


def test_a_misspelled_token_is_refused_beside_a_right_one(contact):
    session, frame, phone, name, _ = contact
    wrong = phone[:-1] + ("a" if phone[-1] != "a" else "b")
    done = session.resolve(Type(f"{name}: {wrong}"), frame)
    assert (done.status, done.command) == ("refused", None)
    assert wrong in done.feedback
    assert NAME not in done.feedback


# ---------------------------------------------------------------- every argument of an action


def call(name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return json.dumps({"tool_calls": [{"id": "1", "type": "function", "function": function}]})


def test_tokens_in_the_arguments_of_a_tool_call_are_resolved(contact):
    session, frame, phone, name, mail = contact
    escaped = mail.replace("_", "\\u005f").replace("#", "\\u0023")
    outputs = {
        call("type", text=f'{{"to": "{mail}", "tel": "{phone}"}}'): InputText(
            f'{{"to": "{MAIL}", "tel": "{PHONE}"}}'
        ),
        f'{{"action": "type", "text": "{escaped}"}}': InputText(MAIL),
        call("open_app", app=name): Launch(NAME),
    }
    for output, command in outputs.items():
        done = session.resolve(parse_action(output), frame)
        assert done.command == command
        assert NAME not in repr(done)
        assert MAIL not in repr(done)
    told = session.resolve(parse_action(call("finish", message=f"{name} has {phone}")), frame)
    assert told.user_message == f"{NAME} has {PHONE}"
    same = session.resolve(AskLocal("equal", (phone, phone)), frame)
    assert PHONE not in same.feedback


def test_an_app_with_an_invented_name_is_not_opened(contact):
    session, frame, *_ = contact
    done = session.resolve(OpenApp("PERSON_NAME#zzzzz"), frame)
    assert (done.status, done.command) == ("refused", None)
    assert "nothing was opened" in done.feedback


# ---------------------------------------------------------------- one table per episode


@pytest.mark.parametrize("scheme", ["hmac", "sha256", "random", "counter"])
def test_nothing_of_one_episode_is_known_in_the_next(scheme):
    first = opened("Go on", f"pipeline/placeholder={scheme}")
    (token,) = texts(looked(first, quoted(NAME)))
    second = variant("shield", f"pipeline/placeholder={scheme}").open("Go", region="US", key=KEY)
    frame = looked(second, quoted("Settings"))
    assert second.resolve(Type(token), frame).status == "refused"
    assert second.resolve(Finish(token), frame).user_message == token
    second.check_egress(NAME)
    with pytest.raises(EgressError):
        first.check_egress(NAME)
    (other,) = texts(looked(second, quoted("Ann Lee")))
    assert typed(second, frame, other) == "Ann Lee"


# ---------------------------------------------------------------- tokens that come back


def test_what_shows_tokens_already_is_left_as_it_is(contact):
    session, frame, phone, name, mail = contact
    rows = [f"You: call {name} on {phone}", f"{name}, {mail}", f"Draft: {phone}{mail}"]
    assert texts(looked(session, quoted(*rows))) == rows
    assert texts(looked(session, quoted(*texts(frame)))) == [phone, name, mail]
    session.check_egress(json.dumps([{"role": "user", "content": row} for row in rows]))


PARTS = st.sampled_from(
    [PHONE, NAME, MAIL, "Ann Lee", "4111 1111 1111 1111", "PERSON", "NUMBER", "#", "_2", "Call",
     "PHONE_NUMBER#zzzzz", "[EMAIL]", "\n", ":"]
)  # fmt: skip


@pytest.mark.parametrize("scheme", ["hmac", "counter", "constant"])
@examples(25)
@given(st.lists(st.lists(PARTS, max_size=5).map(" ".join), min_size=1, max_size=3))
def test_a_history_of_several_turns_is_hidden_once(scheme, turns):
    session = opened(" ".join(turns), f"pipeline/placeholder={scheme}", name="rules")
    once = texts(looked(session, quoted(*turns)))
    assert texts(looked(session, quoted(*once))) == once
    session.check_egress("\n".join([session.instruction, *once]))


# ---------------------------------------------------------------- tokens that resemble each other


def test_a_number_is_not_read_inside_a_longer_one():
    session = opened("Go on", "pipeline/placeholder=counter")
    numbers = [f"202-555-01{i:02}" for i in range(11)]
    frame = looked(session, quoted(*numbers))
    tokens = texts(frame)
    assert tokens == [f"PHONE_NUMBER_{i}" for i in range(1, 12)]
    assert typed(session, frame, f"{tokens[9]},{tokens[0]},{tokens[10]}") == (
        f"{numbers[9]},{numbers[0]},{numbers[10]}"
    )


def test_two_values_of_one_digest_keep_two_tokens(caplog):
    session = opened("Go on", "pipeline/placeholder=sha256")
    with caplog.at_level(logging.WARNING):
        frame = looked(session, quoted("+15550000750", "+15550005513", "+15550000750"))
    one, two, again = texts(frame)
    assert (two, again) == (f"{one}_2", one)
    assert typed(session, frame, f"{two} {one}") == "+15550005513 +15550000750"
    assert "collision" in caplog.text
    assert "5550005513" not in caplog.text


def test_without_the_key_a_number_is_not_found_by_trying_all():
    """Whoever knows the first digits has ten thousand numbers left."""
    guesses = {canonical(f"+1202555{n:04}", EntityType.PHONE_NUMBER) for n in range(10_000)}

    def recovered(scheme, maker, key):
        session = opened("Go on", f"pipeline/placeholder={scheme}")
        (token,) = texts(looked(session, quoted(PHONE)))
        subjects = (Subject(g, g, EntityType.PHONE_NUMBER) for g in guesses)
        return {s.surface for s in subjects if next(maker.candidates(s, key, 1)) == token}

    assert canonical(PHONE, EntityType.PHONE_NUMBER) in recovered("sha256", Sha256Scheme(), b"")
    assert canonical(PHONE, EntityType.PHONE_NUMBER) in recovered("hmac", HmacScheme(), KEY)
    assert canonical(PHONE, EntityType.PHONE_NUMBER) not in recovered("hmac", HmacScheme(), b"?")
    assert canonical(PHONE, EntityType.PHONE_NUMBER) not in recovered("hmac", Sha256Scheme(), b"")


def test_a_name_of_two_words_has_one_token_and_comes_back_once(contact):
    session, frame, _, name, _ = contact
    (line,) = texts(looked(session, quoted(f"Message {NAME}, please")))
    assert line == f"Message {name}, please"
    assert typed(session, frame, f"Dear {name},") == f"Dear {NAME},"
