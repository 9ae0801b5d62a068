import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.entity import EntityType
from harness.privacy.placeholder import ConstantScheme, HmacScheme, Sha256Scheme
from harness.privacy.screen import Detection, Part
from harness.privacy.vault import SessionVault
from harness.privacy.whitelist import anonymize_instruction

T = EntityType
quick = examples(25)


class Patterns:
    """A detector that finds what its patterns match."""

    name = "patterns"

    def __init__(self, **patterns):
        self._patterns = {EntityType(type): pattern for type, pattern in patterns.items()}

    def detect(self, screen):
        return [
            Detection((Part(i, *match.span()),), match[0], type, "rules")
            for i, field in enumerate(screen.fields)
            for type, pattern in self._patterns.items()
            for match in re.finditer(pattern, field.text)
        ]

    def identity(self):
        return {}


def vault(scheme=None):
    return SessionVault(scheme or Sha256Scheme(), "US", b"k" * 32)


def test_named_entities_are_hidden_and_known_from_then_on():
    table = vault()
    detector = Patterns(
        PERSON_NAME="John Smith", PHONE_NUMBER=r"\d{3}-\d{3}-\d{4}", PASSWORD="4821"
    )
    raw = "Text John Smith at 555-867-5309 my PIN 4821. JOHN SMITH waits."
    text, findings = anonymize_instruction(raw, detector, table)
    pin = table.register("4821", T.PASSWORD)
    assert (
        text
        == f"Text PERSON_NAME#dxe53 at PHONE_NUMBER#6yvrf my PIN {pin}. PERSON_NAME#dxe53 waits."
    )
    assert [(raw[f.start : f.end], f.type, f.source) for f in findings] == [
        ("John Smith", T.PERSON_NAME, "rules"),
        ("555-867-5309", T.PHONE_NUMBER, "rules"),
        ("4821", T.PASSWORD, "rules"),
        ("JOHN SMITH", T.PERSON_NAME, "known"),
    ]
    assert {(f.node, f.attr) for f in findings} == {(None, "instruction")}
    assert [k.placeholder for k in table.sweep("+1 (555) 867-5309")] == ["PHONE_NUMBER#6yvrf"]


def test_it_exempts_no_type():
    table = vault()
    anonymize_instruction("Call John Smith", Patterns(PERSON_NAME="John Smith"), table)
    text, _ = anonymize_instruction("and Ann Lee", Patterns(PERSON_NAME="Ann Lee"), table)
    assert "Ann" not in text


def test_the_longest_of_overlapping_values_is_shown_as_one():
    table = vault()
    detector = Patterns(PERSON_NAME="Dana Reyes|Dana(?! R)", MESSAGE_CONTENT="(?<=saying ).*")
    text, findings = anonymize_instruction("Tell Dana saying Dana Reyes is late", detector, table)
    dana = table.register("Dana", T.PERSON_NAME)
    message = table.register("Dana Reyes is late", T.MESSAGE_CONTENT)
    assert text == f"Tell {dana} saying {message}"
    assert len(findings) == 2


def test_of_half_overlapping_values_nothing_shows():
    detector = Patterns(PERSON_NAME="Dana Reyes", EMPLOYER_OR_SCHOOL="Reyes Institute")
    text, _ = anonymize_instruction("at Dana Reyes Institute now", detector, vault())
    assert not re.search("Dana|Reyes|Institute", text)
    assert text.startswith("at ")
    assert text.endswith(" now")


def test_a_word_that_is_also_a_name_is_hidden_only_where_it_is_one():
    detector = Patterns(PERSON_NAME="(?<=Ask )Will")
    text, _ = anonymize_instruction("Ask Will whether he will come", detector, vault())
    assert re.fullmatch(r"Ask PERSON_NAME#\w{5} whether he will come", text)


def test_it_is_remembered_however_many_screens_pass():
    table = SessionVault(HmacScheme(), "US", b"k" * 32, max_screens=1)
    anonymize_instruction("Call Ann Lee", Patterns(PERSON_NAME="Ann Lee"), table)
    for _ in range(5):
        table.tick_screen()
    assert table.sweep("Ann Lee")


def test_tokens_that_the_user_did_not_get_from_us_are_harmless():
    table = vault()
    text, _ = anonymize_instruction("Type PHONE_NUMBER#6yvrf", Patterns(), table)
    assert table.mentions(text) == []
    table.register("+15558675309", T.PHONE_NUMBER)
    assert table.lookup("PHONE_NUMBER#6yvrf") is None


NAMES = st.from_regex(r"[A-Z][a-z]{3,8} [A-Z][a-z]{3,8}", fullmatch=True)


@pytest.mark.parametrize("scheme", [HmacScheme(), ConstantScheme()], ids=lambda s: s.name)
@quick
@given(names=st.lists(NAMES, min_size=1, max_size=4), words=st.lists(st.text(max_size=8)))
def test_nothing_named_stays_and_a_second_pass_changes_nothing(scheme, names, words):
    table = vault(scheme)
    detector = Patterns(PERSON_NAME="|".join(names), MESSAGE_CONTENT="(?<=NAME).*")
    raw = " ".join(("Call", *names, *words, *names))
    once, findings = anonymize_instruction(raw, detector, table)
    assert not any(name in once for name in names)
    assert len(findings) >= len(names)
    again, more = anonymize_instruction(once, detector, table)
    assert again == once
    assert more == ()
