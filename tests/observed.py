"""Screens as a device dumps them, seen through a whole variant of the pipeline without OCR."""

from __future__ import annotations

from functools import cache
from xml.sax.saxutils import quoteattr

from harness import compose
from harness.core.protocols import Pipeline, PrivacySession
from harness.core.raw import nodes, readable_attributes
from harness.core.safe import SafeFrame
from harness.device import uidump

KEY = b"k" * 32


@cache
def variant(name: str = "shield", *overrides: str) -> Pipeline:
    """A variant as the command line composes it."""
    chosen = [f"pipeline={name}", "pipeline/ocr=none", *overrides]
    return compose.pipeline(compose.configuration(chosen).pipeline)


def opened(
    instruction: str = "Go on", *overrides: str, name: str = "shield", region: str = "US"
) -> PrivacySession:
    """An episode of a variant."""
    return variant(name, *overrides).open(instruction, region=region, key=KEY)


def quoted(*rows: str | dict[str, str], side_by_side: bool = False) -> str:
    """A dump of text views below one another (or in one line), from texts or attributes."""
    views = []
    for i, row in enumerate(rows):
        given = {"text": row} if isinstance(row, str) else row
        left, top = (40 + 160 * i, 200) if side_by_side else (40, 200 + 120 * i)
        right = left + 140 if side_by_side else 1040
        attributes = {
            "class": "android.widget.TextView",
            "package": "com.example.app",
            "bounds": f"[{left},{top}][{right},{top + 80}]",
            **{name.replace("_", "-"): value for name, value in given.items()},
        }
        views.append(" ".join(f"{name}={quoteattr(v)}" for name, v in attributes.items()))
    return written(*views)


def written(*views: str, tag: str = "node") -> str:
    """A dump of views whose attributes are written as given, references and all."""
    inner = "".join(f"<{tag} {view}/>" for view in views)
    return (
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\">"
        '<node class="android.widget.FrameLayout" package="com.example.app" '
        f'bounds="[0,0][1080,2400]">{inner}</node></hierarchy>'
    )


def looked(session: PrivacySession, xml: str) -> SafeFrame:
    """The virtual frame of a dump."""
    frame = session.observe(uidump.frame(xml.encode(), None)).frame
    assert not frame.masked
    return frame


def texts(frame: SafeFrame) -> list[str]:
    """Everything that can be read on a virtual frame, in document order."""
    assert frame.tree is not None
    return [text for node in nodes(frame.tree) for _, text in readable_attributes(node)]


def seen(*rows: str | dict[str, str], side_by_side: bool = False, **options: str) -> list[str]:
    """What an agent of a new episode can read on a screen of those rows."""
    return texts(looked(opened(**options), quoted(*rows, side_by_side=side_by_side)))
