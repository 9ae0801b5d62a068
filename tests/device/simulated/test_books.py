"""Books does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import re

import pytest
from frames import check_frame

from harness.core.entity import EntityType as T
from harness.core.words import bounded
from harness.device.simulated.apps.books.stock import seed_books
from harness.device.simulated.world import make_world


def books(user):
    return user.phone.state()["books"]


def digits_apart(one, other):
    return [i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]


# ---------------------------------------------------------------- what is nobody's


@pytest.mark.parametrize(
    "way", [[], ["tab_store"], ["tab_account", "look_row"], ["tab_account", "about_row"]]
)
def test_books_authors_and_figures_are_nobodys(user, way):
    user.go("Books", *way)
    assert user.gold_places() == set()


def test_pages_of_a_book_are_nobodys_and_what_was_noted_on_them_is_only_heard(user):
    mark = next(h for h in books(user)["highlights"] if h["about"])
    user.go("Books", mark["title"], "read_button", "contents_button")
    book = next(b for b in books(user)["library"] if b["id"] == mark["book"])
    user.tap(book["chapters"][mark["chapter"]]["title"])
    assert user.shows(mark["text"])
    assert (T.PERSON_NAME, mark["about"], "content-desc") in user.gold_places()
    assert {attr for _, _, attr in user.gold_places()} == {"content-desc"}


# ---------------------------------------------------------------- library and reading


def test_a_search_finds_titles_and_authors(user):
    wanted = books(user)["library"][3]
    user.go("Books", "book_search")
    user.type(wanted["author"].upper())
    user.tap("book_row")
    assert user.element("book_title").get("text") == wanted["title"]


def test_the_library_is_in_the_chosen_order(user):
    user.go("Books", "sort_button", "Author")
    rows = [e.get("content-desc") for e in user.elements() if "book_row" in e.get("resource-id")]
    authors = [row.split(", ")[1] for row in rows]
    assert authors == sorted(authors)
    assert books(user)["sort"] == "author"


def test_turning_to_another_chapter_moves_the_place(user):
    book = books(user)["library"][0]
    user.go("Books", book["title"], "read_button", "contents_button", book["chapters"][0]["title"])
    assert books(user)["library"][0]["page"] == 1
    user.tap("next_button")
    after = books(user)["library"][0]
    assert (after["chapter"], after["page"]) == (1, book["chapters"][1]["page"])
    assert after["percent"] == 100 * after["page"] // after["pages"]
    assert user.shows(book["chapters"][1]["paragraphs"][0])
    user.tap("previous_button")
    assert books(user)["library"][0]["chapter"] == 0


def test_what_is_read_last_comes_first(user):
    oldest = min(books(user)["library"], key=lambda book: book["opened"])
    user.go("Books", oldest["title"], "read_button")
    user.key("back")
    user.key("back")
    assert user.element("book_row").get("content-desc").startswith(oldest["title"])


def test_pages_get_dark_and_letters_large(user):
    user.go("Books", "book_row", "read_button")
    paper = user.frame().image[1500, 30].tolist()
    height = user.box("paragraph").height
    user.tap("look_button")
    user.tap("theme_night")
    user.tap("size_huge")
    assert books(user)["look"] == {"size": "huge", "theme": "night"}
    user.key("back")
    assert (paper, user.frame().image[1500, 30].tolist()) == ([255, 255, 255], [0, 0, 0])
    assert user.box("paragraph").height > height


def test_a_shelf_for_somebody_has_their_name(user):
    shelf = books(user)["shelves"][-1]
    user.go("Books", "book_row", "shelf_row", shelf["name"])
    assert (T.PERSON_NAME, shelf["first"], "text") in user.gold_places()
    assert sum(book["shelf"] == shelf["id"] for book in books(user)["library"]) == 1
    user.key("back")
    user.tap("shelves_button")
    user.tap(shelf["name"])
    assert user.shows("book_row")


def test_a_book_is_sent_to_a_reader(user):
    device = books(user)["devices"][2]
    user.go("Books", "book_row", "send_button", device["name"])
    assert [d["device"] for d in books(user)["deliveries"]] == [device["id"]]
    assert user.shows("The book is on its way")


# ---------------------------------------------------------------- highlights


def test_a_paragraph_can_be_highlighted_and_cleared(user):
    user.go("Books", books(user)["library"][0]["title"], "read_button")
    before = books(user)["highlights"]
    user.hold("paragraph")
    user.tap("Highlight" if user.shows("Highlight") else "Remove highlight")
    user.hold("paragraph")
    user.tap("Highlight" if user.shows("Highlight") else "Remove highlight")
    assert [h["text"] for h in books(user)["highlights"]].count(before[0]["text"]) == 1
    assert len(books(user)["highlights"]) == len(before)


@pytest.mark.parametrize("about_somebody", [True, False])
def test_a_note_is_content_as_soon_as_it_names_somebody(user, about_somebody):
    person = user.phone.state()["contacts"]["people"][2]["name"]
    text = f"Give this to {person}" if about_somebody else "Look up the boat"
    mark = next(h for h in books(user)["highlights"] if not h["note"])
    user.go("Books", "tab_highlights", mark["text"], "note_button")
    user.type(text)
    content = {(m.value, m.optional) for m in user.marks() if m.type is T.MESSAGE_CONTENT}
    assert content == ({("Give this to", False)} if about_somebody else set())
    user.tap("button1")
    assert next(h for h in books(user)["highlights"] if h["id"] == mark["id"])["note"] == text
    assert {m.optional for m in user.marks() if m.type is T.MESSAGE_CONTENT} == {not about_somebody}


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_a_highlight_asks_first(user, sure):
    mark = next(h for h in books(user)["highlights"] if h["about"])
    user.go("Books", "tab_highlights", mark["note"], "delete_button")
    user.tap("button1" if sure else "button2")
    assert (mark["id"] in [h["id"] for h in books(user)["highlights"]]) is not sure


# ---------------------------------------------------------------- loans


def test_a_loan_lists_the_surname_first_and_tells_the_whole_name_to_who_listens(user):
    loan = books(user)["loans"][0]
    user.go("Books", "tab_loans")
    assert (T.PERSON_NAME, loan["listed"], "text") in user.gold_places()
    assert (T.PERSON_NAME, loan["name"], "content-desc") in user.gold_places()
    user.tap(loan["title"])
    assert (T.PHONE_NUMBER, loan["phone"], "text") in user.gold_places()
    user.tap("remind_button")
    assert user.phone.state()["foreground"]["screen"] == "thread"


def test_a_loan_is_extended_and_ends(user):
    loan = books(user)["loans"][1]
    user.go("Books", "tab_loans", loan["title"], "extend_button")
    after = books(user)["loans"][1]
    assert after["due"] == loan["next_due"] > loan["due"]
    assert user.element("due_date").get("text") == after["due_text"] != loan["due_text"]
    user.tap("returned_button")
    user.tap("button1")
    assert loan["id"] not in [one["id"] for one in books(user)["loans"]]
    book = next(b for b in books(user)["library"] if b["id"] == loan["book"])
    assert book["lent_to"] == ""


def test_a_book_is_lent(user):
    person = user.phone.state()["contacts"]["people"][4]
    book = next(b for b in books(user)["library"] if not b["lent_to"])
    user.go("Books", book["title"], "lend_button", "save_button")
    assert user.shows("Enter a name")
    user.tap("loan_person")
    user.type(person["name"])
    user.tap("loan_phone")
    user.type(person["phone_national"])
    user.tap("term_84")
    user.tap("save_button")
    loan = books(user)["loans"][-1]
    assert (loan["person_id"], loan["phone"]) == (person["id"], person["phone_national"])
    assert loan["due"] == "2024-08-02"
    assert (T.PERSON_NAME, person["name"], "text") in user.gold_places()
    user.key("back")
    assert user.shows("lent_row")


# ---------------------------------------------------------------- account


def test_the_account_shows_the_last_order_and_hides_the_username(user):
    owner, order = user.phone.state()["owner"], books(user)["orders"][0]
    user.go("Books", "tab_account")
    assert (T.ORDER_NUMBER, order["number"], "text") in user.gold_places()
    assert (T.USERNAME, owner["username"], "content-desc") in user.gold_places()
    assert (T.USERNAME, owner["username"], "text") not in user.gold_places()


def test_a_card_is_masked_in_the_list_and_in_groups_on_its_page(user):
    card = books(user)["cards"][1]
    user.go("Books", "tab_account", "cards_row")
    assert not any(card["number"] in element.get("text") for element in user.elements())
    assert (T.ID_NUMBER, card["number"], "content-desc") in user.gold_places()
    assert (T.ACCOUNT_BALANCE, card["fee_text"], "text") in user.gold_places()
    user.tap(card["listed"])
    shown = [m for m in user.marks() if m.value == card["number"]]
    assert len(shown) == 3
    assert len([m for m in user.marks() if m.value == card["address"]]) == 2
    assert (T.DATE_OF_BIRTH, card["birthday"], "text") in user.gold_places()


def test_a_pin_is_shown_on_demand(user):
    card = books(user)["cards"][0]
    user.go("Books", "tab_account", "cards_row", card["listed"])
    assert not user.shows(card["pin"])
    assert (T.PASSWORD, card["pin"], "text") in user.gold_places()
    user.tap("pin_button")
    assert user.shows(card["pin"])
    user.tap("pin_button")
    assert not user.shows(card["pin"])


def test_the_address_of_a_card_is_replaced(user):
    moved = next(card for card in books(user)["cards"] if card["moved"])
    user.go("Books", "tab_account", "cards_row", moved["listed"], "edit_address")
    user.type("9 Fernside Road, Milford, CT 06460")
    user.tap("save_button")
    after = next(card for card in books(user)["cards"] if card["id"] == moved["id"])
    assert after["address"] == "9 Fernside Road, Milford, CT 06460"
    assert user.shows("9 Fernside Road")


def test_senders_are_added_and_removed(user):
    owner, senders = user.phone.state()["owner"], books(user)["senders"]
    user.go("Books", "tab_account", "readers_row")
    assert (T.EMAIL, owner["email"], "hint") in user.gold_places()
    user.tap("add_button")
    assert user.shows("Enter an email address")
    user.tap("sender_email")
    user.type("nora.quill@example.com")
    user.tap("add_button")
    assert books(user)["senders"][-1]["email"] == "nora.quill@example.com"
    user.tap(f"Remove {senders[1]['email']}")
    user.tap("button1")
    assert [s["id"] for s in books(user)["senders"]] == ["e0", "e2", "n3"]


# ---------------------------------------------------------------- all worlds


@pytest.mark.parametrize("name", ["en-US", "en-GB", "de-DE", "es-ES", "zh-CN", "he-IL"])
def test_values_that_are_easily_mixed_up_differ_where_tasks_need_it(name):
    for seed in range(6):
        world = make_world(seed, name)
        own = seed_books(world)
        cards, orders, loans = own["cards"], own["orders"], own["loans"]
        assert digits_apart(cards[0]["number"], cards[1]["number"]) == [15]
        assert len(digits_apart(orders[0]["number"], orders[1]["number"])) == 1
        assert [loan["person_id"] for loan in loans[:2]] == list(world.twins)
        assert len({card["fee"] for card in cards}) == len(cards)
        assert len({loan["due"] for loan in loans}) == len(loans)
        assert len({book["title"] for book in own["library"]}) == 8
        assert sum(not h["note"] for h in own["highlights"]) == 1


@pytest.mark.parametrize("name", ["en-US", "de-DE", "es-ES", "zh-CN", "he-IL"])
def test_whoever_appears_in_a_book_lives_in_books_alone(name):
    world = make_world(0, name)
    read = " ".join(world.texts("books.books"))
    names = [n for part in ("first", "last") for n in world.lore.data[part] if len(n) > 1]
    assert not [n for n in names if re.search(bounded(n), read)]


WAYS = [
    [],
    ["sort_button"],
    ["shelves_button", "shelf_row"],
    ["book_row"],
    ["book_row", "shelf_row"],
    ["book_row", "send_button"],
    ["book_row", "read_button"],
    ["book_row", "read_button", "contents_button"],
    ["book_row", "read_button", "look_button"],
    ["tab_highlights"],
    ["tab_highlights", "highlight_row"],
    ["tab_highlights", "highlight_row", "note_button"],
    ["tab_highlights", "highlight_row", "delete_button"],
    ["tab_loans"],
    ["tab_loans", "loan_row"],
    ["tab_loans", "loan_row", "returned_button"],
    ["tab_store"],
    ["tab_account"],
    ["tab_account", "cards_row"],
    ["tab_account", "cards_row", "card_row"],
    ["tab_account", "cards_row", "card_row", "pin_button"],
    ["tab_account", "cards_row", "card_row", "edit_address"],
    ["tab_account", "readers_row"],
    ["tab_account", "readers_row", "remove_button"],
    ["tab_account", "orders_row"],
]


@pytest.mark.parametrize("number", range(len(WAYS)), ids=["-".join(way) for way in WAYS])
def test_every_screen_shows_its_gold(user, number):
    user.phone.reset(2, ("en-US", "he-IL")[number % 2])
    user.go("Books", *WAYS[number])
    check_frame(user.phone)
