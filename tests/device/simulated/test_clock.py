"""The clock does what its screens promise, and the state shows it."""

from __future__ import annotations

import pytest

from harness.core.entity import EntityType as T


def clock(user):
    return user.phone.state()["clock"]


def test_a_new_alarm_has_what_was_typed(user):
    user.open("Clock")
    user.tap("Add alarm")
    user.type("6:40 PM")
    user.tap("label")
    user.type("Bread")
    user.tap("day_5")
    user.tap("day_6")
    user.tap("Sound")
    user.tap("Krypton")
    user.tap("vibrate")
    user.tap("Save")
    made = clock(user)["alarms"][-1]
    shown = [made[key] for key in ("time", "label", "days", "sound", "vibrate", "on")]
    assert shown == ["18:40", "Bread", [5, 6], "Krypton", False, True]
    assert user.phone.state()["foreground"]["screen"] == "home"


def test_what_is_no_time_is_not_saved(user):
    before = clock(user)
    user.open("Clock")
    user.tap("Add alarm")
    user.type("half past six")
    user.tap("Save")
    assert user.shows("Enter a time")
    assert clock(user) == before


def test_a_switch_turns_an_alarm_on_and_off(user):
    first = min(clock(user)["alarms"], key=lambda a: a["time"])
    user.open("Clock")
    user.tap("onoff")
    (after,) = [a for a in clock(user)["alarms"] if a["id"] == first["id"]]
    assert after["on"] is not first["on"]


@pytest.mark.parametrize("sure", [True, False])
def test_deleting_an_alarm_asks_first(user, sure):
    first = min(clock(user)["alarms"], key=lambda a: a["time"])
    user.open("Clock")
    user.tap("alarm_row")
    user.tap("Delete alarm")
    user.tap("Delete" if sure else "Cancel")
    assert (first in clock(user)["alarms"]) is not sure


def test_an_alarm_about_somebody_shows_their_name_only_in_the_label(user):
    wanted = next(a for a in clock(user)["alarms"] if a["topic"] == "person")
    user.open("Clock")
    user.scroll_to(wanted["label"])
    assert (T.PERSON_NAME, wanted["about"]) in user.gold()
    assert not any(wanted["label"] == value for _, value in user.gold())


def test_a_treatment_is_gold_in_the_list_and_in_the_form(user):
    wanted = next(a for a in clock(user)["alarms"] if a["topic"] == "health")
    user.open("Clock")
    user.scroll_to(wanted["label"])
    assert (T.HEALTH_INFO, wanted["label"]) in user.gold()
    user.tap(wanted["label"])
    assert (T.HEALTH_INFO, wanted["label"]) in user.gold()


def test_cities_come_and_go(user):
    new = next(c for c in clock(user)["cities"][1:] if not c["shown"])
    user.open("Clock")
    user.tap("World clock")
    user.tap("Add city")
    user.type(new["name"])
    user.tap("city_picker_row")
    assert user.shows(new["name"])
    assert user.gold() == set()
    user.hold(new["name"])
    assert not user.shows(new["name"])


def test_a_timer_is_typed_like_on_an_oven(user):
    user.open("Clock")
    user.tap("Timer")
    user.tap("Add timer")
    assert user.element("fab_start").get("enabled") == "false"
    for digit in "0130":
        user.tap(f"timer_setup_digit_{digit}")
    assert user.shows("00:01:30")
    user.tap("Start")
    made = clock(user)["timers"][-1]
    assert (made["seconds"], made["running"]) == (90, True)
    assert user.shows("1:30")


def test_timers_are_labelled_lengthened_paused_and_deleted(user):
    user.open("Clock")
    user.tap("Timer")
    user.tap("label_row")
    user.type("Rice")
    user.tap("OK")
    user.tap("+1:00")
    user.tap("Start")
    first = clock(user)["timers"][0]
    assert (first["label"], first["seconds"], first["running"]) == ("Rice", 330, True)
    user.tap("Pause")
    assert clock(user)["timers"][0]["running"] is False
    user.tap("Delete timer")
    assert len(clock(user)["timers"]) == 1


def test_the_stopwatch_counts_laps_while_it_runs(user):
    user.open("Clock")
    user.tap("Stopwatch")
    assert user.element("Lap").get("enabled") == "false"
    user.tap("Start")
    user.tap("Lap")
    user.tap("Lap")
    assert clock(user)["stopwatch"] == {"running": True, "laps": 2}
    assert user.shows("# 2")
    user.tap("Reset")
    assert clock(user)["stopwatch"] == {"running": False, "laps": 0}


def test_bedtime_has_two_times_and_a_switch(user):
    user.open("Clock")
    user.tap("Bedtime")
    user.tap("Use bedtime schedule")
    user.tap("Wake up")
    user.type("6:15 AM")
    user.tap("OK")
    assert clock(user)["bedtime"] == {"on": True, "bed": "23:00", "wake": "06:15"}
    assert user.shows("6:15 AM")
