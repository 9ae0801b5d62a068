"""Scene to uiautomator XML, and to the marks of gold and of pictures that belong to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from harness.core.geometry import Box
from harness.core.raw import GoldMark, PictureMark
from harness.device.simulated.fonts import ink_box
from harness.device.simulated.layout import Placed, Run
from harness.device.simulated.scene import Scene, Window, walk
from harness.device.simulated.text import Mark, Rich

_KEEPS = 0.5
"""Share of a value's ink, or of a picture, that must stay uncovered for it to be shown at all."""


def dump(scene: Scene) -> tuple[etree._Element, tuple[GoldMark, ...], tuple[PictureMark, ...]]:
    """The hierarchy of a scene, every gold value it shows, and what its pictures tell of people.

    Nodes that no pixel shows are left out and bounds are cut to what is visible, as the real
    dump does. Marks of windows that the tree doesn't list stand on the image alone; a value
    broken over lines has one mark for its attribute and one on the image per further line.
    """
    writer = _Writer()
    for position, window in enumerate(scene.windows):
        dialogs = [above.root.visible for above in scene.windows[position + 1 :] if above.dims]
        writer.window(window, dialogs)
    return writer.root, tuple(writer.marks), tuple(writer.pictures)


@dataclass(slots=True)
class _Writer:
    root: etree._Element = field(default_factory=lambda: etree.Element("hierarchy", rotation="0"))
    marks: list[GoldMark] = field(default_factory=list)
    pictures: list[PictureMark] = field(default_factory=list)
    count: int = 0

    def window(self, window: Window, dialogs: list[Box]) -> None:
        order = list(walk(window.root))
        overlays = [i for i, placed in enumerate(order) if placed.view.overlay]
        covers = {
            id(placed): dialogs + [order[j].visible for j in overlays if j > i]
            for i, placed in enumerate(order)
        }
        if window.listed:
            self._node(self.root, window.root, len(self.root), window.package, covers)
            return
        for placed in order:
            if placed.visible.area:
                self._pixel_marks(placed, None, covers[id(placed)])

    def _node(
        self,
        parent: etree._Element,
        placed: Placed,
        index: int,
        package: str,
        covers: dict[int, list[Box]],
    ) -> None:
        element = etree.SubElement(parent, "node", _attributes(placed, index, package))
        node, self.count = self.count, self.count + 1
        self._attribute_marks(node, "content-desc", placed.view.desc)
        if placed.view.field:
            self._attribute_marks(node, "hint", placed.view.hint)
        self._pixel_marks(placed, node, covers[id(placed)])
        shown = [child for child in placed.children if child.visible.area]
        for position, child in enumerate(shown):
            self._node(element, child, position, package, covers)

    def _attribute_marks(self, node: int, attr: str, text: Rich) -> None:
        for m in text.marks:
            self.marks.append(
                GoldMark(m.type, m.value, node, attr, m.start, m.end, None, m.optional)
            )

    def _pixel_marks(self, placed: Placed, node: int | None, covers: list[Box]) -> None:
        for mark in placed.view.text.marks:
            boxes = [
                box
                for run in placed.runs
                if run.mark is mark and (box := _ink(run, placed.visible, covers))
            ]
            if node is not None:
                self.marks.append(_gold(mark, node, boxes[0] if boxes else None))
                boxes = boxes[1:]
            self.marks += [_gold(mark, None, box) for box in boxes]
        if placed.view.picture is None:
            return
        for shown, box, legible in placed.view.picture.marks(placed.box):
            rest = _seen(box, placed.visible, covers)
            if rest is not None:
                self.marks.append(
                    GoldMark(shown.type, shown.value, None, "image", 0, 0, rest, not legible)
                )
        for told in placed.view.picture.pictures(placed.box):
            rest = _seen(told.box, placed.visible, covers)
            if rest is not None:
                self.pictures.append(PictureMark(told.kind, rest))


def _gold(mark: Mark, node: int | None, box: Box | None) -> GoldMark:
    if node is None:
        return GoldMark(mark.type, mark.value, None, "image", 0, 0, box, mark.optional)
    return GoldMark(mark.type, mark.value, node, "text", mark.start, mark.end, box, mark.optional)


def _ink(run: Run, visible: Box, covers: list[Box]) -> Box | None:
    box = ink_box(run.text, run.font, run.x, run.baseline)
    return _seen(box, visible, covers) if box else None


def _seen(box: Box, visible: Box, covers: list[Box]) -> Box | None:
    """What can be seen of a box, None if that shows too little."""
    rest = box.intersection(visible)
    for cover in covers:
        rest = _uncovered(rest, cover)
    return rest if rest.area and rest.area >= _KEEPS * box.area else None


def _uncovered(box: Box, cover: Box) -> Box:
    """The largest rectangle of ``box`` outside ``cover``."""
    hit = box.intersection(cover)
    if not hit.area:
        return box
    return max(
        (
            Box(box.left, box.top, hit.left, box.bottom),
            Box(hit.right, box.top, box.right, box.bottom),
            Box(box.left, box.top, box.right, hit.top),
            Box(box.left, hit.bottom, box.right, box.bottom),
        ),
        key=lambda rest: rest.area,
    )


def _attributes(placed: Placed, index: int, package: str) -> dict[str, str]:
    view = placed.view
    is_field = bool(view.field)
    attributes = {"NAF": "true"} if _not_friendly(placed) else {}
    attributes |= {
        "index": str(index),
        "text": view.text.text,
        "resource-id": _resource(view.id, package),
        "class": view.cls,
        "package": package,
        "content-desc": view.desc.text,
        "checkable": _flag(view.checked is not None),
        "checked": _flag(bool(view.checked)),
        "clickable": _flag(view.clickable),
        "enabled": _flag(view.enabled),
        "focusable": _flag(view.clickable or bool(view.scroll)),
        "focused": _flag(view.focused),
        "scrollable": _flag(placed.scroll_range > 0),
        "long-clickable": _flag(view.on_long is not None or is_field),
        "password": _flag(view.password),
        "selected": _flag(view.selected),
        "bounds": str(placed.visible),
    }
    if is_field:
        attributes["hint"] = view.hint.text
    return attributes


def _resource(id: str, package: str) -> str:
    """An id in full; what an element of a web page is called has no package."""
    if id.startswith("#"):
        return id[1:]
    return id if not id or ":" in id else f"{package}:id/{id}"


def _not_friendly(placed: Placed) -> bool:
    """Whether a reader can't name this control: nothing in it has text or a description."""
    view = placed.view
    if not (view.clickable and view.enabled):
        return False
    return not any(p.view.text or p.view.desc for p in walk(placed))


def _flag(value: bool) -> str:
    return "true" if value else "false"
