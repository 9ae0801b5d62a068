"""Notes: what its screens do, and what of them is personal."""

from __future__ import annotations

import pytest
from frames import check_frame

from harness.core.entity import EntityType

T = EntityType


def notes(user):
    return user.phone.state()["notes"]["notes"]


def note(user, topic):
    return next(n for n in notes(user) if n["topic"] == topic)


def open_note(user, topic):
    user.open("Notes")
    user.tap("open_search")
    user.type(note(user, topic)["title"])
    user.tap("note_card")


def gold(user):
    user.frame()
    return {(m.type, m.value) for m in user.phone.gold() if not m.optional}


def test_secrets_and_papers_are_gold_without_the_words_around_them(user):
    open_note(user, "wifi")
    assert gold(user) == {(T.PASSWORD, note(user, "wifi")["fact"])}
    user.key("back")
    user.tap("Clear text")
    user.type(note(user, "papers")["title"])
    user.tap("note_card")
    (papers,) = note(user, "papers")["entries"]
    assert gold(user) == {
        (T.LICENSE_PLATE, papers["plate"]), (T.ID_NUMBER, papers["passport"]),
    }  # fmt: skip


def test_a_note_of_near_misses_is_about_nobody(user):
    open_note(user, "printer")
    assert gold(user) == set()
    user.tap("Edit note")
    assert gold(user) == set()


@pytest.mark.parametrize(
    ("topic", "kind"), [("debts", T.ACCOUNT_BALANCE), ("birthdays", T.DATE_OF_BIRTH)]
)
def test_a_table_has_a_line_for_each_person(user, topic, kind):
    open_note(user, topic)
    shown = gold(user)
    for entry in note(user, topic)["entries"]:
        assert {(T.PERSON_NAME, entry["name"]), (kind, entry["text"])} <= shown


def test_a_note_about_a_person_is_content(user):
    open_note(user, "neighbor")
    kinds = {kind for kind, _ in gold(user)}
    assert kinds == {T.PERSON_NAME, T.PHONE_NUMBER, T.MESSAGE_CONTENT}


def test_a_list_can_be_ticked_and_grows(user):
    open_note(user, "groceries")
    first = note(user, "groceries")["items"][0]
    user.tap(first["text"])
    assert note(user, "groceries")["items"][0]["done"] is not first["done"]
    user.tap("add_item")
    user.type("Salt")
    user.key("enter")
    user.type("Pepper for +1 808-555-0142")
    user.tap("Done")
    added = note(user, "groceries")["items"][-2:]
    assert [entry["text"] for entry in added] == ["Salt", "Pepper for +1 808-555-0142"]
    assert (T.PHONE_NUMBER, "+1 808-555-0142") in gold(user)


def test_a_note_is_written(user):
    owner = user.phone.state()["owner"]
    user.open("Notes")
    user.tap("New note")
    user.tap("Save")
    assert user.shows("Write something first")
    user.type("Keys")
    user.key("enter")
    user.type(f"Mail {owner['email']}")
    user.tap("Save")
    assert (T.EMAIL, owner["email"]) in gold(user)
    assert (notes(user)[0]["title"], notes(user)[0]["body"]) == ("Keys", f"Mail {owner['email']}")


def test_a_note_is_changed_and_what_is_personal_in_it_stays_so(user):
    open_note(user, "papers")
    (papers,) = note(user, "papers")["entries"]
    user.tap("Edit note")
    user.hold("edit_title")
    user.type("Documents")
    assert (T.ID_NUMBER, papers["passport"]) in gold(user)
    user.tap("Save")
    assert note(user, "papers")["title"] == "Documents"
    assert (T.LICENSE_PLATE, papers["plate"]) in gold(user)


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_asks_first(user, sure):
    open_note(user, "door")
    user.tap("More options")
    user.tap("Delete")
    user.tap("Delete" if sure else "Cancel")
    assert ("door" in [n["topic"] for n in notes(user)]) is not sure


def test_pins_and_the_archive(user):
    open_note(user, "wifi")
    was = note(user, "wifi")["pinned"]
    user.tap("pin")
    assert note(user, "wifi")["pinned"] is not was
    user.tap("archive")
    assert (note(user, "wifi")["archived"], note(user, "wifi")["pinned"]) == (True, False)
    user.tap("Clear text")
    user.tap("Open navigation drawer")
    user.tap("Archived")
    user.tap(note(user, "wifi")["title"])
    user.tap("Unarchive")
    assert note(user, "wifi")["archived"] is False


def test_several_notes_are_chosen_by_holding(user):
    user.open("Notes")
    user.hold("note_card")
    user.tap("delete")
    user.tap("Delete")
    assert len(notes(user)) == 11


def test_labels_sort_the_notes(user):
    wifi = note(user, "wifi")
    other = next(n for n in user.phone.state()["notes"]["labels"] if n != wifi["label"])
    open_note(user, "wifi")
    user.tap("More options")
    user.tap("Label")
    user.tap(other)
    assert note(user, "wifi")["label"] == other
    user.key("back")
    user.tap("Open navigation drawer")
    assert gold(user) == set()
    user.tap(other)
    assert user.shows(wifi["title"])


@pytest.mark.parametrize("label", ["", "New note", "Open navigation drawer"])
def test_every_list_is_drawn_as_its_gold_says(user, label):
    user.open("Notes")
    if label:
        user.tap(label)
    check_frame(user.phone)


@pytest.mark.parametrize(
    ("topic", "label"),
    [
        ("debts", ""), ("debts", "Edit note"), ("gifts", ""), ("papers", ""), ("doctor", ""),
        ("printer", "More options"), ("neighbor", "Edit note"),
    ],
)  # fmt: skip
def test_every_note_is_drawn_as_its_gold_says(user, topic, label):
    open_note(user, topic)
    if label:
        user.tap(label)
    check_frame(user.phone)
