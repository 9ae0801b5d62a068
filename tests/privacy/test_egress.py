import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.entity import EntityType
from harness.errors import EgressError
from harness.privacy.egress import EgressGuard, NoEgress
from harness.privacy.placeholder import HmacScheme
from harness.privacy.vault import SessionVault

T = EntityType
quick = examples(25)


@pytest.fixture
def table():
    table = SessionVault(HmacScheme(), "US", b"k" * 32)
    table.register("Dana O'Neil", T.PERSON_NAME)
    table.register("555-867-5309", T.PHONE_NUMBER)
    table.register("1080", T.PASSWORD)
    table.register("Zoë", T.PERSON_NAME)
    table.register("Will", T.PERSON_NAME)
    return table


@pytest.fixture
def guard(table):
    return EgressGuard(table)


def chat(content):
    return {"model": "some-model-4821", "messages": [{"role": "user", "content": content}]}


@pytest.mark.parametrize(
    "text",
    [
        "call DANA O'NEIL",
        "call Dana O&apos;Neil",
        "call Dana O&#39;Neil",
        r"Inbox\nDana O\'Neil",
        r"Inbox\nZo\u00eb",
        "5 5 5 8 6 7 5 3 0 9",
        "+1 (555) 867-5309",
        '<node text="Zoë" bounds="[0,0][1080,99]"/>',
        "PIN 1080",
        '{"note": "Zoë"}',
    ],
)
def test_a_known_value_stops_the_body(guard, text):
    bodies = (
        text,
        json.dumps(chat(text)).encode(),
        json.dumps(chat(text), ensure_ascii=False).encode(),
        json.dumps(chat([{"type": "text", "text": text}])),
        json.dumps(chat(json.dumps({"text": text}))).encode(),
    )
    for body in bodies:
        with pytest.raises(EgressError, match="raw value"):
            guard.check(body)


def test_the_error_names_type_and_place_only(guard):
    body = {"messages": [{}, {"content": "x", "tool": [{"arguments": '{"to": "dana o\'neil"}'}]}]}
    with pytest.raises(EgressError) as error:
        guard.check(json.dumps(body).encode())
    assert "PERSON_NAME" in str(error.value)
    assert "messages[1].tool[0].arguments.to" in str(error.value)
    assert "neil" not in str(error.value)


def test_a_value_as_a_key_is_found_and_never_quoted(guard):
    for body in ({"Zoë": 1}, {"Zoë": {"a": "555-867-5309"}}, {"Zoë": "5558675309"}):
        with pytest.raises(EgressError) as error:
            guard.check(json.dumps(body))
        assert "Zo" not in str(error.value)


def test_what_may_leave(guard, table):
    token = table.register("Dana O'Neil", T.PERSON_NAME)
    noise = base64.b64encode(b"Zoe" * 999).decode()
    for text in (
        f"call {token}, will you?",
        "Will",
        "[0,0][1080,2400]",
        '<node text="OK" class="a.Zoë" bounds="[0,1080][1080,2400]" resource-id="x:id/1080"/>',
        f"data:image/png;base64,{noise}",
        "",
        "{broken json",
        "[3] Button",
    ):
        guard.check(text)
        guard.check(json.dumps(chat(text)).encode())
    guard.check(b"\xff\xfe\x00")
    guard.check("[" * 5000)


def test_the_raw_baseline_lets_everything_out():
    NoEgress().check("555-867-5309")


NAMES = st.from_regex(r"[A-ZÀ-Ö][a-zà-ö]{3,9} [A-Z][a-zß]{3,9}", fullmatch=True)
BODIES = st.recursive(
    st.text(max_size=9), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.text(max_size=5), inner, max_size=3), max_leaves=8,
)  # fmt: skip


@quick
@given(NAMES, BODIES, st.booleans())
def test_no_depth_hides_a_value(name, body, ascii_only):
    table = SessionVault(HmacScheme(), "US", b"k" * 32)
    table.register(name, T.PERSON_NAME)
    guard = EgressGuard(table)
    outer = json.dumps({"a": [body, f"to {name}!"], "b": body}, ensure_ascii=ascii_only)
    with pytest.raises(EgressError):
        guard.check(outer.encode())
