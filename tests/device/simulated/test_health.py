"""Health: the record changes as its screens say, and knows what is nobody's data."""

from __future__ import annotations

import pytest

from harness.core.entity import EntityType
from harness.core.paths import world_names
from harness.core.raw import nodes

T = EntityType


@pytest.fixture
def app(user):
    user.open("Health")
    return user


def record(user):
    return user.phone.state()["health"]


def go(user, place):
    user.tap("Records")
    user.tap(f"{place}_row")


def test_a_medicine_is_ticked_off_and_on(app):
    app.tap("dose_row")
    assert record(app)["medications"][0]["taken"] is True
    app.tap("dose_row")
    assert record(app)["medications"][0]["taken"] is False


def test_a_medicine_from_the_catalogue_can_be_added(app):
    item = record(app)["catalog"][0]
    go(app, "medications")
    app.tap("Add medication")
    app.type(item["name"][:4])
    app.tap(item["name"])
    app.tap("Save")
    assert app.shows("Enter a name and a dose")
    app.tap("dose")
    app.type(item["dose"])
    app.tap("Save")
    added = record(app)["medications"][-1]
    assert (added["name"], added["dose"]) == (item["name"], item["dose"])
    assert app.shows(item["name"])


def test_dose_time_and_reminder_can_be_changed(app):
    old, schedules = record(app)["medications"][0], record(app)["schedules"]
    other = next(s for s in schedules if s != old["schedule"])
    go(app, "medications")
    app.tap(old["name"])
    app.tap("dose_row")
    app.type("7.5 mg")
    app.tap("OK")
    app.tap("schedule_row")
    app.tap(other)
    app.tap("reminder_row")
    new = record(app)["medications"][0]
    assert (new["dose"], new["schedule"]) == ("7.5 mg", other)
    assert new["reminder"] is not old["reminder"]


@pytest.mark.parametrize("sure", [True, False])
def test_stopping_a_medicine_asks_first(app, sure):
    old = record(app)["medications"][0]
    go(app, "medications")
    app.tap(old["name"])
    app.tap("Stop taking it")
    app.tap("Remove" if sure else "Cancel")
    assert (old in record(app)["medications"]) is not sure


def test_allergies_come_and_go(app):
    old = record(app)["allergies"][0]
    go(app, "allergies")
    app.tap("Add allergy")
    app.type("Cat hair")
    app.tap("OK")
    app.hold(old["name"])
    app.tap("Delete")
    names = [g["name"] for g in record(app)["allergies"]]
    assert names[-1] == "Cat hair"
    assert old["name"] not in names


def test_an_appointment_can_be_cancelled(app):
    visit = record(app)["appointments"][0]
    go(app, "appointments")
    app.tap(f"Dr. {visit['doctor']}")
    assert app.shows(visit["reason"])
    app.tap("Cancel appointment")
    app.tap("Cancel it")
    assert visit["id"] not in [a["id"] for a in record(app)["appointments"]]


def test_a_paid_bill_is_not_open(app):
    bill = record(app)["bills"][0]
    before = record(app)["open"]
    go(app, "bills")
    app.tap("bill_row")
    app.tap("paid_row")
    assert record(app)["bills"][0]["paid"] is True
    assert before - record(app)["open"] == pytest.approx(bill["amount"])


def test_an_emergency_contact_needs_a_number(app):
    app.tap("Profile")
    app.tap("Add emergency contact")
    app.type("Nora Quill")
    app.tap("Save")
    assert app.shows("Enter a name and a number")
    app.tap("phone")
    app.type("+1 808-555-0177")
    app.tap("Save")
    added = record(app)["emergency"][-1]
    assert (added["name"], added["phone"]) == ("Nora Quill", "+1 808-555-0177")
    assert (T.PHONE_NUMBER, "+1 808-555-0177") in app.gold()


def test_the_insurance_number_stands_in_groups_and_in_one_piece(app):
    number = record(app)["profile"]["insurance_number"]
    app.tap("Profile")
    shown = app.gold()
    assert {(T.ID_NUMBER, number)} | {(T.ID_NUMBER, group) for group in number.split()} <= shown


def test_names_and_birth_dates_of_the_profile_are_gold(app):
    profile, family = record(app)["profile"], record(app)["family"]
    app.tap("Profile")
    shown = app.gold()
    app.drag(-900)
    shown |= app.gold()
    expected = {
        (T.PERSON_NAME, profile["first"]),
        (T.PERSON_NAME, profile["last"]),
        (T.DATE_OF_BIRTH, profile["birthday"]),
        (T.HEALTH_INFO, profile["blood"]),
        (T.ID_NUMBER, profile["patient_number"]),
        (T.PERSON_NAME, family[0]["name"]),
        (T.DATE_OF_BIRTH, family[0]["birthday"]),
    }
    assert expected <= shown


def test_steps_are_nobodys_data(app):
    go(app, "steps")
    assert app.gold() == set()


def test_readings_may_be_masked_and_ranges_need_not(app):
    go(app, "readings")
    app.frame()
    marks = app.phone.gold()
    assert marks
    assert all(m.optional and m.type is T.HEALTH_INFO for m in marks)
    assert not any("–" in m.value for m in marks)
    app.tap("Add weight")
    app.type("70.1")
    app.tap("OK")
    assert record(app)["readings"][0]["value"] == "70.1"


def test_the_number_of_a_practice_is_nobody_elses(app):
    people = {p["phone"] for p in app.phone.state()["contacts"]["people"]}
    phones = [a["practice_phone"] for a in record(app)["appointments"]]
    assert len(set(phones)) == len(phones)
    assert not people & set(phones)


def test_the_next_appointment_is_known_by_surname(app):
    first = min(record(app)["appointments"], key=lambda a: a["day"])
    shown = app.gold()
    assert (T.PERSON_NAME, first["doctor_last"]) in shown
    assert (T.PERSON_NAME, first["doctor"]) not in shown


@pytest.mark.parametrize("world", world_names())
def test_every_world_has_its_own_record(user, world):
    user.phone.reset(1, world)
    user.open("Health")
    state = record(user)
    assert len({f["born"][:4] for f in state["family"]}) == len(state["family"]) >= 3
    texts = " ".join(n.get("text") for n in nodes(user.frame().tree))
    assert state["medications"][0]["name"] in texts
