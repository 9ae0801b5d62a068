"""The browser."""

from __future__ import annotations


def browser(user):
    return user.phone.state()["browser"]


def title(user, site):
    return next(s["title"] for s in browser(user)["sites"] if s["id"] == site)


def visit(user, site):
    user.open("Browser")
    user.tap(title(user, site))


def test_the_elements_of_a_page_have_html_ids_and_no_package_in_them(user):
    visit(user, "club")
    ids = {e.get("resource-id") for e in user.elements() if e.get("class") == "android.view.View"}
    assert {"member-name", "member-phone", "member-born"} <= ids


def test_one_member_has_a_number_that_is_not_in_the_contacts(user):
    people = {p["id"]: p for p in user.phone.state()["contacts"]["people"]}
    differs = [
        m["moved"] for m in browser(user)["members"]
        if m["phone"] != people[m["contact_id"]]["phone_national"]
    ]  # fmt: skip
    assert differs == [True]


def test_an_address_or_a_search_can_be_typed(user):
    user.open("Browser")
    user.tap("Search or type URL")
    user.type("daily.example.org")
    user.key("enter")
    assert user.phone.state()["foreground"]["screen"] == "page"
    assert user.shows(browser(user)["pages"]["news"][0])
    user.key("back")
    user.tap("Clear text")
    user.type(f"{title(user, 'forum')[:6]}")
    user.key("enter")
    assert user.phone.state()["foreground"]["screen"] == "results"
    user.tap(title(user, "forum"))
    assert user.shows("Edit profile")
    assert len(browser(user)["history"]) == 9 + 3


def test_the_form_keeps_what_is_left_empty(user):
    before = browser(user)["profile"]
    visit(user, "forum")
    user.tap("Not given")
    user.type("+1 808-555-0177")
    user.tap("Save")
    assert browser(user)["profile"] == before | {"contact": "+1 808-555-0177"}
    user.frame()
    marks = [m for m in user.phone.gold() if m.value == "+1 808-555-0177"]
    assert {m.attr for m in marks} == {"hint", "text"}


def test_bookmarks_come_and_go(user):
    visit(user, "parts")
    user.tap("Remove bookmark")
    assert "parts" not in browser(user)["bookmarks"]
    user.tap("Add bookmark")
    assert browser(user)["bookmarks"][-1] == "parts"


def test_the_history_can_be_cut_and_cleared(user):
    user.open("Browser")
    user.tap("History")
    first = browser(user)["history"][0]
    user.tap("Remove")
    assert first not in browser(user)["history"]
    user.tap("Clear browsing data")
    user.tap("Clear")
    assert browser(user)["history"] == []
    assert user.shows("No history")


def test_searches_about_people_are_content(user):
    user.open("Browser")
    user.tap("History")
    user.frame()
    found = {m.type.value for m in user.phone.gold()}
    assert found == {"PERSON_NAME", "MESSAGE_CONTENT"}
