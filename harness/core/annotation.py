"""Screens on disk, and what of them is personal: ``NAME.xml``, ``NAME.png``, ``NAME.gold.json``.

The annotation of a screen is one JSON object::

    {"file": "…xml", "app": "package", "lang": "…",
     "spans":    [{"node": i, "attr": "text", "start": s, "end": e, "type": T, "tier": 1|2}, …],
     "optional": [… the same, also of type OTHER …],
     "boxes":    [{"box": [left, top, right, bottom], "type": T, "tier": 1|2, "value": "…"}, …],
     "pictures": [{"box": [left, top, right, bottom], "kind": "face"|"code"|"document"}, …]}

``node`` counts the elements below the root in document order, ``start`` and ``end`` count code
points of the parsed attribute. ``spans`` must be hidden, each place of its own; hiding what is
``optional`` is neither demanded nor wrong; everything else must stay. ``boxes`` says where the
screenshot shows a value, with ``"optional": true`` where hiding is not demanded; without it, only
what OCR reads counts there. ``pictures`` says where the screenshot shows a face, a code or a
photographed document; without it, pictures are not scored. ``region`` (ISO 3166 code of the phone)
and ``category`` (kind of screen) may be told, too; other keys are notes.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lxml import etree

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.paths import SCREENS
from harness.core.raw import GoldMark, PictureKind, PictureMark, nodes
from harness.errors import ConfigError

OTHER = "OTHER"
"""Type of optional spans that no type of the taxonomy covers."""

_GOLD = ".gold.json"
_IMAGES = (".png", ".jpg", ".jpeg", ".webp")
_NUMBER = re.compile(r"\d+")
_WORDS = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScreenFiles:
    """The files of one screen; any of them may be missing, but not tree and image both."""

    name: str
    tree: Path | None
    image: Path | None
    gold: Path | None


def screen_files(folder: Path) -> list[ScreenFiles]:
    """The screens of a folder in natural order: 2 comes before 10."""
    found = list(folder.iterdir())
    trees = {p.stem: p for p in found if p.suffix == ".xml"}
    images = {p.stem: p for p in found if p.suffix.lower() in _IMAGES}
    golds = {p.name.removesuffix(_GOLD): p for p in found if p.name.endswith(_GOLD)}
    names = sorted(trees.keys() | images.keys(), key=_natural)
    return [ScreenFiles(n, trees.get(n), images.get(n), golds.get(n)) for n in names]


def annotated_screens(root: str | None) -> list[ScreenFiles]:
    """The screens of a folder, None for the one that the product ships.

    Raises:
        ConfigError: There is no such folder, or no screen in it.
    """
    folder = SCREENS if root is None else Path(root).expanduser()
    found = screen_files(folder) if folder.is_dir() else []
    if not found:
        what = "no NAME.xml or NAME.png in it" if folder.is_dir() else "there is no such folder"
        raise ConfigError(
            f"suite.root={folder}: {what}; python -m harness.suite.make_screens makes a set"
        )
    return found


@dataclass(frozen=True, slots=True, repr=False)
class Annotation:
    """What a gold file says.

    Attributes:
        file: Its name, for messages.
        app: Package of the app, "" if unknown.
        lang: Language of the screen, "" if unknown.
        category: Kind of screen, "screen" if it says none.
        region: ISO 3166 code in which phone numbers are read; None as the device.
        data: The JSON object.
    """

    file: str
    app: str
    lang: str
    category: str
    region: str | None
    data: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path) -> Annotation:
        """Read a gold file; its spans are looked at by :meth:`marks`.

        Raises:
            ConfigError: It is missing or broken; names the file and the field.
        """
        try:
            data = json.loads(path.read_text("utf-8"))
        except OSError as error:
            raise ConfigError(f"{path.name}: can't be read ({error.strerror})") from None
        except ValueError:
            raise ConfigError(f"{path.name}: not valid JSON") from None
        where = f"{path.name}: "
        if not isinstance(data, dict):
            raise ConfigError(f"{where}must be an object")
        texts = [_field(data, key, str, where, "") for key in ("app", "lang", "category", "region")]
        return cls(path.name, texts[0], texts[1], texts[2] or "screen", texts[3] or None, data)

    def marks(self, tree: etree._Element | None) -> tuple[GoldMark, ...]:
        """The gold of the screen.

        Args:
            tree: Root of its hierarchy, None without one.

        Raises:
            ConfigError: A span doesn't fit the tree, or a field is wrong; names the field.
        """
        elements = [] if tree is None else nodes(tree)
        found = []
        for key, optional in (("spans", False), ("optional", True)):
            for i, span in enumerate(_field(self.data, key, list, f"{self.file}: ", [])):
                found.append(_span(span, elements, f"{self.file}: {key}[{i}]", optional))
        _refuse_overlaps(found, self.file)
        for i, entry in enumerate(_field(self.data, "boxes", list, f"{self.file}: ", [])):
            found.append(_boxed(entry, f"{self.file}: boxes[{i}]"))
        return tuple(found)

    def pictures(self) -> tuple[PictureMark, ...] | None:
        """What its pictures tell of people; None where the file doesn't say.

        Raises:
            ConfigError: A field is wrong; names it.
        """
        if "pictures" not in self.data:
            return None
        return picture_marks(_field(self.data, "pictures", list, f"{self.file}: "), self.file)


def picture_marks(entries: Iterable[Any], file: str) -> tuple[PictureMark, ...]:
    """The pictures of one screen as a file lists them.

    Raises:
        ConfigError: An entry is wrong; names the file and the field.
    """
    found = []
    for i, entry in enumerate(entries):
        where = f"{file}: pictures[{i}]"
        kind = _field(entry, "kind", str, f"{where}.")
        if kind not in set(PictureKind):
            raise ConfigError(f"{where}.kind must be one of {', '.join(PictureKind)}")
        found.append(PictureMark(PictureKind(kind), _corners(entry, where)))
    return tuple(found)


def picture_rows(marks: Iterable[PictureMark]) -> list[dict[str, Any]]:
    """The inverse of :func:`picture_marks`, JSON-ready."""
    return [{"box": _listed(mark.box), "kind": mark.kind.value} for mark in marks]


def annotation_json(
    about: Mapping[str, str],
    tree: etree._Element | None,
    marks: Iterable[GoldMark],
    pictures: Iterable[PictureMark] = (),
) -> str:
    """A gold file, one span a line: the inverse of :meth:`Annotation.read`.

    Where a mark stands in an attribute, only its place there is kept, without blank edges, and a
    box shows what the attribute shows of the value.

    Args:
        about: ``file``, ``app``, ``lang`` and, where wanted, ``region``, ``category`` and notes.
        tree: Root of the hierarchy that the marks point into.
        marks: The gold.
        pictures: What its pictures tell of people.
    """
    elements = [] if tree is None else nodes(tree)
    rows: dict[str, list[dict[str, Any]]] = {"spans": [], "optional": [], "boxes": []}
    for mark in marks:
        kind = {"type": mark.type.value, "tier": mark.type.tier}
        value = mark.value
        if mark.node is not None:
            shown = str(elements[mark.node].get(mark.attr))[mark.start : mark.end]
            value = shown.strip()
            start = mark.start + shown.index(value)
            place = {"node": mark.node, "attr": mark.attr}
            place |= {"start": start, "end": start + len(value)}
            rows["optional" if mark.optional else "spans"].append(place | kind)
        if mark.box is not None:
            extra = {"optional": True} if mark.optional else {}
            rows["boxes"].append({"box": _listed(mark.box), **kind, "value": value} | extra)
    rows["pictures"] = picture_rows(pictures)
    head = json.dumps(dict(about), ensure_ascii=False)[1:-1]
    lists = [
        f' "{key}": {_lines(entries)}'
        for key, entries in rows.items()
        if entries or key in ("spans", "optional")
    ]
    return "{" + ",\n".join([head, *lists]) + "}\n"


def _lines(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return "[]"
    return "[\n" + ",\n".join("  " + json.dumps(r, ensure_ascii=False) for r in rows) + "\n ]"


def _natural(name: str) -> tuple[list[int], str]:
    return [int(digits) for digits in _NUMBER.findall(name)], name


def _field(data: Any, key: str, kind: type[T], where: str, default: T | None = None) -> T:
    if not isinstance(data, dict):
        raise ConfigError(f"{where.rstrip('.')} must be an object")
    value = data.get(key, default)
    # True is an int to Python.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ConfigError(f"{where}{key} must be {_WORDS[kind]}")
    return value


def _type(entry: Any, where: str, *, other: bool) -> EntityType:
    name = _field(entry, "type", str, f"{where}.")
    if other and name == OTHER:
        # Of an optional mark only the place counts.
        return EntityType.MESSAGE_CONTENT
    if name not in EntityType.__members__:
        raise ConfigError(f"{where}.type is no type of the taxonomy")
    found = EntityType(name)
    if _field(entry, "tier", int, f"{where}.", found.tier) != found.tier:
        raise ConfigError(f"{where}.tier must be {found.tier} for {found}")
    return found


def _span(entry: Any, elements: Sequence[etree._Element], where: str, optional: bool) -> GoldMark:
    kind = _type(entry, where, other=optional)
    node = _field(entry, "node", int, f"{where}.")
    attr = _field(entry, "attr", str, f"{where}.")
    start = _field(entry, "start", int, f"{where}.")
    end = _field(entry, "end", int, f"{where}.")
    if not 0 <= node < len(elements):
        raise ConfigError(f"{where}.node: the screen has {len(elements)} nodes, counted from 0")
    text = elements[node].get(attr)
    if text is None:
        raise ConfigError(f"{where}.attr: node {node} has no such attribute")
    if not 0 <= start < len(text):
        raise ConfigError(f"{where}.start must lie in the {len(text)} characters of the attribute")
    if not start < end <= len(text):
        raise ConfigError(f"{where}.end must lie behind start and in the {len(text)} characters")
    return GoldMark(kind, str(text)[start:end], node, attr, start, end, None, optional)


def _boxed(entry: Any, where: str) -> GoldMark:
    kind = _type(entry, where, other=False)
    box = _corners(entry, where)
    value = _field(entry, "value", str, f"{where}.")
    return GoldMark(kind, value, None, "image", 0, 0, box, entry.get("optional") is True)


def _corners(entry: Any, where: str) -> Box:
    corners = _field(entry, "box", list, f"{where}.")
    if len(corners) != 4 or not all(type(c) is int for c in corners):
        raise ConfigError(f"{where}.box must be [left, top, right, bottom] in px")
    box = Box(*corners)
    if not box.area:
        raise ConfigError(f"{where}.box is empty")
    return box


def _listed(box: Box) -> list[int]:
    return [box.left, box.top, box.right, box.bottom]


def _refuse_overlaps(marks: Iterable[GoldMark], file: str) -> None:
    places: defaultdict[tuple[int | None, str], list[tuple[int, int]]] = defaultdict(list)
    for mark in marks:
        places[mark.node, mark.attr].append((mark.start, mark.end))
    for (node, attr), spans in places.items():
        spans.sort()
        if any(a[1] > b[0] for a, b in zip(spans, spans[1:], strict=False)):
            raise ConfigError(f"{file}: spans of node {node}, {attr}, overlap")
