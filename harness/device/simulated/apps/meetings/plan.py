"""A meeting and the people in it, as the state of the phone keeps them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated.l10n import Locale
from harness.device.simulated.text import Part, Rich, filled, from_marks, to_marks
from harness.device.simulated.world import Person, digits

T = EntityType
Record = dict[str, Any]

OWNER = "owner"
ROOM = "room"
"""Id of the owner's personal room."""
OPTIONS = ("waiting_room", "mute_on_join", "video_off", "record")
DURATIONS = (30, 45, 60, 90)
_CODE = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


# ---------------------------------------------------------------- one meeting


def blank(id: str, day: date, start: str, minutes: int) -> Record:
    """A meeting without a title that nobody is in."""
    return {
        "id": id,
        "topic": "",
        "title": "",
        "title_marks": [],
        "host": "",
        "host_id": OWNER,
        "date": day.isoformat(),
        "start": start,
        "minutes": minutes,
        "live": False,
        "meeting_id": "",
        "passcode": "",
        "invited": [],
        "notes": "",
        "notes_marks": [],
        "people": [],
        "chat": [],
        **dict.fromkeys(OPTIONS, False),
    }


def stamp(meeting: Record, locale: Locale) -> None:
    """Write down how the phone shows day and time."""
    first = datetime.fromisoformat(f"{meeting['date']}T{meeting['start']}")
    last = first + timedelta(minutes=meeting["minutes"])
    meeting["date_text"] = locale.date(first.date(), "long")
    meeting["time_text"] = locale.time(first.hour, first.minute)
    meeting["end_text"] = locale.time(last.hour, last.minute)


def give_number(meeting: Record, rng: random.Random) -> None:
    """A number that is nobody's telephone, and a passcode."""
    meeting["meeting_id"] = grouped(f"8{digits(rng, 10)}")
    meeting["passcode"] = make_passcode(rng)


def make_passcode(rng: random.Random) -> str:
    """Six digits, or six letters and digits."""
    if rng.random() < 0.5:
        return digits(rng, 6)
    return "".join(rng.choice(_CODE) for _ in range(5)) + digits(rng, 1)


def grouped(number: str) -> str:
    """A number in three groups."""
    return f"{number[:3]} {number[3:-4]} {number[-4:]}"


def plain(number: str) -> str:
    """A meeting number without its blanks."""
    return number.replace(" ", "").replace("-", "")


def title(meeting: Record) -> Rich:
    """Its title, with the names in it marked."""
    return from_marks(meeting["title"], meeting["title_marks"])


def shown(person: Record) -> Rich:
    """What somebody calls themselves in a meeting."""
    return from_marks(person["shown"], person["shown_marks"])


def invitee(person: Person) -> Record:
    """A contact as somebody who is invited."""
    return {"contact_id": person["id"], "name": person["name"], "email": person["email"]}


def ordered(meetings: Sequence[Record]) -> list[Record]:
    """By day and time."""
    return sorted(meetings, key=lambda m: (m["date"], m["start"], m["id"]))


def participant(id: str, person: Person, called: Rich) -> Record:
    """A contact in a call, and how they call themselves there."""
    return invitee(person) | {
        "id": id,
        "shown": called.text,
        "shown_marks": to_marks(called),
        "role": "",
        "muted": False,
        "video": True,
        "status": "in",
    }


def name_it(meeting: Record, text: str, slots: Mapping[str, Part]) -> None:
    """Give it a title."""
    named = filled(text, slots)
    meeting |= {"title": named.text, "title_marks": to_marks(named)}
