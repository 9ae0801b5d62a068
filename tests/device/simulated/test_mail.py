"""Mail: what its screens do, and what of them is personal."""

from __future__ import annotations

import pytest
from frames import check_frame

from harness.core.entity import EntityType

T = EntityType


def mails(user, **wanted):
    found = user.phone.state()["mail"]["mails"]
    return [m for m in found if all(m[key] == value for key, value in wanted.items())]


def mail(user, topic):
    return mails(user, topic=topic)[0]


def open_mail(user, topic):
    user.open("Mail")
    user.tap("Search in mail")
    user.type(mail(user, topic)["subject"])
    user.tap("mail_row")


def gold(user):
    user.frame()
    return {(m.type, m.value) for m in user.phone.gold() if not m.optional}


def recipient(user, name):
    user.tap("to")
    user.type(name)
    user.tap("suggestion")


def test_an_order_mail_shows_name_address_number_and_price(user):
    order = mail(user, "order")
    facts = order["facts"]
    open_mail(user, "order")
    street, town = facts["address"].split(", ", 1)
    assert {
        (T.PERSON_NAME, facts["name"]), (T.ORDER_NUMBER, order["fact"]), (T.ADDRESS, street),
        (T.ADDRESS, town), (T.ACCOUNT_BALANCE, facts["total"]), (T.CREDIT_CARD, facts["card"]),
    } <= gold(user)  # fmt: skip
    assert not user.shows(facts["card"])
    assert user.shows(f"•••• {facts['card'][-4:]}")


def test_a_visit_splits_the_name_and_tells_about_health(user):
    facts = mail(user, "visit")["facts"]
    open_mail(user, "visit")
    assert {
        (T.PERSON_NAME, facts["first"]), (T.PERSON_NAME, facts["last"]),
        (T.DATE_OF_BIRTH, facts["born"]), (T.ID_NUMBER, facts["insurance"]),
        (T.HEALTH_INFO, facts["reason"]),
    } <= gold(user)  # fmt: skip


@pytest.mark.parametrize("topic", ["newsletter", "release"])
def test_a_newsletter_is_about_nobody(user, topic):
    open_mail(user, topic)
    assert gold(user) == set()


def test_the_code_of_a_reset_is_a_secret(user):
    open_mail(user, "reset")
    assert (T.PASSWORD, mail(user, "reset")["fact"]) in gold(user)


def test_a_signature_has_the_number_as_it_is_dialled_at_home(user):
    stranger = mail(user, "stranger")
    open_mail(user, "stranger")
    assert stranger["sign"]["phone"] != stranger["fact"]
    shown = gold(user)
    assert {
        (T.PERSON_NAME, stranger["name"]), (T.PERSON_NAME, stranger["sign"]["name"]),
        (T.PHONE_NUMBER, stranger["sign"]["phone"]),
    } <= shown  # fmt: skip
    last, first = stranger["name"].split(", ")
    assert stranger["sign"]["name"] == f"{first} {last}"


def test_a_copy_is_said_in_the_details_only(user):
    copied = mail(user, "invitation")["fact"]
    open_mail(user, "invitation")
    assert not user.shows(copied)
    user.tap("show_details")
    assert (T.EMAIL, copied) in gold(user)


def test_opening_marks_as_read_and_back_to_unread(user):
    user.open("Mail")
    user.tap("Search in mail")
    unread = user.phone.state()["mail"]["unread"][0]
    (found,) = mails(user, id=unread)
    user.type(found["subject"])
    user.tap("mail_row")
    assert unread not in user.phone.state()["mail"]["unread"]
    user.tap("Mark unread")
    assert unread in user.phone.state()["mail"]["unread"]


@pytest.mark.parametrize(
    ("button", "folder", "notice"),
    [("archive", "archive", "Archived"), ("delete", "trash", "Moved to trash")],
)
def test_a_thread_can_be_put_away_and_brought_back(user, button, folder, notice):
    open_mail(user, "club")
    thread = mail(user, "club")["thread"]
    user.tap(button)
    assert user.shows(notice)
    moved = [m["topic"] for m in mails(user, thread=thread, folder=folder)]
    assert {"club", "question"} <= set(moved)
    assert ("answer" in moved) == (folder == "trash")
    user.tap("mail_row")
    user.tap("move_to_inbox")
    assert mail(user, "club")["folder"] == "inbox"


def test_several_threads_are_archived_at_once(user):
    user.open("Mail")
    before = len(mails(user, folder="inbox"))
    user.hold("mail_row")
    assert user.shows("1")
    user.tap("archive")
    assert len(mails(user, folder="inbox")) < before
    assert len(mails(user, folder="archive")) > 1


def test_a_star_is_set_in_the_list(user):
    user.open("Mail")
    user.tap("star")
    (starred,) = mails(user, starred=True)
    user.tap("Open navigation drawer")
    user.tap("Starred")
    assert user.shows(starred["subject"])


def test_a_mail_is_written_to_a_contact(user):
    contacts = user.phone.state()["contacts"]["people"]
    person = next(p for p in contacts if p["id"] == "p00")
    user.open("Mail")
    user.tap("Compose")
    recipient(user, person["email"])
    assert user.shows(f"Remove {person['email']}")
    user.tap("subject")
    user.type("Hello")
    user.tap("body")
    user.type(f"Ask {person['name']}, please")
    assert {(T.PERSON_NAME, person["name"]), (T.MESSAGE_CONTENT, "Ask")} <= gold(user)
    user.tap("send")
    (sent,) = [m for m in mails(user, folder="sent") if m["subject"] == "Hello"]
    assert (sent["to"], sent["cc"]) == ([person["email"]], [])
    assert sent["body"] == f"Ask {person['name']}, please"


def test_an_address_can_be_typed_and_a_chip_removed(user):
    user.open("Mail")
    user.tap("Compose")
    user.tap("send")
    assert user.shows("Add at least one recipient")
    user.tap("to")
    user.type("nora.quill@example.com")
    user.key("enter")
    assert (T.EMAIL, "nora.quill@example.com") in gold(user)
    user.tap("chip_remove")
    assert not user.shows("Remove nora.quill@example.com")


@pytest.mark.parametrize(("verb", "prefix"), [("reply", "Re: "), ("reply_all", "Re: ")])
def test_an_answer_goes_back_to_the_thread(user, verb, prefix):
    asked = mail(user, "invitation")
    open_mail(user, "invitation")
    user.tap(verb)
    user.tap("body")
    user.type("I will be there")
    user.tap("send")
    (answer,) = [m for m in mails(user, thread=asked["thread"]) if m["kind"] == "owner"]
    assert answer["to"] == [asked["email"]]
    assert answer["cc"] == (asked["cc"] if verb == "reply_all" else [])
    assert answer["subject"] == prefix + asked["subject"]


def test_a_forwarded_mail_goes_along(user):
    order = mail(user, "order")
    open_mail(user, "order")
    user.tap("forward")
    recipient(user, user.phone.state()["contacts"]["people"][0]["email"])
    user.tap("send")
    (forwarded,) = [m for m in mails(user, folder="sent") if m["forwards"]]
    assert forwarded["forwards"] == order["id"]
    assert forwarded["subject"] == f"Fwd: {order['subject']}"


def test_leaving_keeps_a_draft_and_sending_ends_it(user):
    user.open("Mail")
    user.tap("Compose")
    user.tap("body")
    user.type("Not yet")
    user.key("back")
    assert user.shows("Draft saved")
    user.tap("Open navigation drawer")
    user.tap("Drafts")
    user.tap("Not yet")
    recipient(user, "example.com")
    user.tap("send")
    assert [m["body"] for m in mails(user, folder="drafts")] == [mail(user, "draft")["body"]]
    assert "Not yet" in [m["body"] for m in mails(user, folder="sent")]


def test_a_draft_can_be_discarded(user):
    user.open("Mail")
    user.tap("Open navigation drawer")
    user.tap("Drafts")
    user.tap("mail_row")
    user.tap("More options")
    user.tap("Discard")
    assert mails(user, folder="drafts") == []


def test_search_looks_for_all_words_in_any_order(user):
    report = mail(user, "report")
    user.open("Mail")
    user.tap("Search in mail")
    user.type(" ".join(reversed(report["name"].split(", "))))
    assert user.shows(report["subject"])
    user.type(" zzz")
    assert user.shows("Nothing in here")


WAYS = {
    "inbox": (),
    "selected": ("hold mail_row",),
    "folders": ("Open navigation drawer",),
    "sent": ("Open navigation drawer", "folder_sent"),
    "draft": ("Open navigation drawer", "folder_drafts", "mail_row"),
    "new": ("Compose",),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_list_is_drawn_as_its_gold_says(user, way):
    user.open("Mail")
    for step in WAYS[way]:
        if step.startswith("hold "):
            user.hold(step.removeprefix("hold "))
        else:
            user.tap(step)
    check_frame(user.phone)


@pytest.mark.parametrize(
    ("topic", "button"),
    [
        ("order", ""), ("visit", ""), ("club", "show_details"), ("club", "reply_all"),
        ("stranger", ""), ("health", "forward"),
    ],
)  # fmt: skip
def test_every_mail_is_drawn_as_its_gold_says(user, topic, button):
    open_mail(user, topic)
    if button:
        user.tap(button)
    check_frame(user.phone)


@pytest.mark.parametrize("world", ["de-DE", "he-IL", "zh-CN"])
def test_an_order_is_drawn_in_every_script(user, world):
    user.phone.reset(3, world)
    user.open(user.phone.state()["locale"]["strings"]["Mail"])
    order = mail(user, "order")
    user.tap(user.phone.state()["locale"]["strings"]["Search in mail"])
    user.type(order["fact"])
    user.tap("mail_row")
    assert (T.ORDER_NUMBER, order["fact"]) in gold(user)
    check_frame(user.phone)
