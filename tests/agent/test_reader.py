import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.agent import reader
from harness.agent.reader import Locator
from harness.core.geometry import Box
from harness.core.safe import SafeElement, SafeFrame

MARIA, LOPEZ, OLSEN = "PERSON_NAME#ab12c", "PERSON_NAME#zz9xy", "PERSON_NAME#q0q0q"


def frame(*rows, notes=()):
    """A screen with one row of (label, flags or id) after the other."""
    elements = []
    for number, row in enumerate(rows, start=1):
        label, *rest = row if isinstance(row, tuple) else (row,)
        flags = frozenset(rest[0].split()) if rest else frozenset()
        identity = rest[1] if len(rest) > 1 else ""
        box = Box(0, 100 * number, 1080, 100 * number + 100)
        elements.append(SafeElement(number, "TextView", label, "", "", identity, box, flags))
    return SafeFrame(tuple(elements), None, None, (1080, 2400), notes=tuple(notes))


def index(screen, *args, **kwargs):
    element = reader.find(screen, Locator(*args, **kwargs))
    return element.index if element else None


@pytest.mark.parametrize(
    ("rows", "label", "found"),
    [
        (["Call history", "Call"], "call", 2),
        (["Call history", "Recall"], "Call", 1),
        (["Recall"], "Call", None),
        (["Maria said hello", "Maria Lopez", "Mariana"], "Maria", 2),
        ([("Maria", "editable"), "Maria Lopez", ("Maria", "clickable")], "Maria", 3),
        ([f"{MARIA}_2", MARIA], MARIA, 2),
        ([f"Message for {MARIA}", "Lopez"], f"{MARIA} Lopez", 1),
        (["[PERSON_NAME]", "[PERSON_NAME]"], "[PERSON_NAME]", 1),
        ([MARIA], "Maria", None),
        (["Maria Lopez"], MARIA, None),
    ],
)
def test_a_label_is_found_exactly_then_as_a_part(rows, label, found):
    assert index(frame(*rows), label) == found


def test_a_part_of_a_name_is_found_by_the_link_that_the_notes_give():
    rows = ["Search", OLSEN, f"Photo of {LOPEZ}", LOPEZ]
    assert index(frame(*rows, notes=[f"{MARIA} may be {LOPEZ}"]), MARIA) == 4
    assert index(frame(*rows, notes=[f"{MARIA} may be {OLSEN} or {LOPEZ}"]), MARIA) == 2
    assert index(frame(*rows[:3], notes=[f"{MARIA} may be {LOPEZ}."]), MARIA) == 3
    assert index(frame(*rows, notes=[f"{LOPEZ} may be {MARIA}"]), MARIA) == 4
    assert index(frame(*rows), MARIA) is None


def test_an_exact_token_beats_a_link():
    screen = frame(LOPEZ, MARIA, notes=[f"{MARIA} may be {LOPEZ}"])
    assert index(screen, MARIA) == 2


def test_an_element_is_found_by_id_and_by_its_row():
    screen = frame(("Savings", "", "name"), ("$5.00", "", "sum"), ("Pension", "", "name"),
                   ("$7.00", "", "sum"))  # fmt: skip
    assert index(screen, id="sum") == 2
    assert index(screen, id="sum", near="Pension") in (2, 4)
    assert index(screen, label="$7.00", near="Pension") == 4
    assert index(screen, id="sum", near="Checking") is None
    assert index(screen, role="Button") is None


def test_an_element_is_found_after_another_one():
    screen = frame("Show", "Debit", "Show", "Credit", "Show")
    assert index(screen, label="Show", after="Debit") == 3
    assert index(screen, label="Show", after="Credit") == 5
    assert index(screen, label="Show", after="Gift") is None
    assert index(screen, label="Debit", after="Credit") is None


@pytest.mark.parametrize(
    "note", ["", "may be", "nonsense", "Maria may be Maria Lopez", f"{MARIA} might be {LOPEZ}"]
)
def test_other_notes_link_nothing(note):
    assert reader.links([note]) == {}


def test_links_go_both_ways():
    found = reader.links([f"{MARIA} may be {LOPEZ} or {OLSEN}"])
    assert found == {MARIA: (LOPEZ, OLSEN), LOPEZ: (MARIA,), OLSEN: (MARIA,)}


def test_tokens_of_every_scheme_are_seen_and_lookalikes_are_not():
    text = f"Tell {MARIA}_2, PERSON_NAME_10 and [EMAIL]: JIRA#12345 PERSON_NAME#AB12C XEMAIL_1"
    assert reader.tokens(text) == (f"{MARIA}_2", "PERSON_NAME_10", "[EMAIL]")


PATTERN = 'Send {contact.first} the message "{body}" and star {contact.first}.'


@pytest.mark.parametrize(
    ("instruction", "first", "body"),
    [
        ('Send Maria the message "See you at 5" and star Maria.', "Maria", "See you at 5"),
        (f'Send {MARIA} the message "Hi" and star {MARIA}.', MARIA, "Hi"),
        (f"Send {MARIA} the message MESSAGE_CONTENT#00000 and star {MARIA}", MARIA,
         "MESSAGE_CONTENT#00000"),
        ('send [PERSON_NAME] the  message "[MESSAGE_CONTENT]" and star [PERSON_NAME].',
         "[PERSON_NAME]", "[MESSAGE_CONTENT]"),
        (f'Send {MARIA} Lopez the message "Hi" and star {MARIA}.', f"{MARIA} Lopez", "Hi"),
        (f'Send {MARIA} the GROUP_NAME#11111 "Hi" and star Maria.', MARIA, "Hi"),
    ],
)  # fmt: skip
def test_slots_are_read_from_an_instruction_however_much_of_it_is_hidden(instruction, first, body):
    assert reader.parse(PATTERN, instruction) == {"contact.first": first, "body": body}


@pytest.mark.parametrize(
    "instruction", ["", "MESSAGE_CONTENT#abcde", "Send Maria the parcel", "Send  the message"]
)
def test_another_instruction_is_not_parsed(instruction):
    assert reader.parse(PATTERN, instruction) is None


_WORD = st.text("abcdefghijklmnopqrstuvwxyzäß李", min_size=1, max_size=8)
_TOKEN = st.from_regex(r"(PERSON_NAME|PHONE_NUMBER)#[0-9a-z]{5}", fullmatch=True)
_VALUE = st.one_of(_TOKEN, st.lists(_WORD, min_size=1, max_size=3).map(" ".join))


@given(_VALUE, _TOKEN, _VALUE)
def test_whatever_fills_the_slots_is_read_back(name, number, title):
    pattern = "Save {name} with the number {number} at {title}."
    said = pattern.format(name=name, number=number, title=title)
    seen = reader.parse(pattern, said)
    assert seen is not None
    again = pattern.format(**seen)
    assert again == said
    if " with the number " not in f" {name} " and " at " not in f" {number} {title} ":
        assert seen == {"name": name, "number": number, "title": title}


@given(st.text(max_size=80), st.text(max_size=80))
def test_reading_never_crashes(note, label):
    screen = frame(label, "Maria", notes=[note])
    reader.find(screen, Locator(label))
    reader.parse(PATTERN, label)
    reader.work_out("compare", (note, label))
    assert reader.signature(screen) == reader.signature(screen)


def test_a_value_is_read_by_its_pattern_or_as_a_whole():
    code, hidden = frame("Your code is 4821. Bye", "MESSAGE_CONTENT#abcde").elements
    assert reader.read(code, r"code is (\w+)") == "4821"
    assert reader.read(hidden, r"code is (\w+)") == "MESSAGE_CONTENT#abcde"
    assert reader.read(code) == "Your code is 4821. Bye"


@pytest.mark.parametrize(
    ("first", "second", "order"),
    [
        ("$1,200.00", "$900", "greater"),
        ("$9.00", "$90.00", "less"),
        ("$9", "9.00", "equal"),
        ("ACCOUNT_BALANCE#12345", "$9", None),
        ("[ACCOUNT_BALANCE]", "[ACCOUNT_BALANCE]", None),
    ],
)
def test_only_what_can_be_read_is_compared(first, second, order):
    assert reader.work_out("compare", (first, second)) == order


@pytest.mark.parametrize(
    ("op", "operands", "answer"),
    [
        ("before", ("March 14, 1987", "14. März 1988"), "yes"),
        ("after", ("9:30 AM", "1:15 PM"), "no"),
        ("max", ("4 de mayo de 1979", "1 de enero de 1990"), "1 de enero de 1990"),
        ("sort", ("$9", "$1", "$5"), "$1, $5, $9"),
        ("count", ("<January 1, 1980", "May 4, 1979", "May 4, 1990"), "1"),
        ("count", ("Maria Lopez", "Photo of Maria Lopez", "Maria Lopes"), "1"),
        ("count", ("PERSON_NAME#0aaaa", "PERSON_NAME#0aaaa", "PERSON_NAME#0bbbb"), "1"),
        ("equal", ("PERSON_NAME_1", "PERSON_NAME_1"), "yes"),
        ("contains", ("Lunch on Tuesday", "lunch"), "yes"),
        ("sum_over", ("$5", "$6", "$10"), "yes"),
        ("compare", ("apples", "pears"), None),
        ("count", ("[PERSON_NAME]", "[PERSON_NAME]"), None),
        ("before", ("DATE_OF_BIRTH#0aaaa", "DATE_OF_BIRTH#0bbbb"), None),
        ("before", ("DATE_OF_BIRTH#0aaaa", "May 4, 1990"), None),
    ],
)
def test_what_can_be_seen_is_worked_out_like_the_gatekeeper_does(op, operands, answer):
    assert reader.work_out(op, operands) == answer
