"""Names where no list of names would find them: what the app, the place and the phrase say."""

from __future__ import annotations

import pytest
from detector_pages import Page, found

from harness.privacy.detector.build import shield

SHIELD = shield()
CHAT, CONTACTS, NOTES = "com.example.chat", "com.android.contacts", "com.example.notes"


def people(page: Page) -> set[str]:
    return {value for kind, value in found(SHIELD.detect(page.screen())) if kind == "PERSON_NAME"}


def alone(text: str, package: str = CHAT, **attributes: str) -> set[str]:
    page = Page(package)
    page.text((40, 300, 1000, 380), text, **attributes)
    return people(page)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Fi is typing…", {"Fi"}),
        ("Mar está escribiendo…", {"Mar"}),
        ("יוני בהקלדה…", {"יוני"}),
        ("さくら 正在输入…", {"さくら"}),
        ("Me, Mo, Tomek, ~Daf", {"Mo", "Tomek", "Daf"}),
        ("Yo, Inma, Mar, Iker", {"Inma", "Mar", "Iker"}),
        ("Please ask Chidi before you invite anybody", {"Chidi"}),
        ("Noah Chen, May 8", {"Noah Chen"}),
        ("Shared with Elif, josé", {"Elif", "josé"}),
        ("typing…", set()),
        ("Today, Tomorrow, Later", set()),
    ],
)
def test_who_is_in_a_chat(text: str, names: set[str]) -> None:
    assert alone(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我是建国。明天一起去集市吗？", {"建国"}),
        ("景行您好，您的预约时间为5月14日", {"景行"}),
        ("给薛文博的演出票", {"薛文博"}),
        ("国栋说这次国栋请客。", {"国栋"}),
        ("关于手机", set()),
        ("加星标", set()),
    ],
)
def test_names_inside_chinese_sentences(text: str, names: set[str]) -> None:
    assert alone(text, NOTES) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dana's phone", {"Dana"}),
        ("Teléfono de Jordi", {"Jordi"}),
        ("הטלפון של חנן", {"חנן"}),
        ("建国的手机", {"建国"}),
        ("About phone", set()),
    ],
)
def test_whose_device_it_is(text: str, names: set[str]) -> None:
    assert alone(text, "com.android.settings") == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("von der Heide, Matthias", {"von der Heide, Matthias"}),
        ("בן דוד, בתיה", {"בן דוד, בתיה"}),
        ("Milk, Eggs", set()),
        ("Leerlo a فاطمة en marzo", {"فاطمة"}),
        ("I am Maria. Maria Lopez.", {"Maria", "Maria Lopez"}),
    ],
)
def test_names_in_other_orders_and_scripts(text: str, names: set[str]) -> None:
    page = Page(NOTES)
    page.text((40, 300, 1000, 380), text)
    page.text((40, 500, 1000, 580), "Everything else that is written on this page")
    assert people(page) == names


def test_a_list_of_people_that_runs_from_right_to_left() -> None:
    page = Page(CONTACTS)
    rows = page.list()
    names = ["גדעון לוי", "רונית אלמוג", "שוש ברק", "אברום כץ"]
    for i, name in enumerate(names):
        row = page.view(rows, "LinearLayout", (0, 300 + 180 * i, 1080, 480 + 180 * i))
        page.view(row, "ImageView", (930, 320 + 180 * i, 1050, 440 + 180 * i))
        box = (880 - 22 * len(name), 340 + 180 * i, 880, 400 + 180 * i)
        page.view(row, "TextView", box, name, id="title")
    assert people(page) == set(names)


def test_a_person_called_like_a_label_in_a_list_of_people() -> None:
    page = Page(CONTACTS)
    rows = page.list()
    names = ["Ann Lee", "Bo Marr", "Cy Voss", "Files", "Dana Reyes", "Eli Katz"]
    names += ["Fay Orr", "Gus Penn", "Hal Quill", "Ida Roe"]
    for i, name in enumerate(names):
        page.row(rows, i, (200, 0, name), ids=("title",))
    assert "Files" in people(page)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("דקל בית, נייד, +972 57-697-8660", {"דקל בית"}),
        ("Glass House, mobile, +1 202-555-0142", {"Glass House"}),
        ("Missed call, +1 202-555-0142", set()),
    ],
)
def test_a_row_of_a_name_a_kind_and_a_number(text: str, names: set[str]) -> None:
    assert alone(text, "com.android.messaging") == names


@pytest.mark.parametrize(("name", "hint"), [("Poppy", "Your name"), ("Paloma", "Poppy McAllister")])
def test_a_name_that_is_typed_into_a_field_for_it(name: str, hint: str) -> None:
    page = Page("com.example.meetings")
    page.view(page.body, "EditText", (40, 300, 1000, 400), name, id="name_field", hint=hint)
    assert name in people(page)


def test_a_password_in_the_description_of_a_bubble() -> None:
    page = Page("com.example.sms")
    said = "It is copper-otter-78 as always"
    bubble = page.text((40, 400, 700, 500), said, id="message_text")
    bubble.set("content-desc", f"Grace Bell said  {said} Apr 30")
    secrets = [
        part.field for d in SHIELD.detect(page.screen()) if d.type == "PASSWORD" for part in d.parts
    ]
    assert len(secrets) == 2
