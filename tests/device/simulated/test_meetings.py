"""Meetings does what its screens promise, and the state and the gold show it."""

from __future__ import annotations

import numpy as np
import pytest
from frames import check_frame

from harness.core.entity import EntityType as T
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device.simulated.apps.meetings.start import seed_meetings
from harness.device.simulated.world import make_world


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Most of this looks at the tree alone."""
    blank = np.zeros((2400, 1080, 3), np.uint8)
    monkeypatch.setattr("harness.device.simulated.phone.render", lambda scene: blank)


def app(user):
    return user.phone.state()["meetings"]


def meeting(user, topic, number=0):
    return [m for m in app(user)["upcoming"] if m["topic"] == topic][number]


def people(user, topic="live", status="in"):
    return [p for p in meeting(user, topic)["people"] if p["status"] == status]


def join(user, number, passcode=""):
    user.go("Meetings", "join_entry")
    user.type(number)
    user.tap("join_button")
    if passcode:
        user.type(passcode)
        user.tap("button1")


def lead(user, *labels):
    user.go("Meetings", meeting(user, "live")["title"], "join_button", *labels)


# ---------------------------------------------------------------- joining


@pytest.mark.parametrize("separator", [" ", "", "-"])
def test_a_number_and_its_passcode_lead_into_a_meeting(user, separator):
    wanted = meeting(user, "open")
    join(user, wanted["meeting_id"].replace(" ", separator), wanted["passcode"])
    call = app(user)["call"]
    assert (call["meeting"], call["status"]) == (wanted["id"], "in")
    assert call["name"] == user.phone.state()["owner"]["name"]
    assert user.shows(wanted["title"])


def test_a_meeting_that_has_not_begun_lets_nobody_in(user):
    wanted = meeting(user, "invited")
    join(user, wanted["meeting_id"], wanted["passcode"])
    assert app(user)["call"]["status"] == "waiting"
    assert user.shows("The host will let you in soon.")
    user.tap("leave_button")
    assert app(user)["call"] is None


def test_the_calendar_knows_numbers_too(user):
    events = user.phone.state()["calendar"]["events"]
    event = next(e for e in events if e["meeting_id"])
    join(user, event["meeting_id"], event["passcode"])
    call = app(user)["call"]
    assert (call["number"], call["status"]) == (event["meeting_id"], "waiting")
    assert user.shows(event["title"])


def test_a_wrong_passcode_is_refused(user):
    join(user, meeting(user, "open")["meeting_id"], "wrong1")
    assert app(user)["call"] is None
    assert user.shows("Wrong passcode")
    assert user.element("passcode_field").get("text") == "Passcode"


def test_an_unknown_number_is_refused(user):
    join(user, "999 0000 0000")
    assert user.shows("There is no meeting with this ID")
    assert app(user)["call"] is None


def test_the_own_meetings_need_no_passcode(user):
    wanted = meeting(user, "own")
    join(user, wanted["meeting_id"])
    assert app(user)["call"]["meeting"] == wanted["id"]


def test_another_name_camera_and_microphone_can_be_chosen(user):
    before = app(user)["settings"]
    wanted = meeting(user, "open")
    user.go("Meetings", "join_entry")
    user.type(wanted["meeting_id"])
    user.tap("name_field")
    user.type("Captain")
    user.tap("join_muted")
    user.tap("join_video_off")
    user.tap("join_button")
    user.type(wanted["passcode"])
    user.key("enter")
    call = app(user)["call"]
    assert call["name"] == "Captain"
    assert (call["muted"], call["video"]) == (not before["mute_on_join"], before["video_off"])


def test_the_name_of_the_owner_is_a_hint_only(user):
    user.go("Meetings", "join_entry")
    name = user.phone.state()["owner"]["name"]
    assert user.element("name_field").get("hint") == name
    assert (T.PERSON_NAME, name, "hint") in user.gold_places()


def test_a_call_goes_on_behind_other_screens(user):
    lead(user, "Minimize")
    user.key("back")
    user.tap("return_row")
    assert user.shows("call_controls")
    user.tap("control_leave")
    user.tap("button1")
    assert app(user)["call"] is None
    assert not user.shows("return_row")


def test_the_host_can_end_a_meeting_for_all(user):
    lead(user, "control_leave", "end_button")
    assert app(user)["call"] is None
    assert meeting(user, "live")["live"] is False


# ---------------------------------------------------------------- the call


def test_names_stand_in_pixels_or_in_descriptions_alone(user):
    lead(user)
    shown = {
        (m.value, "image" if m.node is None else m.attr)
        for m in user.marks()
        if m.type is T.PERSON_NAME
    }
    for person in people(user):
        first = user.phone.state()["contacts"]["people"]
        whole = next(p["name"] for p in first if p["id"] == person["contact_id"])
        value = whole if person["style"] == "work" else person["shown"]
        assert (value, "image" if person["video"] else "content-desc") in shown
        assert (value, "text") not in shown


def test_both_twins_wait_outside(user):
    firsts = [p["name"].split()[0] for p in people(user, status="waiting")]
    assert len(firsts) == 3
    assert len(set(firsts)) == 2


@pytest.mark.parametrize(("button", "status"), [("admit_button", "in"), ("deny_button", "removed")])
def test_who_waits_is_let_in_or_sent_away(user, button, status):
    first = people(user, status="waiting")[0]
    lead(user, "control_people", button)
    after = {p["id"]: p["status"] for p in meeting(user, "live")["people"]}
    assert after[first["id"]] == status
    assert list(after.values()).count("waiting") == 2


@pytest.mark.parametrize(
    ("entry", "key", "value"),
    [("person_wait", "status", "waiting"), ("person_remove", "status", "removed"),
     ("person_cohost", "role", "")],
)  # fmt: skip
def test_a_host_can_do_something_with_people(user, entry, key, value):
    first = people(user)[0]
    lead(user, "control_people", first["shown"], entry)
    after = next(p for p in meeting(user, "live")["people"] if p["id"] == first["id"])
    assert after[key] == value
    assert first[key] != value


def test_people_are_muted_alone_or_together(user):
    first = next(p for p in people(user) if not p["muted"])
    before = sum(p["muted"] for p in people(user))
    lead(user, "control_people", first["shown"], "person_mute")
    assert sum(p["muted"] for p in people(user)) == before + 1
    user.tap("mute_all_button")
    assert all(p["muted"] for p in people(user))


def test_who_is_no_host_can_do_nothing_with_people(user):
    wanted = meeting(user, "open")
    user.go(
        "Meetings",
        wanted["title"],
        "join_button",
        "control_people",
        people(user, "open")[0]["shown"],
    )
    assert user.shows("Participants")
    assert not user.shows("person_mute")
    assert not user.shows("mute_all_button")


def test_camera_and_microphone_can_be_turned_on_and_off(user):
    lead(user)
    before = app(user)["call"]
    user.tap("control_audio")
    user.tap("control_video")
    after = app(user)["call"]
    assert (after["muted"], after["video"]) == (not before["muted"], not before["video"])


# ---------------------------------------------------------------- chat


def test_a_message_goes_to_everyone_or_to_one(user):
    lead(user, "control_chat", "chat_field")
    user.type("Hello all")
    user.tap("chat_send")
    receiver = people(user)[1]
    user.tap("chat_to_row")
    user.tap(receiver["shown"])
    user.tap("chat_field")
    user.type("Just you")
    user.key("enter")
    written = [m for m in meeting(user, "live")["chat"] if m["from"] == "owner"]
    assert [(m["to"], m["body"]) for m in written] == [
        ("", "Hello all"), (receiver["id"], "Just you"),
    ]  # fmt: skip


def test_a_participant_can_be_written_to_from_the_list(user):
    first = people(user)[0]
    lead(user, "control_people", first["shown"], "person_chat")
    assert user.element("chat_to").get("text") == first["shown"]


def test_what_is_told_in_the_chat_is_gold(user):
    lead(user, "control_chat")
    shown = {(kind, value) for kind, value, _ in user.gold_places()}
    assert (T.PHONE_NUMBER, meeting(user, "live")["new_phone"]) in shown
    assert any(kind is T.EMAIL for kind, _ in shown)
    assert any(kind is T.MESSAGE_CONTENT for kind, _ in shown)


def test_nothing_is_sent_when_nothing_is_written(user):
    before = meeting(user, "live")["chat"]
    lead(user, "control_chat", "chat_field")
    user.key("enter")
    assert meeting(user, "live")["chat"] == before


# ---------------------------------------------------------------- planning


def test_a_meeting_can_be_planned(user):
    person = user.phone.state()["contacts"]["people"][3]
    user.go("Meetings", "schedule_button")
    user.type("Picnic talk")
    user.hold("date_field")
    user.type("June 3, 2024")
    user.hold("start_field")
    user.type("4:15 PM")
    user.tap("Duration")
    user.tap("45 min")
    user.tap("invitee_field")
    user.type(person["name"])
    user.tap("suggestion_row")
    user.hold("passcode_field")
    user.type("314159")
    user.tap("record_switch")
    user.tap("menu_save")
    made = app(user)["upcoming"][-1]
    assert [made[k] for k in ("title", "date", "start", "minutes", "passcode", "record")] == [
        "Picnic talk", "2024-06-03", "16:15", 45, "314159", True,
    ]  # fmt: skip
    assert [g["contact_id"] for g in made["invited"]] == [person["id"]]
    assert user.shows("4:15 PM – 5:00 PM")
    numbers = [m["meeting_id"] for m in app(user)["upcoming"]]
    assert len(set(numbers)) == len(numbers)


def test_an_address_that_nobody_has_can_be_invited(user):
    user.go("Meetings", "schedule_button", "invitee_field")
    user.type("someone.new@example.com")
    user.tap("suggestion_row")
    assert user.shows("invited_row")
    assert (T.EMAIL, "someone.new@example.com", "text") in user.gold_places()
    user.tap("drop_invitee")
    assert not user.shows("invited_row")


@pytest.mark.parametrize(
    ("field", "text", "notice"),
    [
        ("title_field", "", "Enter a title"), ("date_field", "soon", "Enter a date"),
        ("start_field", "25:00", "Enter a time"), ("passcode_field", " ", "Enter a passcode"),
    ],
)  # fmt: skip
def test_an_incomplete_meeting_is_not_saved(user, field, text, notice):
    before = app(user)["upcoming"]
    user.go("Meetings", meeting(user, "own")["title"], "menu_edit")
    user.hold(field)
    user.type(text or " ")
    user.tap("menu_save")
    assert user.shows(notice)
    assert app(user)["upcoming"] == before


def test_saving_without_a_change_changes_nothing(user):
    before = app(user)["upcoming"]
    user.go("Meetings", meeting(user, "own")["title"], "menu_edit", "menu_save")
    assert app(user)["upcoming"] == before


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_a_meeting_asks_first(user, sure):
    wanted = meeting(user, "own")
    user.go("Meetings", wanted["title"], "menu_delete", "button1" if sure else "button2")
    assert (wanted["id"] in [m["id"] for m in app(user)["upcoming"]]) is not sure


def test_meetings_of_others_cannot_be_changed(user):
    user.go("Meetings", meeting(user, "invited")["title"])
    assert not user.shows("menu_edit")
    assert not user.shows("menu_delete")


def test_search_finds_titles_hosts_guests_and_numbers(user):
    wanted = meeting(user, "invited")
    queries = (wanted["title"], wanted["host"], wanted["meeting_id"].replace(" ", ""))
    for query in (*queries, meeting(user, "own")["invited"][0]["name"]):
        user.reset(0)
        user.go("Meetings", "search_button")
        user.type(query)
        assert user.shows("meeting_row")


# ---------------------------------------------------------------- gold


def test_a_passcode_shows_on_demand_only(user):
    wanted = meeting(user, "invited")
    user.go("Meetings", wanted["title"])
    assert not user.shows(wanted["passcode"])
    user.tap("show_passcode")
    assert (T.PASSWORD, wanted["passcode"], "text") in user.gold_places()
    assert (T.ID_NUMBER, wanted["meeting_id"], "text") in user.gold_places()
    assert (T.ID_NUMBER, wanted["meeting_id"].replace(" ", ""), "text") in user.gold_places()


def test_the_host_of_a_meeting_is_in_the_description_only(user):
    wanted = meeting(user, "open")
    user.go("Meetings")
    attributes = {attr for _, value, attr in user.gold_places() if value == wanted["host"]}
    assert attributes == {"content-desc"}


def test_the_personal_number_stands_in_groups_and_as_a_whole(user):
    number = app(user)["room"]["meeting_id"]
    user.go("Meetings")
    elements = nodes(user.frame().tree)
    parts = [e.get("text") for e in elements if e.get("resource-id", "").endswith("id_part")]
    assert parts == number.split()
    user.tap("tab_account")
    assert (T.ID_NUMBER, number, "text") in user.gold_places()


def test_a_code_has_number_and_passcode_in_its_pixels(user):
    wanted = meeting(user, "own")
    user.go("Meetings", wanted["title"], "qr_entry")
    found = {(m.type, m.value) for m in user.marks() if m.node is None}
    assert (T.PASSWORD, wanted["passcode"]) in found
    assert (T.ID_NUMBER, wanted["meeting_id"].replace(" ", "")) in found
    assert [mark.kind for mark in user.phone.pictures()] == ["code"]


def test_every_camera_shows_a_face(user):
    lead(user)
    tiles = [e for e in nodes(user.frame().tree) if e.get("class") == "android.view.TextureView"]
    cameras = [Box.parse(tile.get("bounds")) for tile in tiles]
    faces = user.phone.pictures()
    assert cameras
    assert {mark.kind for mark in faces} == {"face"}
    assert all(any(face.box.overlap(camera) == 1 for camera in cameras) for face in faces)
    whole = [camera for camera in cameras if camera.height == cameras[0].height]
    assert all(any(face.box.overlap(camera) == 1 for face in faces) for camera in whole)


@pytest.mark.parametrize(
    "way", [("room_button", "dial_in_entry"), ("tab_account", "settings_entry")]
)
def test_some_screens_hold_nobodys_data(user, way):
    user.go("Meetings", *way)
    assert user.gold_places() == set()


def test_who_attended_is_filed_by_surname(user):
    past = app(user)["past"][0]
    user.go("Meetings", "tab_past", past["title"])
    shown = user.gold_places()
    for person in past["attended"][:2]:
        assert (T.PERSON_NAME, person["shown"], "text") in shown
        assert (T.PERSON_NAME, person["name"], "content-desc") in shown
        assert (T.EMAIL, person["email"], "text") in shown


def test_what_was_said_can_be_read(user):
    past = app(user)["past"][0]
    user.go("Meetings", "tab_past", past["title"], "transcript_entry")
    shown = {(kind, value) for kind, value, _ in user.gold_places()}
    for line in past["transcript"]:
        assert (T.PERSON_NAME, line["sender"]) in shown
    assert any(kind is T.MESSAGE_CONTENT for kind, _ in shown)


# ---------------------------------------------------------------- the account


def test_the_room_gets_another_passcode(user):
    user.go("Meetings", "tab_account", "change_passcode")
    user.type("271828")
    user.tap("button1")
    assert app(user)["room"]["passcode"] == "271828"


def test_the_owner_gets_another_name(user):
    user.go("Meetings", "tab_account", "edit_name")
    user.type("The Captain")
    user.tap("button1")
    assert app(user)["display_name"] == "The Captain"
    assert user.shows("The Captain")


def test_settings_switch(user):
    user.go("Meetings", "tab_account", "settings_entry", "setting_hd")
    assert app(user)["settings"]["hd"] is True


# ---------------------------------------------------------------- everywhere


SCREENS = {
    "home": (),
    "details": ("live",),
    "call": ("live", "join_button"),
    "people": ("live", "join_button", "control_people"),
    "person": ("live", "join_button", "control_people", "participant_row"),
    "chat": ("live", "join_button", "control_chat", "chat_to_row"),
    "leave": ("live", "join_button", "control_leave"),
    "invite": ("own", "invite_button"),
    "edit": ("own", "menu_edit"),
    "qr": ("own", "qr_entry"),
    "join": ("join_entry",),
    "schedule": ("schedule_button", "duration_row"),
    "past": ("tab_past", "meeting_row"),
    "account": ("tab_account", "edit_name"),
    "billing": ("tab_account", "billing_entry"),
}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("world", ["en-US", "he-IL"])
def test_every_screen_renders_dumps_and_is_marked(user, name, world, monkeypatch):
    monkeypatch.undo()
    user.phone.reset(3, world)
    titles = {topic: meeting(user, topic)["title"] for topic in ("live", "own")}
    user.go("Meetings", *(titles.get(label, label) for label in SCREENS[name]))
    check_frame(user.phone)


def test_every_world_has_what_the_app_needs():
    for world in ("en-GB", "de-DE", "es-ES", "zh-CN"):
        made = seed_meetings(make_world(4, world))
        first, second = (m for m in made["upcoming"] if m["id"] in ("u02", "u03"))
        assert first["meeting_id"][:-1] == second["meeting_id"][:-1]
        assert first["meeting_id"] != second["meeting_id"]
        assert made["upcoming"][0]["new_phone"] not in [p["number"] for p in made["dial_in"]]
