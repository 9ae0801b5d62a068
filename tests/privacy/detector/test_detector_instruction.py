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
        # Words that are names, months or countries elsewhere.
        ("Call Will and text Grace about May", {("PERSON_NAME", "Will"), ("PERSON_NAME", "Grace")}),
        ("Add May to my favorites in Contacts.", {("PERSON_NAME", "May")}),
        ("Call Jordan", {("PERSON_NAME", "Jordan")}),
        ("Is the meeting in May in Jordan?", set()),
        ("Set an alarm for May 5", set()),
        ("Send May a message", {("PERSON_NAME", "May")}),
        ("Put a star on Mark in my contact list.", {("PERSON_NAME", "Mark")}),
        ("Share the album Chidi Trelawney", {("PERSON_NAME", "Chidi Trelawney")}),
        ("Put a star on 景行 in my contact list.", {("PERSON_NAME", "景行")}),
        # What somebody takes or can't bear.
        ("Add Birch pollen to my allergies.", {("HEALTH_INFO", "Birch pollen")}),
        (
            "My dose of Zocor is 10 mg now.",
            {("HEALTH_INFO", "Zocor"), ("HEALTH_INFO", "10 mg")},
        ),
        ("Look up my allergies in Health.", set()),
        ("Take the first item off the medication list", set()),
        # Typed as people type.
        ("call maria lopez", {("PERSON_NAME", "maria lopez")}),
        ("CALL MARIA LOPEZ", {("PERSON_NAME", "MARIA LOPEZ")}),
        ("Text my wife Anna-Lena Müller", {("PERSON_NAME", "Anna-Lena Müller")}),
        ("Call Dr. Grace Park", {("PERSON_NAME", "Grace Park")}),
        ("call back, then text me", set()),
        # In quotes that are no message.
        (
            'Rename this phone to "Work phone of Colm Verhoeven".',
            {("PERSON_NAME", "Colm Verhoeven")},
        ),
        ('Find "Maria Lopez" in Contacts', {("PERSON_NAME", "Maria Lopez")}),
        # Groups and other titles.
        ("Archive my group Lake house trip.", {("GROUP_NAME", "Lake house trip")}),
        ("Open the Book club group", {("GROUP_NAME", "Book club")}),
        ("What is the balance of Travel fund?", set()),
        ("Tell me the code that Northwind Bank has texted me.", set()),
        # Codes and secrets without a word between.
        ("Search my messages for BK112064", {("ORDER_NUMBER", "BK112064")}),
        ("Search my messages for KP-29417-74.", {("ORDER_NUMBER", "KP-29417-74")}),
        ("Join the Wi-Fi Maple-5G with the password maple1820.", {("PASSWORD", "maple1820")}),
        ("Sign in with the password correcthorse", {("PASSWORD", "correcthorse")}),
        ("Change the password of this phone", set()),
        ("Sign in with the password from my notes", set()),
        (
            "Tell my bank my new number, +44 7700 900827. The PIN is 7242.",
            {("PHONE_NUMBER", "+44 7700 900827"), ("PASSWORD", "7242")},
        ),
        ("Turn on WPA2 and look up ISO27001", set()),
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
