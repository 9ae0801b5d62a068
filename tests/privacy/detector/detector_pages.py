"""Small invented screens, written as rows of views."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from harness.core.raw import RawFrame
from harness.privacy.screen import Detection, Screen

WIDTH, HEIGHT = 1080, 2400


class Page:
    """Builds a uiautomator hierarchy view by view."""

    def __init__(self, package: str = "com.example.app") -> None:
        self.package = package
        self.root = etree.Element("hierarchy", rotation="0")
        self.body = self.view(self.root, "FrameLayout", (0, 0, WIDTH, HEIGHT))

    def view(
        self,
        parent: etree._Element,
        kind: str = "TextView",
        box: Sequence[int] = (0, 0, 0, 0),
        text: str = "",
        **attributes: str,
    ) -> etree._Element:
        left, top, right, bottom = box
        names = {k.replace("_", "-"): v for k, v in attributes.items()}
        if "id" in names:
            names["resource-id"] = f"{self.package}:id/{names.pop('id')}"
        return etree.SubElement(
            parent,
            "node",
            {
                "text": text,
                "class": f"android.widget.{kind}",
                "package": self.package,
                "bounds": f"[{left},{top}][{right},{bottom}]",
                **names,
            },
        )

    def text(self, box: Sequence[int], text: str, **attributes: str) -> etree._Element:
        return self.view(self.body, "TextView", box, text, **attributes)

    def list(self, top: int = 200, bottom: int = 2200) -> etree._Element:
        return self.view(self.body, "RecyclerView", (0, top, WIDTH, bottom), scrollable="true")

    def row(
        self,
        parent: etree._Element,
        index: int,
        *texts: tuple[int, int, str],
        image: bool = True,
        ids: Sequence[str] = (),
        height: int = 180,
    ) -> etree._Element:
        """A row of ``(left, line, text)`` cells, with a picture at the left."""
        top = 200 + index * height
        row = self.view(parent, "LinearLayout", (0, top, WIDTH, top + height), clickable="true")
        if image:
            self.view(row, "ImageView", (30, top + 20, 150, top + 140))
        for i, (left, line, text) in enumerate(texts):
            y = top + 20 + 70 * line
            box = (left, y, min(WIDTH - 20, left + 22 * max(4, len(text))), y + 60)
            extra = {"id": ids[i]} if i < len(ids) and ids[i] else {}
            self.view(row, "TextView", box, text, **extra)
        return row

    def screen(self) -> Screen:
        return Screen.of_frame(RawFrame(self.root, None))


def found(detections: Sequence[Detection]) -> set[tuple[str, str]]:
    """(type, value) of every detection."""
    return {(str(d.type), d.value) for d in detections}
