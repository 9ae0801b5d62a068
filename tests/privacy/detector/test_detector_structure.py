"""What the shape of a screen says, in apps and languages of all kinds."""

from __future__ import annotations

import pytest
from detector_pages import Page, found

from harness.privacy.detector.chain import ChainDetector
from harness.privacy.detector.rules import RulesDetector
from harness.privacy.detector.structure import StructureDetector

DETECTOR = ChainDetector((RulesDetector(), StructureDetector()))


def values(page: Page) -> set[tuple[str, str]]:
    return found(DETECTOR.detect(page.screen()))


def listing(package: str, rows: list[tuple[str, ...]], *, image: bool) -> Page:
    """Title, second line and, at the right, a third cell."""
    page = Page(package)
    rows_view = page.list()
    for i, row in enumerate(rows):
        places = ((200, 0), (200, 1), (880, 0))
        cells = [(x, line, text) for (x, line), text in zip(places, row, strict=False)]
        page.row(rows_view, i, *cells, image=image)
    return page


# ---------------------------------------------------------------- people


def test_a_contact_called_will_is_a_person() -> None:
    page = Page("com.android.contacts")
    rows = page.list()
    for i, name in enumerate(["Alice Fenn", "Bob Marr", "Will", "Zed Okafor"]):
        page.row(rows, i, (200, 0, name))
    assert values(page) == {
        ("PERSON_NAME", name) for name in ("Alice Fenn", "Bob Marr", "Will", "Zed Okafor")
    }


def test_will_on_a_button_is_nobody() -> None:
    page = Page("com.example.planner")
    page.text((40, 60, 500, 140), "Will repeat every day")
    page.view(page.body, "Button", (40, 200, 300, 280), "Will")
    assert values(page) == set()


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (
            [
                ("さくら", "明日何時に会う？", "午後3:20"),
                ("田中 一郎", "了解です", "10/12"),
                ("ゆい", "ありがとう", "昨日"),
            ],
            {"さくら", "田中 一郎", "ゆい"},
        ),
        (
            [
                ("هند سالم", "متى نلتقي غدا؟", "10:20"),
                ("بدر", "تمام شكرا", "أمس"),
                ("ليلى", "أين أنت؟", "الاثنين"),
            ],
            {"هند سالم", "بدر", "ليلى"},
        ),
        (
            [
                ("Mamá 💕", "llámame luego", "ayer"),
                ("Iker Sola", "ya voy", "12:40"),
                ("el fontanero", "vale, mañana", "12 mar"),
            ],
            {"Mamá 💕", "Iker Sola", "el fontanero"},
        ),
    ],
)
def test_a_list_of_chats_in_any_language(rows: list[tuple[str, ...]], names: set[str]) -> None:
    got = values(listing("com.example.chat", rows, image=True))
    assert {v for t, v in got if t == "PERSON_NAME"} == names
    assert {v for t, v in got if t == "MESSAGE_CONTENT"} == {row[1] for row in rows}


def test_a_group_names_its_sender() -> None:
    rows = [
        ("Class 4b (23)", "Ana: see you at nine", "10:40"),
        ("Ivo Brandt", "on my way", "9:15"),
        ("Rosa Lind", "thanks", "Yesterday"),
    ]
    got = values(listing("com.example.messenger.chat", rows, image=True))
    assert ("GROUP_NAME", "Class 4b") in got
    assert ("PERSON_NAME", "Ana") in got
    assert ("MESSAGE_CONTENT", "see you at nine") in got


def test_a_call_log() -> None:
    rows = [
        ("Alice Fenn", "Mobile • 5 min ago"),
        ("(202) 555-0142", "Springfield • Yesterday"),
        ("Mom", "Mobile • Mar 3"),
    ]
    assert values(listing("com.google.android.dialer", rows, image=True)) == {
        ("PERSON_NAME", "Alice Fenn"),
        ("PHONE_NUMBER", "(202) 555-0142"),
        ("PERSON_NAME", "Mom"),
    }


def test_an_open_chat_by_its_bubbles() -> None:
    page = Page("com.example.talk")
    page.text((200, 80, 520, 140), "Nora Quill")
    page.text((200, 145, 460, 180), "last seen at 12:10")
    rows = page.list()
    said = [("where are you?", 0), ("nearly there", 1), ("bring the folder please", 0)]
    for i, (text, mine) in enumerate(said):
        top, width = 300 + i * 150, 26 * len(text)
        left = 1050 - width if mine else 30
        row = page.view(rows, "FrameLayout", (0, top, 1080, top + 140))
        page.view(row, "TextView", (left, top, left + width, top + 100), text)
    page.view(page.body, "EditText", (100, 2250, 900, 2380), "Message", hint="Message")
    assert values(page) == {
        ("PERSON_NAME", "Nora Quill"),
        *(("MESSAGE_CONTENT", text) for text, _ in said),
    }


def test_a_description_that_says_who_spoke() -> None:
    page = Page("com.example.sms")
    for i, (who, text) in enumerate([("K. Roe", "see you at five"), ("You", "fine with me")]):
        page.text(
            (40, 300 + 100 * i, 800, 380 + 100 * i),
            text,
            id="message_text",
            content_desc=f"{who} said  {text} 1:13 pm .",
        )
    got = DETECTOR.detect(page.screen())
    assert ("PERSON_NAME", "K. Roe") in found(got)
    assert not any(d.value == "You" for d in got)
    assert sum(d.value == "see you at five" for d in got) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Photo of Devi Anand",
        "Foto de Devi Anand",
        "Devi Anand's photo",
        "Фото профиля Devi Anand",
        "Devi Anandさんの写真",
        "Devi Anand的头像",
        "Devi Anand 프로필 사진",
        "Profilbild von Devi Anand",
        "Signed in as Devi Anand\nAccount and settings.",
        "Payment to Devi Anand",
    ],
)
def test_phrases_around_a_name(text: str) -> None:
    page = Page()
    page.view(page.body, "ImageView", (0, 0, 100, 100), content_desc=text)
    assert ("PERSON_NAME", "Devi Anand") in values(page)


def test_phrases_around_a_label_name_nobody() -> None:
    page = Page()
    for i, text in enumerate(["Photo of you", "Foto de perfil", "Call settings", "Message"]):
        page.view(page.body, "ImageView", (0, 100 * i, 100, 100 * i + 90), content_desc=text)
    assert values(page) == set()


def test_a_name_on_top_of_its_details() -> None:
    page = Page("com.example.people")
    page.text((300, 200, 800, 280), "Alice Fenn")
    rows = page.list(400)
    for i, (label, value) in enumerate(
        [("Phone", "(202) 555-0142"), ("Email", "alice@example.com"), ("Birthday", "March 3, 1990")]
    ):
        page.row(rows, i + 2, (200, 0, label), (200, 1, value), image=False)
    assert values(page) == {
        ("PERSON_NAME", "Alice Fenn"),
        ("PHONE_NUMBER", "(202) 555-0142"),
        ("EMAIL", "alice@example.com"),
        ("DATE_OF_BIRTH", "March 3, 1990"),
    }


def test_a_company_in_a_list_of_chats_is_nobody() -> None:
    rows = [
        ("Northwind Bank", "Your statement is here", "11:02"),
        ("Ann Lee", "See you", "10:40"),
        ("City Dental", "Your visit is tomorrow", "Mon"),
        ("Bo Marr", "Done", "Sun"),
    ]
    page = listing("com.example.messaging", rows, image=True)
    names = {value for kind, value in values(page) if kind == "PERSON_NAME"}
    assert names == {"Ann Lee", "Bo Marr"}


@pytest.mark.parametrize(
    "text", ["Photo of May", "Mei's phone", "Hello Jordan", "Good morning, May!"]
)
def test_months_and_countries_are_persons_where_only_a_person_can_stand(text: str) -> None:
    page = Page()
    page.text((40, 300, 700, 380), text)
    [(kind, value)] = values(page)
    assert kind == "PERSON_NAME"
    assert value in ("May", "Mei", "Jordan")


def test_a_row_cut_off_by_the_edge_is_hidden_like_the_others() -> None:
    page = Page("com.example.messaging")
    rows = page.list()
    for i, title in enumerate(["Ann Lee", "Bo Marr", "Cy Voss"]):
        page.row(rows, i, (200, 0, title), (200, 1, "See you at five"), (880, 0, "11:42"))
    page.row(rows, 3, (200, 0, "Dee Park"), height=180)
    last = page.view(rows, "LinearLayout", (0, 920, 1080, 930))
    last.set("content-desc", "Eve Hart. Ida: I have the keys. Mon. Unread.")
    page.view(last, "ImageView", (30, 920, 150, 930))
    hidden = values(page)
    assert ("PERSON_NAME", "Dee Park") in hidden
    assert {("PERSON_NAME", "Eve Hart"), ("PERSON_NAME", "Ida"),
            ("MESSAGE_CONTENT", "I have the keys")} <= hidden  # fmt: skip


def test_senders_above_bubbles_and_what_is_being_typed() -> None:
    page = Page("com.example.messaging")
    page.text((150, 80, 600, 150), "Book club", id="action_bar_title")
    rows = page.list(210, 2100)
    for i, (name, text) in enumerate([("Will", "Who is in?"), ("Mateus", "Not this week")]):
        top = 300 + 300 * i
        page.view(rows, "TextView", (0, top, 150, top + 40), name)
        page.view(rows, "TextView", (40, top + 50, 700, top + 150), text, id="message_text")
    page.view(page.body, "EditText", (40, 2150, 900, 2250), "Sounds good to me",
              id="compose_message_text", hint="Text message")  # fmt: skip
    assert {("PERSON_NAME", "Will"), ("PERSON_NAME", "Mateus"),
            ("MESSAGE_CONTENT", "Sounds good to me")} <= values(page)  # fmt: skip


# ---------------------------------------------------------------- labels and fields


@pytest.mark.parametrize(
    ("label", "value", "type_"),
    [
        ("Name", "Ines Solberg", "PERSON_NAME"),
        ("姓名", "王小明", "PERSON_NAME"),
        ("Имя", "Олег Панин", "PERSON_NAME"),
        ("Nombre", "Iker Sola", "PERSON_NAME"),
        ("Adresse", "Haus am See", "ADDRESS"),
        ("生日", "3月14日", "DATE_OF_BIRTH"),
        ("Nom d'utilisateur", "ines_s", "USERNAME"),
        ("Blood type", "A+", "HEALTH_INFO"),
        ("Kontostand", "1.204,56 €", "ACCOUNT_BALANCE"),
        ("Номер заказа", "A-48213", "ORDER_NUMBER"),
        ("会社", "北風商事", "EMPLOYER_OR_SCHOOL"),
    ],
)
def test_a_label_says_what_its_value_is(label: str, value: str, type_: str) -> None:
    above = Page()
    rows = above.list()
    above.row(rows, 0, (200, 0, label), (200, 1, value), image=False)
    left = Page()
    left.row(left.list(), 0, (40, 0, label), (600, 0, value), image=False)
    same = Page()
    same.text((0, 0, 900, 80), f"{label}: {value}")
    for page in (above, left, same):
        assert (type_, value) in values(page)


def test_a_label_under_its_value() -> None:
    page = Page()
    page.row(page.list(), 0, (60, 0, "@ZolarWhisk"), (60, 1, "Имя пользователя"), image=False)
    assert values(page) == {("USERNAME", "@ZolarWhisk")}


def test_labels_without_values_are_left_alone() -> None:
    page = Page()
    for i, text in enumerate(["Name", "Phone", "Email", "Address", "Password", "Next"]):
        page.text((40, 200 + 100 * i, 500, 280 + 100 * i), text)
    assert values(page) == set()


@pytest.mark.parametrize("text", ["••••7", "hunter-example", "Password"])
def test_a_password_field_is_hidden_whole(text: str) -> None:
    page = Page()
    page.view(page.body, "EditText", (0, 0, 900, 100), text, password="true")
    assert values(page) == {("PASSWORD", text)}


def test_given_and_family_name_in_two_fields_are_one_person() -> None:
    page = Page()
    for i, (hint, text) in enumerate([("First name", "John"), ("Last name", "Smith")]):
        page.view(page.body, "EditText", (40, 200 + 150 * i, 900, 320 + 150 * i), text, hint=hint)
    (person,) = DETECTOR.detect(page.screen())
    assert (str(person.type), person.value, len(person.parts)) == ("PERSON_NAME", "John Smith", 2)


def test_sums_of_one_s_own_money() -> None:
    page = Page("com.example.bank")
    page.text((40, 300, 600, 350), "Available balance")
    page.text((40, 360, 600, 440), "$4,210.55")
    page.text((40, 600, 600, 660), "Corner Grocery")
    page.text((800, 600, 1040, 660), "-$54.20")
    got = values(page)
    assert ("ACCOUNT_BALANCE", "$4,210.55") in got
    assert ("ACCOUNT_BALANCE", "-$54.20") in got


# ---------------------------------------------------------------- nothing personal


@pytest.mark.parametrize(
    ("package", "rows"),
    [
        (
            "com.android.settings",
            [
                ("Display", "Dark theme, font size"),
                ("Battery", "78% - about 1 day left"),
                ("Passwords & accounts", "Saved passwords, autofill"),
                ("Build number", "TP1A.220624.014"),
            ],
        ),
        (
            "com.whatsapp",
            [
                ("Account", "Security notifications, change number"),
                ("Privacy", "Block contacts, disappearing messages"),
                ("Avatar", "Create, edit, profile photo"),
                ("Chats", "Theme, wallpapers, chat history"),
            ],
        ),
        (
            "com.example.reader",
            [
                ("Storm hits the northern coast after days of rain", "Daily • 2h ago"),
                ("Parliament votes on the new budget plan tonight", "Herald • 3h ago"),
                ("Scientists find water on a distant moon again", "Nature • 5h ago"),
            ],
        ),
        ("com.example.shop", [("Running shoes", "$59.99"), ("Tent", "$149.00"), ("Cup", "$9.50")]),
        (
            "com.example.docs",
            [("report.pdf", "2.1 MB, Mar 10"), ("notes.txt", "4 KB, Mar 9"), ("a.csv", "Jan 2")],
        ),
        (
            "com.android.deskclock",
            [("07:00", "Mon, Tue, Wed"), ("08:30", "Sat"), ("22:15", "Every day")],
        ),
        (
            "com.example.audio",
            [("Blue Harbour", "The Lanterns"), ("Night Train", "Ivy Road"), ("Silver", "Mono")],
        ),
        (
            "com.example.agenda",
            [("Team meeting", "10:00 - 11:00"), ("Gym", "18:00 - 19:00"), ("Lunch", "12:00")],
        ),
    ],
)
def test_ordinary_lists_hold_nobody(package: str, rows: list[tuple[str, ...]]) -> None:
    assert values(listing(package, rows, image=True)) == set()


def test_an_advertisement_names_nobody() -> None:
    page = Page("com.example.social")
    card = page.view(page.body, "LinearLayout", (0, 200, 1080, 600))
    page.view(card, "TextView", (160, 220, 500, 280), "Slimway", id="profile_name")
    page.view(card, "TextView", (520, 220, 600, 280), "광고")
    assert values(page) == set()
