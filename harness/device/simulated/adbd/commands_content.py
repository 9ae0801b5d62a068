"""``content query``: the phone's contacts, messages and calls as content providers show them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from typing import Any, Final

from harness.device.simulated.adbd.commands_base import (
    NOW,
    Command,
    Machine,
    Result,
    failed,
    printed,
)

Row = dict[str, str | int | None]
State = Mapping[str, Any]
_AUTHORITY = "com.android.contacts"
_PHONE = "vnd.android.cursor.item/phone_v2"
_EMAIL = "vnd.android.cursor.item/email_v2"
_NAME = "vnd.android.cursor.item/name"
_NOON_MS = int(NOW.timestamp()) * 1000


def _content(machine: Machine, args: Sequence[str], stdin: bytes) -> Result:
    if not args or args[0] != "query":
        return failed(
            1,
            f"[ERROR] Unsupported command: {args[0]}" if args else "[ERROR] Command not specified",
            "usage: adb shell content query --uri <URI> [--user <USER_ID>]"
            " [--projection <PROJECTION>] [--where <WHERE>] [--sort <SORT_ORDER>]",
        )
    options = dict(zip(args[1::2], args[2::2], strict=False))
    uri = options.get("--uri", "")
    if not uri.startswith("content://"):
        return failed(1, "[ERROR] Content provider URI not specified.")
    authority, _, path = uri.removeprefix("content://").partition("/")
    rows = _rows(machine.phone.state(), authority, path.strip("/"))
    if rows is None:
        return failed(
            1,
            f"Error while accessing provider:{authority}",
            f"java.lang.IllegalStateException: Could not find provider: {authority}",
        )
    try:
        found = _select(rows, options)
    except sqlite3.Error as error:
        # SQLite names the column or the token it stumbled over; both come from the caller.
        return failed(
            1,
            f"Error while accessing provider:{authority}",
            f"android.database.sqlite.SQLiteException: {error} (code 1 SQLITE_ERROR)",
        )
    if not found:
        return printed("No result found.")
    return printed(
        *(
            f"Row: {i} " + ", ".join(f"{k}={'NULL' if v is None else v}" for k, v in row.items())
            for i, row in enumerate(found)
        )
    )


def _select(rows: list[Row], options: Mapping[str, str]) -> list[Row]:
    """Filter and sort with SQLite itself, as providers do."""
    if not rows:
        return []
    names = list(rows[0])
    quoted = [name for option in options.get("--projection", "").split(":") if (name := option)]
    wanted = ", ".join(f'"{name}"' for name in quoted if name in names)
    unknown = [name for name in quoted if name not in names]
    if unknown:
        raise sqlite3.OperationalError(f"Invalid column {unknown[0]}")
    query = f"SELECT {wanted or '*'} FROM rows"
    if where := options.get("--where", ""):
        query += f" WHERE ({where})"
    query += f" ORDER BY {options.get('--sort') or '_id'}"
    with closing(sqlite3.connect(":memory:")) as base:
        base.row_factory = sqlite3.Row
        base.execute(f"CREATE TABLE rows ({', '.join(names)})")
        marks = ", ".join("?" * len(names))
        base.executemany(f"INSERT INTO rows VALUES ({marks})", [[*row.values()] for row in rows])
        return [dict(row) for row in base.execute(query)]


# ---------------------------------------------------------------- providers


def _rows(state: State, authority: str, path: str) -> list[Row] | None:
    """The rows of a table, None if there is no such provider or table."""
    table = _TABLES.get(authority, {}).get(path)
    return None if table is None else table(state)


def _people(state: State) -> list[tuple[int, dict[str, Any]]]:
    people = sorted(state["contacts"]["people"], key=lambda p: str(p["id"]))
    return list(enumerate(people, start=1))


def _contacts(state: State) -> list[Row]:
    return [
        {
            "_id": id,
            "display_name": person["name"],
            "display_name_alt": f"{person['last']}, {person['first']}",
            "starred": int(person["favorite"]),
            "has_phone_number": int(bool(person["phone"])),
            "lookup": f"sim{person['id']}",
            "photo_uri": None,
            "times_contacted": 0,
        }
        for id, person in _people(state)
    ]


def _data(state: State) -> list[Row]:
    rows: list[Row] = []
    for id, person in _people(state):
        for mime, value in (
            (_NAME, person["name"]), (_PHONE, person["phone"]), (_EMAIL, person["email"]),
        ):  # fmt: skip
            if value:
                rows.append(
                    {
                        "_id": len(rows) + 1,
                        "contact_id": id,
                        "raw_contact_id": id,
                        "mimetype": mime,
                        "display_name": person["name"],
                        "data1": value,
                        "data2": "2" if mime == _PHONE else None,
                        "data4": _normalized(value) if mime == _PHONE else None,
                    }
                )
    return rows


def _of(mime: str) -> Callable[[State], list[Row]]:
    def rows(state: State) -> list[Row]:
        return [row for row in _data(state) if row["mimetype"] == mime]

    return rows


def _sms(state: State, kind: int | None = None) -> list[Row]:
    """Messages of threads with one number; groups are MMS on a phone, and not here."""
    rows: list[Row] = []
    threads = [t for t in state["messages"]["threads"] if t["kind"] != "group"]
    for thread in sorted(threads, key=lambda t: int(t["order"])):
        for position, message in enumerate(thread["messages"]):
            sent = bool(message["from_me"])
            last = position == len(thread["messages"]) - 1
            rows.append(
                {
                    "_id": len(rows) + 1,
                    "thread_id": int(thread["order"]),
                    "address": thread["number"],
                    "person": None,
                    "date": _NOON_MS + 60_000 * len(rows),
                    "protocol": None if sent else 0,
                    "read": int(not (thread["unread"] and last)),
                    "status": -1,
                    "type": 2 if sent else 1,
                    "subject": None,
                    "body": message["body"],
                }
            )
    for row in rows:
        row["date"] = int(row["date"] or 0) - 60_000 * len(rows)
    return [row for row in rows if kind in (None, row["type"])]


def _calls(state: State) -> list[Row]:
    return [
        {
            "_id": id,
            "number": call["number"],
            "name": call["name"] or None,
            "type": 2,
            "duration": 0,
            "date": _NOON_MS,
        }
        for id, call in enumerate(state["calls"], start=1)
    ]


def _normalized(number: str) -> str:
    return "".join(c for c in number if c.isdigit() or c == "+")


_TABLES: Final[Mapping[str, Mapping[str, Callable[[State], list[Row]]]]] = {
    _AUTHORITY: {
        "contacts": _contacts,
        "raw_contacts": _contacts,
        "data": _data,
        "data/phones": _of(_PHONE),
        "data/emails": _of(_EMAIL),
    },
    "sms": {
        "": _sms,
        "inbox": lambda state: _sms(state, 1),
        "sent": lambda state: _sms(state, 2),
    },
    "call_log": {"calls": _calls},
}
COMMANDS: Final[Mapping[str, Command]] = {"content": _content}
