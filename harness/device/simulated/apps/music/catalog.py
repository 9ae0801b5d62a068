"""The songs, albums and artists that anybody can listen to; nothing here is about a person.

Some artists are called like people, and play counts, lengths and codes look like numbers of
somebody: what a detector hides of them, it hides for nothing.
"""

from __future__ import annotations

import random
from typing import Any

from harness.device.simulated.world import World, digits

Item = dict[str, Any]

SONGS_PER_ALBUM = 3
TIMERS = ("5 minutes", "15 minutes", "30 minutes", "60 minutes", "End of song")
QUALITIES = ("Low", "Normal", "High", "Very high")
EQUALIZERS = ("Flat", "Bass boost", "Treble boost", "Spoken word", "Small speakers")
CROSSFADES = ("Off", "3 seconds", "6 seconds", "12 seconds")


def seed_catalog(world: World) -> dict[str, list[Item]]:
    """Artists, albums and songs at the start."""
    rng = world.rng("music/catalog")
    names = world.texts("music.artists")
    listeners = rng.sample(range(2_300, 4_800_000), len(names))
    artists = [
        {"id": f"r{i}", "name": name, "listeners": world.locale.number(count)}
        for i, (name, count) in enumerate(zip(names, listeners, strict=True))
    ]
    labels = world.texts("music.labels")
    albums = [
        {
            "id": f"b{i}",
            "title": title,
            "artist": names[i % len(names)],
            "year": str(rng.randint(2006, 2023)),
            "label": rng.choice(labels),
            "catalogue": f"{rng.choice('FKL')}{rng.choice('RVX')}-{digits(rng, 3)}",
        }
        for i, title in enumerate(world.texts("music.albums"))
    ]
    titles = world.texts("music.songs")
    plays = rng.sample(range(1_200, 9_400_000), len(titles))
    songs = [
        _song(world, rng, i, title, albums[i // SONGS_PER_ALBUM], plays[i])
        for i, title in enumerate(titles)
    ]
    return {"artists": artists, "albums": albums, "songs": songs}


def clock(seconds: int) -> str:
    """A length as players write it."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _song(
    world: World, rng: random.Random, number: int, title: str, album: Item, plays: int
) -> Item:
    seconds = rng.randint(121, 431)
    return {
        "id": f"m{number:02d}",
        "title": title,
        "artist": album["artist"],
        "album": album["id"],
        "seconds": seconds,
        "length": clock(seconds),
        "plays": plays,
        "plays_text": world.locale.number(plays),
        "tempo": str(rng.randint(62, 178)),
        "code": f"ZZ-{rng.choice('KQX')}{digits(rng, 2)}-{album['year'][2:]}-{digits(rng, 5)}",
        "liked": rng.random() < 0.25,
    }


def seed_player(world: World, songs: list[Item]) -> Item:
    """What is playing, and what comes next."""
    rng = world.rng("music/player")
    current, *queue = rng.sample([song["id"] for song in songs[12:]], 5)
    return {
        "song": current,
        "playing": False,
        "position": rng.randint(20, 110),
        "shuffle": False,
        "repeat": False,
        "timer": "",
        "queue": queue,
        "played": [],
    }


def seed_settings() -> Item:
    """How it sounds."""
    return {
        "quality": "Normal",
        "equalizer": "Flat",
        "crossfade": "Off",
        "even_volume": True,
        "explicit": True,
        "downloads_on_mobile": False,
    }
