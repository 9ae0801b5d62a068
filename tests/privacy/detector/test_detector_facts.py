"""What words, ids and neighbours give away where no label stands beside a value."""

from __future__ import annotations

import pytest
from detector_pages import Page, found

from harness.privacy.detector.chain import ChainDetector
from harness.privacy.detector.rules import RulesDetector
from harness.privacy.detector.structure import StructureDetector

DETECTOR = ChainDetector((RulesDetector(), StructureDetector()))


def values(page: Page) -> set[tuple[str, str]]:
    return found(DETECTOR.detect(page.screen()))


def lone(text: str, package: str = "com.example.app", **attributes: str) -> Page:
    page = Page(package)
    page.text((40, 300, 900, 360), text, **attributes)
    return page


# ---------------------------------------------------------------- ids


@pytest.mark.parametrize(
    ("view", "text", "expected"),
    [
        ("passcode", "623623", ("PASSWORD", "623623")),
        ("card_cvv", "CVV 705", ("PASSWORD", "705")),
        ("birthday_row", "Ann Lee, 28 Mar 1981", ("DATE_OF_BIRTH", "28 Mar 1981")),
        ("patient_row", "Patient number: PT-0792483", ("ID_NUMBER", "PT-0792483")),
        ("fact_total", "$106.85", ("ACCOUNT_BALANCE", "$106.85")),
        ("medication_name", "Enalapril", ("HEALTH_INFO", "Enalapril")),
        ("phone_row", "Call mobile +1 202-555-0142", ("PHONE_NUMBER", "+1 202-555-0142")),
    ],
)
def test_an_id_says_what_its_text_is(view: str, text: str, expected: tuple[str, str]) -> None:
    assert expected in values(lone(text, id=view))


@pytest.mark.parametrize(
    ("view", "text"),
    [("zip_code", "90210"), ("error_code", "404404"), ("phone_label", "Mobile"),
     ("total_count", "120 items"), ("code", "Code")],
)  # fmt: skip
def test_an_id_alone_hides_nothing_of_another_form(view: str, text: str) -> None:
    assert values(lone(text, id=view)) == set()


def test_a_total_in_a_shop_is_a_price() -> None:
    assert values(lone("$106.85", "com.example.shop", id="total")) == set()


# ---------------------------------------------------------------- birthdays, medicines, money


def test_a_date_of_long_ago_beside_a_name_is_a_birthday() -> None:
    assert ("DATE_OF_BIRTH", "3 May 1967") in values(lone("Maria Lopez: 3 May 1967"))
    page = Page()
    rows = page.list()
    page.row(rows, 0, (200, 0, "Maria Lopez"), (200, 1, "3 May 1967"))
    assert ("DATE_OF_BIRTH", "3 May 1967") in values(page)


def test_other_dates_are_nobodys() -> None:
    assert values(lone("Maria Lopez: 3 May 2024")) <= {("PERSON_NAME", "Maria Lopez")}
    assert values(lone("Released 3 May 1999")) == set()


@pytest.mark.parametrize(
    "text", ["Metformin 500 mg", "Physiotherapy for the left knee", "Prueba de alergia", "打疫苗"]
)
def test_treatments(text: str) -> None:
    assert ("HEALTH_INFO", text) in values(lone(text, "com.example.calendar"))


def test_a_time_before_a_medicine_stays() -> None:
    hidden = values(lone("7:50, Insulin, 12 units", "com.example.clock"))
    assert hidden == {("HEALTH_INFO", "Insulin, 12 units")}


def test_headings_and_buttons_of_an_app_about_health_stay() -> None:
    page = Page("com.example.health")
    page.text((40, 100, 400, 160), "Allergies")
    page.view(page.body, "Button", (40, 2000, 400, 2080), "Add allergy")
    assert values(page) == set()


def test_a_memo_of_a_payment_to_a_person() -> None:
    page = Page("com.example.bank")
    rows = page.list()
    page.row(rows, 0, (200, 0, "Maria Lopez"), (200, 1, "Weekend at the lake"), (880, 0, "-$9.50"))
    page.row(rows, 1, (200, 0, "Noodle bar"), (200, 1, "May 3"), (880, 0, "-$12.00"))
    hidden = values(page)
    assert {("PERSON_NAME", "Maria Lopez"), ("MESSAGE_CONTENT", "Weekend at the lake")} <= hidden
    assert "Noodle bar" not in {value for _, value in hidden}


def test_the_last_group_of_a_masked_card() -> None:
    page = Page()
    for i, group in enumerate(["••••", "••••", "••••", "5324"]):
        page.text((40 + 120 * i, 300, 140 + 120 * i, 360), group)
    assert ("CREDIT_CARD", "5324") in values(page)


def test_a_number_in_groups_is_an_id_and_thousands_are_not() -> None:
    assert ("ID_NUMBER", "29047 26227 1685") in values(lone("29047 26227 1685"))
    assert values(lone("1 250 000 500")) == set()


# ---------------------------------------------------------------- notes, chats, notifications


def test_a_note_is_private_where_it_names_somebody() -> None:
    about = values(lone("A new teapot for Poppy McAllister", "com.example.notes"))
    assert ("PERSON_NAME", "Poppy McAllister") in about
    assert values(lone("Bring the yellow box", "com.example.notes")) == set()


def test_a_list_of_notes_is_no_list_of_conversations() -> None:
    page = Page("com.example.notes")
    rows = page.list()
    for i, (title, text) in enumerate(
        [("Shopping budget", "Milk and bread"), ("Car", "New tyres"), ("Trip", "Pack the tent")]
    ):
        page.row(rows, i, (200, 0, title), (200, 1, text), (880, 0, "11:42"))
    assert values(page) == set()


def test_companies_that_write_are_not_people() -> None:
    page = Page("com.example.mail")
    rows = page.list()
    for i, sender in enumerate(["Copper Kettle Supply", "Maria Lopez", "The Garden Post"]):
        page.row(rows, i, (200, 0, sender), (200, 1, "About Tuesday"), (880, 0, "11:42"))
    names = {value for kind, value in values(page) if kind == "PERSON_NAME"}
    assert names == {"Maria Lopez"}


def test_members_of_a_group_in_one_line() -> None:
    hidden = values(lone("Me, Barnaby, Zoë, Hamish", "com.example.chat"))
    assert {("PERSON_NAME", n) for n in ("Barnaby", "Zoë", "Hamish")} <= hidden
    assert ("PERSON_NAME", "诗涵") in values(lone("我, 静, 诗涵, 婉清", "com.example.chat"))
    tabs = values(lone("Standouts, tab 2 of 5, unselected", "com.example.chat"))
    assert tabs == set()


def test_a_notification_of_a_person_is_a_message() -> None:
    page = Page("com.android.systemui")
    page.text((40, 300, 600, 360), "Maria Lopez", id="title")
    page.text((40, 370, 1000, 430), "See you on Saturday then", id="text")
    page.text((40, 600, 600, 660), "Battery saver", id="title")
    page.text((40, 670, 1000, 730), "Turns on at 20 percent", id="text")
    hidden = values(page)
    assert {
        ("PERSON_NAME", "Maria Lopez"),
        ("MESSAGE_CONTENT", "See you on Saturday then"),
    } <= hidden
    assert not any("percent" in value or "saver" in value for _, value in hidden)


def test_names_in_works_of_art_are_public() -> None:
    assert values(lone("Rose Chambers", "com.example.music")) == set()
    assert ("PERSON_NAME", "Rose Chambers") in values(
        lone("Rose Chambers: 29047 26227 1685", "com.example.music")
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Lunch with Rupert", "Rupert"),
        ("Nachricht an Klara", "Klara"),
        ("Dr. Niemeyer", "Niemeyer"),
        ("打网球：石一鸣 · 11:30", "石一鸣"),
        ("Order SK-33, Delivered, Priya Bergström, 9 Elm Street", "Priya Bergström"),
    ],
)
def test_names_in_other_texts(text: str, name: str) -> None:
    assert ("PERSON_NAME", name) in values(lone(text, "com.example.calendar"))
