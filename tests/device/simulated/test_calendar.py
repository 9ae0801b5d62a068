"""The calendar does what its screens promise, and the state shows it."""

from __future__ import annotations

from datetime import date

import pytest

from harness.core.day import parse_date, parse_time
from harness.core.entity import EntityType as T


def events(user):
    return user.phone.state()["calendar"]["events"]


def event(user, topic, number=0):
    return [e for e in events(user) if e["topic"] == topic][number]


def again(user, id):
    return next(e for e in events(user) if e["id"] == id)


def open_event(user, wanted):
    user.open("Calendar")
    user.tap("Search events")
    user.type(wanted["title"])
    user.tap("event_row")


def test_a_new_event_has_what_was_typed(user):
    person = user.phone.state()["contacts"]["people"][3]
    user.open("Calendar")
    user.tap("New event")
    user.type("Picnic")
    user.hold("date")
    user.type("June 3, 2024")
    user.hold("start")
    user.type("4:15 PM")
    user.tap("Add guests")
    user.type(person["email"])
    user.tap("guest_picker_row")
    user.tap("Save")
    made = events(user)[-1]
    assert (made["title"], made["date"], made["start"], made["end"]) == (
        "Picnic", "2024-06-03", "16:15", "17:15",
    )  # fmt: skip
    assert [g["contact_id"] for g in made["guests"]] == [person["id"]]
    assert user.shows("Picnic")
    assert user.shows("4:15 PM")


@pytest.mark.parametrize(
    ("field", "text", "notice"),
    [("date", "soon", "Enter a date"), ("start", "25:00", "Enter a time")],
)
def test_what_is_no_day_or_time_is_not_saved(user, field, text, notice):
    wanted = event(user, "alone")
    open_event(user, wanted)
    user.tap("Edit event")
    user.hold(field)
    user.type(text)
    user.tap("Save")
    assert user.shows(notice)
    assert again(user, wanted["id"]) == wanted


def test_an_event_without_a_title_is_not_saved(user):
    count = len(events(user))
    user.open("Calendar")
    user.tap("New event")
    user.tap("Save")
    assert user.shows("Enter a title")
    assert len(events(user)) == count


def test_a_day_can_be_picked(user):
    wanted = event(user, "alone")
    open_event(user, wanted)
    user.tap("Edit event")
    user.tap("Pick a day")
    user.tap("Next month")
    shown = date.fromisoformat(wanted["date"]).month % 12 + 1
    user.tap(f"{date(2024, shown, 9):%B} 9, 2024")
    user.tap("Save")
    assert again(user, wanted["id"])["date"] == f"2024-{shown:02d}-09"


def test_the_day_picker_turns_to_earlier_months(user):
    user.open("Calendar")
    user.tap("New event")
    user.tap("Pick a day")
    assert user.shows("May 2024")
    user.tap("Previous month")
    assert user.shows("April 2024")
    user.key("back")
    assert user.shows("New event")


def test_moving_the_start_moves_the_end(user):
    wanted = event(user, "personal")
    open_event(user, wanted)
    user.tap("Edit event")
    user.hold("start")
    user.type("7:45 AM")
    user.tap("Save")
    moved = again(user, wanted["id"])
    assert (moved["start"], moved["end"], moved["time_text"]) == ("07:45", "08:45", "7:45 AM")


def test_saving_without_a_change_changes_nothing(user):
    for topic in ("personal", "work", "health", "trip"):
        wanted = event(user, topic)
        open_event(user, wanted)
        user.tap("Edit event")
        user.tap("Save")
        assert again(user, wanted["id"]) == wanted
        user.key("back")
        user.key("back")


def test_a_guest_can_be_taken_off(user):
    wanted = event(user, "personal")
    open_event(user, wanted)
    user.tap("Edit event")
    user.tap(f"Remove {wanted['guests'][0]['name']}")
    user.tap("Save")
    assert again(user, wanted["id"])["guests"] == []


def test_cancelling_keeps_the_guests(user):
    wanted = event(user, "personal")
    open_event(user, wanted)
    user.tap("Edit event")
    user.tap(f"Remove {wanted['guests'][0]['name']}")
    user.tap("Cancel")
    assert again(user, wanted["id"]) == wanted


def test_a_video_meeting_can_be_added_and_taken_out(user):
    wanted = event(user, "alone")
    open_event(user, wanted)
    for given in (True, False):
        user.tap("Edit event")
        user.tap("video")
        user.tap("Save")
        assert bool(again(user, wanted["id"])["passcode"]) is given
        assert user.shows("Passcode") is given


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_an_event_asks_first(user, sure):
    wanted = event(user, "work")
    open_event(user, wanted)
    user.tap("More options")
    user.tap("Delete")
    assert user.shows("Delete this event?")
    user.tap("Delete" if sure else "Cancel")
    assert (wanted in events(user)) is not sure


def test_a_copy_is_an_event_of_its_own(user):
    wanted = event(user, "alone")
    count = len(events(user))
    open_event(user, wanted)
    user.tap("More options")
    user.tap("Duplicate")
    assert len({e["id"] for e in events(user)}) == count + 1
    assert events(user)[-1]["title"] == wanted["title"]


def test_an_invitation_can_be_answered(user):
    wanted = event(user, "work")
    open_event(user, wanted)
    user.tap("Maybe")
    assert again(user, wanted["id"])["answer"] == "maybe"
    user.tap("Not going")
    assert again(user, wanted["id"])["answer"] == "no"


def test_a_reminder_and_a_calendar_can_be_chosen(user):
    wanted = event(user, "alone")
    open_event(user, wanted)
    user.tap("Edit event")
    user.tap("reminder_row")
    user.tap("1 day before")
    user.tap("calendar_row")
    user.tap("Work")
    user.tap("Save")
    changed = again(user, wanted["id"])
    assert (changed["reminder"], changed["calendar"]) == ("1 day before", "Work")


def test_hidden_calendars_are_not_shown(user):
    user.open("Calendar")
    assert user.shows("event_row")
    user.tap("Calendars")
    assert user.gold() == set()
    for name in ("Work", "Personal", "Birthdays", "Holidays"):
        user.tap(name)
    user.key("back")
    assert not any(user.shows(id) for id in ("event_row", "birthday_event_row", "holiday_row"))


def test_the_month_leads_to_a_day(user):
    wanted = event(user, "single")
    user.open("Calendar")
    user.tap("Month")
    user.tap("May 14, 2024, events: 4")
    assert user.shows("Tue, May 14")
    assert user.shows(wanted["title"])
    user.tap("Next day")
    assert user.shows("Wed, May 15")
    user.key("back")
    assert user.shows("New event")


def test_a_birthday_is_shown_in_two_formats(user):
    user.open("Calendar")
    user.tap("Birthdays")
    listed = {value for kind, value in user.gold() if kind is T.DATE_OF_BIRTH}
    people = user.phone.state()["contacts"]["people"]
    written = {p["birthday"] for p in people}
    assert listed
    assert {parse_date(day) for day in listed} <= {parse_date(day) for day in written}
    assert listed - written


def test_a_visit_shows_an_address_and_a_meeting_a_secret(user):
    visit, work = event(user, "visit"), event(user, "work")
    open_event(user, visit)
    assert (T.ADDRESS, visit["location"]) in user.gold()
    user.key("back")
    user.key("back")
    open_event(user, work)
    shown = user.gold()
    assert {(T.PASSWORD, work["passcode"]), (T.PERSON_NAME, work["guests"][1]["name"])} <= shown
    user.frame()
    (number,) = {m.optional for m in user.phone.gold() if m.value == work["meeting_id"]}
    assert number
    assert not any(work["location"] in value for _, value in shown)


def test_guests_to_invite_are_filed_by_family_name(user):
    person = user.phone.state()["contacts"]["people"][0]
    user.open("Calendar")
    user.tap("New event")
    user.tap("Add guests")
    user.type(person["name"])
    assert (T.PERSON_NAME, f"{person['last']}, {person['first']}") in user.gold()


def test_two_short_meetings_are_with_the_same_guest(user):
    single = sorted(
        (e for e in events(user) if e["topic"] == "single"),
        key=lambda e: parse_time(e["time_text"]),
    )
    names = [e["guests"][0]["name"] for e in single]
    assert [e["meetings"] for e in single] == [names.count(name) for name in names]
    assert len(set(names)) == 3
    assert len({e["date"] for e in single}) == 1
