"""What counts as the typed text, and which field is read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from properties import examples

from harness.core.protocols import Effect
from harness.device.adb.readback import Field, focused_field, is_arriving, is_same, judge


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("+1 555-0142", "+1 555-0142"),
        ("+12125550142", "+1 212-555-0142"),
        ("2125550142", "(212) 555-0142"),
        ("212 555-0142", "(212) 555-0142"),
        ("4111111111111111", "4111 1111 1111 1111"),
        ("1227", "12/27"),
        ("GB82WEST12345698765432", "GB82 WEST 1234 5698 7654 32"),
        ("two\nlines", "two lines"),
        ("two words", "two\u00a0words"),
        ("555-0142", "\u202a555-0142\u202c"),
        ("Mu\u0308ller", "M\u00fcller"),
    ],
)
def test_same(asked: str, shown: str) -> None:
    assert is_same(asked, shown)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("1.2.3", "1\\.2\\.3"),
        ("a.b+c@example.com", "abc@example.com"),
        ("a.b@example.com", "a. b@example.com"),
        ("two words", "twowords"),
        ("10 12", "1012"),
        ("12.50", "1250"),
        ("1250", "12.50"),
        ("+15550142", "15550142"),
        ("50%safe", "50 afe"),
        ("dana", "Dana"),
        ("O'Neil", "O’Neil"),
        ("555-0142", "555-0124"),
        ("1", ""),
        ("AB 1", "A B1"),
    ],
)
def test_not_same(asked: str, shown: str) -> None:
    assert not is_same(asked, shown)


@examples(60)
@given(
    st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=2, max_size=30), st.data()
)
def test_a_lost_character_is_noticed(text: str, data: st.DataObject) -> None:
    lost = data.draw(st.integers(0, len(text) - 1))
    assert not is_same(text, text[:lost] + text[lost + 1 :])


@examples(60)
@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20))
def test_verified_only_if_the_text_ends_the_field(before: str, shown: str, text: str) -> None:
    verdict = judge(Field(before), Field(shown), text)
    if verdict is Effect.VERIFIED:
        assert is_same(text, shown) or is_same(before + text, shown)
        assert not is_arriving(Field(before), Field(shown), text) or text == ""


@pytest.mark.parametrize(
    ("before", "after", "text", "verdict"),
    [
        ("", "Dana", "Dana", Effect.VERIFIED),
        ("Dana ", "Dana Reyes", "Reyes", Effect.VERIFIED),
        ("old", "new", "new", Effect.VERIFIED),
        ("Dana Reyes", "Dana M. Reyes", "M. ", Effect.DIFFERS),
        ("", "Dan", "Dana", Effect.DIFFERS),
        ("", "Danaa", "Dana", Effect.DIFFERS),
        ("a", "a", "b", Effect.DIFFERS),
        ("a", "a", "a", Effect.TYPED),
        ("", "••••", "1234", Effect.TYPED),
        ("•", "•••4", "234", Effect.TYPED),
        ("", "**", "**", Effect.VERIFIED),
        ("", "*#06", "*#06#", Effect.DIFFERS),
    ],
)
def test_verdicts(before: str, after: str, text: str, verdict: Effect) -> None:
    assert judge(Field(before), Field(after), text) is verdict


def test_what_stood_there_may_be_unknown() -> None:
    assert judge(None, Field("Dana"), "Dana") is Effect.VERIFIED
    assert judge(None, Field("Hi Dana"), "Dana") is Effect.TYPED
    assert judge(None, Field("Hi Da"), "Dana") is Effect.DIFFERS
    assert judge(Field(""), None, "Dana") is Effect.TYPED


def test_a_password_is_not_compared_even_where_it_is_shown() -> None:
    assert judge(Field(""), Field("hunter-example", password=True), "hunter") is Effect.TYPED
    assert not is_arriving(Field(""), Field("hunter", password=True), "hunter-example")


def test_a_shown_hint_is_an_empty_field() -> None:
    hint = Field("Search", hint="Search")
    assert judge(hint, hint, "Dana") is Effect.DIFFERS
    assert judge(hint, hint, "Search") is Effect.TYPED
    assert judge(None, hint, "Search") is Effect.TYPED
    assert is_arriving(hint, hint, "Dana")


@pytest.mark.parametrize(
    "xml",
    [
        '<hierarchy><node class="android.widget.EditText" focused="true" text="Ana"/></hierarchy>',
        '<hierarchy><android.widget.EditText focused="true" text="Ana"/></hierarchy>',
        '<hierarchy><node class="android.widget.MultiAutoCompleteTextView" focused="true" '
        'text="Ana"/></hierarchy>',
        '<hierarchy><node class="android.view.View" focused="true" editable="true" text="Ana"/>'
        "</hierarchy>",
        '<hierarchy><node class="android.widget.ListView" focused="true" text="x">'
        '<node class="android.widget.EditText" focused="false" text="y"/>'
        '<node class="android.widget.EditText" focused="true" text="Ana"/></node></hierarchy>',
    ],
)
def test_the_focused_field_is_found(xml: str) -> None:
    found = focused_field(etree.fromstring(xml))
    assert found is not None
    assert found.text == "Ana"


def test_a_focused_row_is_no_field() -> None:
    xml = '<hierarchy><node class="android.view.View" focused="true" text="Ana"/></hierarchy>'
    assert focused_field(etree.fromstring(xml)) is None


def test_a_dump_may_say_that_the_hint_is_shown() -> None:
    xml = (
        '<hierarchy><android.widget.EditText focused="true" text="Correo" hint="" '
        'showing-hint="true"/></hierarchy>'
    )
    found = focused_field(etree.fromstring(xml))
    assert found is not None
    assert found.text == ""


def test_a_field_is_not_printed() -> None:
    assert "Ana" not in repr(Field("Ana", "hint"))
