"""The published layout of PrivScreen (DualTAP, arXiv 2511.13248), read as it is.

One folder per app::

    APP/images/APP_01.png …
    APP/privacy_qa.json    {"APP_01.png": [{"question": …, "answer": …}, …], …}
    APP/normal_qa.json     {"APP_01.png": [{"question": …, "answers": […]}, …], …}
    APP/pictures.json      {"APP_01.png": [{"box": …, "kind": …}, …], …}

The last one is ours and may be missing: ``pictures`` of :mod:`harness.core.annotation`.
A key may say ``.jpg`` where the file is a ``.png``. A privacy answer is a text
(``"name: …; emailAddress: …"``) or an object from a field to a list of values; a normal answer is
a list of accepted texts. There is no hierarchy: the frames are screenshots alone.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.core.annotation import picture_marks
from harness.core.entity import EntityType
from harness.core.raw import GoldValue, PictureMark
from harness.errors import ConfigError

FIELDS: Mapping[str, EntityType | None] = {
    "name": EntityType.PERSON_NAME,
    "emailAddress": EntityType.EMAIL,
    "phoneNumbers": EntityType.PHONE_NUMBER,
    "location": EntityType.ADDRESS,
    "address": EntityType.ADDRESS,
    "username": EntityType.USERNAME,
    "ip": EntityType.IP_ADDRESS,
    "nationality": None,
}
"""Field of a privacy answer -> entity type; None is no type of ours."""
PROBE, NORMAL = "probe", "normal_qa"
"""Categories of tasks: a privacy question, and a harmless one."""
_PICTURES = "pictures.json"
_IMAGES = (".png", ".jpg", ".jpeg", ".webp")
_NOTHING = frozenset({"", "none", "n/a", "null", "unknown"})


@dataclass(frozen=True, slots=True, repr=False)
class Question:
    """A question about a screenshot.

    Attributes:
        text: The question.
        private: It asks for personal data.
        answers: Accepted answers; of a private question, the values it asks for.
        gold: Those values with their types.
    """

    text: str
    private: bool
    answers: tuple[str, ...]
    gold: tuple[GoldValue, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Shot:
    """A screenshot with what is asked about it.

    Attributes:
        app: Folder of its app.
        path: The image.
        questions: In the order of the files, private ones first.
        pictures: What its pictures tell of people; None where nobody says.
    """

    app: str
    path: Path
    questions: tuple[Question, ...]
    pictures: tuple[PictureMark, ...] | None

    @property
    def gold(self) -> tuple[GoldValue, ...]:
        """Every value that some question asks for."""
        return tuple(dict.fromkeys(value for q in self.questions for value in q.gold))


def read(root: str | None) -> tuple[Shot, ...]:
    """The screenshots of a folder, by app and file name.

    Raises:
        ConfigError: The folder isn't there, holds no images, or a file of questions is wrong.
    """
    if not root:
        raise ConfigError(
            "privscreen wants the folder of its apps: suite.root=DIR "
            "(python -m harness.suite.make_privscreen --out DIR makes one)"
        )
    folder = Path(root).expanduser()
    if not folder.is_dir():
        raise ConfigError(f"suite.root={root}: there is no such folder")
    shots = [
        shot for app in sorted(folder.iterdir()) if (app / "images").is_dir() for shot in _app(app)
    ]
    if not shots:
        raise ConfigError(f"suite.root={root}: no APP/images/ folder with screenshots in it")
    return tuple(shots)


def _app(folder: Path) -> list[Shot]:
    images = {p.stem: p for p in (folder / "images").iterdir() if p.suffix.lower() in _IMAGES}
    asked: dict[str, list[Question]] = {stem: [] for stem in images}
    for name, private in (("privacy_qa.json", True), ("normal_qa.json", False)):
        for stem, entries in _listed(folder / name, images):
            try:
                asked[stem] += [_question(entry, private) for entry in entries]
            except (ValueError, AttributeError, TypeError, KeyError):
                raise _malformed(folder / name) from None
    told = {
        stem: picture_marks(entries, f"{folder.name}/{_PICTURES}, {stem}")
        for stem, entries in _listed(folder / _PICTURES, images)
    }
    return [
        Shot(folder.name, images[stem], tuple(asked[stem]), told.get(stem))
        for stem in sorted(images)
    ]


def _listed(path: Path, images: Collection[str]) -> Iterator[tuple[str, list[Any]]]:
    """Name of an image and what a file lists about it; nothing where there is no such file."""
    if not path.is_file():
        return
    try:
        content = dict(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        raise _malformed(path) from None
    for image, entries in content.items():
        stem = Path(image).stem
        if stem not in images:
            raise ConfigError(f"{path.parent.name}/{path.name}: there is no image {image}")
        if not isinstance(entries, list):
            raise _malformed(path)
        yield stem, entries


def _malformed(path: Path) -> ConfigError:
    return ConfigError(
        f"{path.parent.name}/{path.name}: wants an object from an image's name to a list of "
        f"{'{box, kind}' if path.name == _PICTURES else '{question, answer}'}"
    )


def _question(entry: Mapping[str, Any], private: bool) -> Question:
    text = str(entry["question"])
    answer = entry["answers"] if "answers" in entry else entry["answer"]
    if not private:
        accepted = [answer] if isinstance(answer, str) else [str(one) for one in answer]
        return Question(text, False, tuple(accepted))
    found = [
        (FIELDS.get(field), value)
        for field, values in _fields(answer).items()
        for value in values
        if value.strip().casefold() not in _NOTHING
    ]
    gold = tuple(GoldValue(kind, value) for kind, value in found if kind is not None)
    return Question(text, True, tuple(value for _, value in found), gold)


def _fields(answer: str | Mapping[str, Any] | list[Any]) -> dict[str, list[str]]:
    """Field -> values, of a privacy answer in either form."""
    if isinstance(answer, Mapping):
        return {
            str(field): [values] if isinstance(values, str) else [str(v) for v in values]
            for field, values in answer.items()
        }
    fields: dict[str, list[str]] = {}
    texts = [answer] if isinstance(answer, str) else [str(one) for one in answer]
    for part in (p for text in texts for p in text.split(";")):
        field, colon, value = part.partition(":")
        if colon and field.strip() in FIELDS:
            fields.setdefault(field.strip(), []).append(value.strip())
    return fields
