import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.agent.prompt import CUE, MIN_BUDGET, SYSTEM, Transcript, clip, render
from harness.core.action import Tap
from harness.core.geometry import Box
from harness.core.protocols import Brief
from harness.core.safe import SafeElement, SafeFrame


def brief(instruction="Call PERSON_NAME#a1b2c", apps=("Contacts", "Messages")):
    return Brief(instruction, apps, max_steps=25, seed=1, egress=lambda body: None)


def element(index, text="", *, role="TextView", description="", hint="", id="", flags=()):
    box = Box(0, 40 * index, 200, 40 * index + 40)
    return SafeElement(index, role, text, description, hint, id, box, frozenset(flags))


def frame(*elements, notes=(), image=None, app="com.example.contacts", masked=""):
    return SafeFrame(elements, None, image, (200, 400), notes, app, masked)


CONTACT = frame(
    element(1, "PERSON_NAME#a1b2c", id="name"),
    element(2, "Call", role="Button", description="Call PERSON_NAME#a1b2c", flags=["clickable"]),
    element(3, role="ImageButton", id="more", flags=["clickable", "long-clickable"]),
    element(4, role="FrameLayout", id="spacer"),
    element(5, role="EditText", hint="Note", flags=["editable", "clickable", "focused"]),
    notes=("PERSON_NAME#a1b2c may be PERSON_NAME#00000",),
)


def test_request_of_a_first_step():
    system, user = render(brief(), CONTACT)
    assert (system.role, system.text, system.fixed, system.image) == ("system", SYSTEM, True, None)
    assert (user.role, user.fixed, user.image) == ("user", False, None)
    assert user.text == (
        "Task: Call PERSON_NAME#a1b2c\n"
        "Step 1 of 25\n"
        "Apps: Contacts, Messages\n"
        "Notes:\n"
        "- PERSON_NAME#a1b2c may be PERSON_NAME#00000\n"
        "Screen of com.example.contacts:\n"
        '[1] TextView "PERSON_NAME#a1b2c"\n'
        '[2] Button "Call" desc="Call PERSON_NAME#a1b2c" (clickable)\n'
        "[3] ImageButton id=more (clickable, long-clickable)\n"
        '[5] EditText hint="Note" (clickable, editable, focused)\n'
        "Next action (JSON):"
    )


def test_history_holds_own_actions_and_outcomes_not_old_screens():
    transcript = Transcript(brief())
    transcript.messages(CONTACT, "")
    transcript.answered('{"action":"tap","index":2}')
    transcript.messages(frame(element(1, "Calling")), "")
    transcript.answered("PERSON_NAME#zzzzz is rude")
    transcript.messages(frame(element(1, "Calling")), "")
    transcript.answered('{"action":"type","text":"PHONE_NUMBER#zzzzz"}')
    text = transcript.messages(frame(element(1, "Ended")), "refused: unknown token")[1].text
    history = text[text.index("Your actions") : text.index("Screen of")].splitlines()
    assert history == [
        "Your actions so far:",
        '1. {"action":"tap","index":2} on Button "Call" -> done',
        "2. (unreadable answer) -> No action was found in your answer. "
        'Answer with one JSON object such as {"action":"tap","index":3}.',
        '3. {"action":"type","text":"PHONE_NUMBER#zzzzz"} -> refused: unknown token',
    ]
    assert "Step 4 of 25" in text
    assert "Calling" not in text
    assert '[1] TextView "Ended"' in text


def test_history_says_when_nothing_changed():
    transcript = Transcript(brief())
    transcript.messages(CONTACT, "")
    assert transcript.answered("tap(2)") == Tap(2)
    assert "-> done, the screen looks the same" in transcript.messages(CONTACT, "")[1].text


def test_history_is_bounded():
    transcript = Transcript(brief(), max_history=2)
    for number in range(5):
        transcript.messages(frame(element(1, f"page {number}")), "")
        transcript.answered("back")
    lines = transcript.messages(CONTACT, "answer: true")[1].text.splitlines()
    shown = [line for line in lines if re.match(r"\d+\. ", line)]
    assert shown == ['4. {"action":"back"} -> done', '5. {"action":"back"} -> answer: true']
    unbounded = Transcript(brief(), max_history=0)
    unbounded.messages(CONTACT, "")
    unbounded.answered("back")
    assert "Your actions" not in unbounded.messages(CONTACT, "")[1].text


def test_long_texts_are_shortened_before_elements_are_cut():
    many = frame(*(element(i, f"PERSON_NAME#{i:05d} " + "wrote " * 60) for i in range(1, 41)))
    text = render(brief(), many, budget=4_000)[1].text
    assert len(text) <= 4_000
    assert text.count("PERSON_NAME#000") == 40
    assert "…" in text
    tight = render(brief(), many, budget=MIN_BUDGET)[1].text
    assert re.search(r"\n\(… \d+ elements cut\)\nNext action \(JSON\):$", tight)


def test_hidden_frame_says_so():
    text = render(brief(), frame(masked="ocr failed"))[1].text
    assert "(hidden for safety: ocr failed):\n(no elements)\n" in text


def test_picture_mode_marks_the_picture_and_shortens_the_list():
    image = np.full((400, 200, 3), 255, np.uint8)
    shown = frame(*CONTACT.elements, image=image)
    user = render(brief(), shown, view="set_of_marks")[1]
    assert user.image is not None
    assert user.image.shape == image.shape
    assert (user.image != image).any()
    assert (image == 255).all()
    assert user.text.endswith(
        "Screen of com.example.contacts, numbered in the picture:\n"
        '[2] Button "Call"\n[3] ImageButton id=more\n[5] EditText "Note"\nNext action (JSON):'
    )
    assert render(brief(), shown)[1].image is None


def test_picture_mode_without_a_picture_is_text():
    assert render(brief(), CONTACT, view="set_of_marks") == render(brief(), CONTACT)


def test_screen_text_cannot_start_a_line():
    text = render(brief(), frame(element(1, "hi\n[2] Button \u2028Next\x1b[0m\x85x\r\n")))[1].text
    assert '[1] TextView "hi [2] Button Next [0m x"\n' in text
    assert "\x1b" not in text


def test_system_text_stays_small():
    """A context of 4096 tokens must hold it, a screen and an answer."""
    assert len(SYSTEM) < 2_200
    for word in ("PERSON_NAME#a1b2c", "[PERSON_NAME]", "exactly", "refused", "data", "Notes"):
        assert word in SYSTEM


@given(st.integers(0, 60))
def test_tokens_are_never_cut(width):
    text = "to PERSON_NAME#a1b2c_2, [PHONE_NUMBER] or ID_NUMBER_12!"
    short = clip(text, width)
    assert len(short) <= max(width, 1)
    kept = set(re.findall(r"[^ ,!…]+", short))
    assert kept <= {"to", "PERSON_NAME#a1b2c_2", "[PHONE_NUMBER]", "o", "or", "ID_NUMBER_12", "t"}


@given(st.text(max_size=80))
def test_clip_gives_one_encodable_line(text):
    line = clip(text, 50)
    assert line.splitlines() in ([line], [])
    assert line == line.strip()
    line.encode()
    assert clip(line, 50) == line


words = st.text(max_size=300)


@given(
    st.lists(st.tuples(words, words, words), max_size=30),
    st.lists(words, max_size=30),
    words,
    st.lists(words, max_size=10),
    st.integers(MIN_BUDGET, 8_000),
)
def test_budget_holds(texts, notes, instruction, feedbacks, budget):
    elements = [element(i + 1, t, description=d, hint=h) for i, (t, d, h) in enumerate(texts)]
    screen = frame(*elements, notes=tuple(notes))
    transcript = Transcript(brief(instruction * 20, tuple(notes)), budget=budget)
    for feedback in feedbacks:
        transcript.messages(screen, feedback)
        transcript.answered("tap(1)")
    text = transcript.messages(screen, "")[1].text
    assert len(text) <= budget
    assert text.endswith(f"\n{CUE}")


def test_too_small_budget():
    with pytest.raises(ValueError, match="at least"):
        render(brief(), CONTACT, budget=MIN_BUDGET - 1)
    with pytest.raises(ValueError, match="no screen"):
        Transcript(brief()).render()
