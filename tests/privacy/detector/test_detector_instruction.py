"""Whom an instruction names, without a model and without a screen."""

from __future__ import annotations

import pytest
from detector_pages import Page, found

from harness.privacy.detector.build import shield
from harness.privacy.screen import Screen

SHIELD = shield()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Call Maria Lopez.", {("PERSON_NAME", "Maria Lopez")}),
        ("What is Will's phone number?", {("PERSON_NAME", "Will")}),
        ("Maria has moved. Tell me the new address.", {("PERSON_NAME", "Maria")}),
        (
            "Change the number of O'Neil Reyes to 555-0142.",
            {("PERSON_NAME", "O'Neil Reyes"), ("PHONE_NUMBER", "555-0142")},
        ),
        (
            'Send José Álvarez the message "See you at five".',
            {("PERSON_NAME", "José Álvarez"), ("MESSAGE_CONTENT", "See you at five")},
        ),
        ("Позвони Олегу Панину", {("PERSON_NAME", "Олегу Панину")}),
        ("给王小明发消息", {("PERSON_NAME", "王小明")}),
        ("Turn on Wi-Fi in Settings.", set()),
        ("Open Messages and mark all as read", set()),
        ('Search for "Dark theme" in Settings', set()),
        ("Open the Bank app and tell me my balance", set()),
    ],
)
def test_names_in_an_instruction(text: str, expected: set[tuple[str, str]]) -> None:
    assert found(SHIELD.detect(Screen.of_text(text))) == expected


def test_a_placeholder_in_an_instruction_stays() -> None:
    text = "Call PERSON_NAME#dxe53 at PHONE_NUMBER#6yvrf"
    assert SHIELD.detect(Screen.of_text(text)) == []


def test_a_description_of_the_whole_row_repeats_its_values() -> None:
    page = Page("com.example.messaging")
    rows = page.list()
    said = [("Ann Lee", "To me", "11:42"), ("Bo Marr", "Ok then", "Mon"), ("Cy Voss", "Hm", "Tue")]
    for i, cells in enumerate(said):
        row = page.row(rows, i, *zip((200, 200, 880), (0, 1, 0), cells, strict=True))
        row.set("content-desc", ". ".join(cells))
    view = page.screen()
    for detection in SHIELD.detect(view):
        assert detection.type in ("PERSON_NAME", "MESSAGE_CONTENT")
    hidden = [
        view.fields[part.field].text[part.start : part.end]
        for detection in SHIELD.detect(view)
        for part in detection.parts
        if view.fields[part.field].attr == "content-desc"
    ]
    assert sorted(hidden) == sorted(value for row in said for value in row[:2])
