"""``content query``: rows of the phone's own state, filtered by SQLite."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from harness.core.action import InputText, Launch, PressKey, TapAt
from harness.device.simulated.adbd.commands import Commands, Result
from harness.device.simulated.adbd.faults import Faults
from harness.device.simulated.adbd.files import Files
from harness.device.simulated.phone import SimulatedPhone

Run = Callable[..., Result]
CONTACTS = "content://com.android.contacts/contacts"
PHONES = "content://com.android.contacts/data/phones"


@pytest.fixture
def phone() -> SimulatedPhone:
    return SimulatedPhone()


@pytest.fixture
def query(phone: SimulatedPhone) -> Run:
    commands = Commands(phone, Files(), Faults({}))

    def ask(uri: str, **options: str) -> Result:
        pairs = [word for key, value in options.items() for word in (f"--{key}", value)]
        return commands.run(["content", "query", "--uri", uri, *pairs], b"")

    return ask


def rows(result: Result) -> list[str]:
    assert (result.code, result.err) == (0, b"")
    lines = result.out.decode().splitlines()
    assert [line.split(" ", 2)[:2] for line in lines] == [
        ["Row:", str(i)] for i in range(len(lines))
    ]
    return [line.split(" ", 2)[2] for line in lines]


def test_every_contact_is_a_row(query: Run, phone: SimulatedPhone) -> None:
    people = phone.state()["contacts"]["people"]
    named = rows(query(CONTACTS, projection="display_name"))
    assert sorted(named) == sorted(f"display_name={p['name']}" for p in people)
    numbers = rows(query(PHONES, projection="display_name:data1", sort="data1 DESC"))
    expected = sorted((p["phone"], p["name"]) for p in people)[::-1]
    assert numbers == [f"display_name={name}, data1={number}" for number, name in expected]
    starred = rows(query(CONTACTS, where="starred=1"))
    assert len(starred) == sum(p["favorite"] for p in people)


def test_a_row_holds_all_columns_and_null_where_there_is_nothing(query: Run) -> None:
    first = rows(query(CONTACTS))[0]
    assert re.match(r"_id=1, display_name=[^,]+, display_name_alt=", first)
    assert "photo_uri=NULL" in first


def test_a_filter_with_quotes(query: Run, phone: SimulatedPhone) -> None:
    person = phone.state()["contacts"]["people"][0]
    found = query(PHONES, projection="data1", where=f"display_name='{person['name']}'")
    assert rows(found) == [f"data1={person['phone']}"]
    assert query(PHONES, where="data1='none'").out == b"No result found.\n"


def test_messages_are_rows_by_direction(query: Run, phone: SimulatedPhone) -> None:
    threads = [t for t in phone.state()["messages"]["threads"] if t["kind"] != "group"]
    said = [(m["from_me"], m["body"]) for t in threads for m in t["messages"]]
    for uri, mine in (("content://sms/inbox", False), ("content://sms/sent", True)):
        found = rows(query(uri, projection="type:body"))
        kind = 2 if mine else 1
        assert sorted(found) == sorted(f"type={kind}, body={b}" for m, b in said if m is mine)
    assert len(rows(query("content://sms"))) == len(said)


def test_a_message_that_was_just_sent_is_the_latest(query: Run, phone: SimulatedPhone) -> None:
    phone.perform(Launch("Messages"))
    phone.perform(TapAt(500, 500))
    thread = phone.state()["foreground"]
    assert thread["screen"] == "thread"
    phone.perform(TapAt(400, 2200))
    phone.perform(InputText("On my way, O'Neil"))
    phone.perform(PressKey("enter"))
    sent = query("content://sms/sent", projection="body", sort="date DESC")
    assert rows(sent)[0] == "body=On my way, O'Neil"


def test_calls_are_logged(query: Run, phone: SimulatedPhone, user) -> None:
    assert query("content://call_log/calls").out == b"No result found.\n"
    user.phone = phone
    user.open("Contacts")
    user.tap("contact_row")
    user.tap("Call")
    (call,) = phone.state()["calls"]
    number = call["number"]
    assert rows(query("content://call_log/calls", projection="number")) == [f"number={number}"]


@pytest.mark.parametrize("uri", ["content://nothing/x", "content://sms/nothing", CONTACTS + "x"])
def test_a_provider_that_isnt_there(query: Run, uri: str) -> None:
    result = query(uri)
    assert result.code == 1
    assert b"Error while accessing provider:" in result.err


@pytest.mark.parametrize(
    "options",
    [
        {"where": "nothing=1"},
        {"where": "1=1) UNION SELECT * FROM sqlite_master --"},
        {"where": "'"},
        {"sort": "; DROP TABLE rows"},
        {"projection": "nothing"},
    ],
)
def test_what_sqlite_refuses(query: Run, options: dict[str, str]) -> None:
    result = query(CONTACTS, **options)
    assert (result.code, result.out) == (1, b"")
    assert b"SQLiteException" in result.err


def test_only_queries_are_supported(phone: SimulatedPhone) -> None:
    commands = Commands(phone, Files(), Faults({}))
    for argv in (["content"], ["content", "delete", "--uri", CONTACTS], ["content", "query"]):
        result = commands.run(argv, b"")
        assert result.code == 1
        assert result.err.startswith(b"[ERROR]")
