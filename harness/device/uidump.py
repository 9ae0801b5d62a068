"""Uiautomator dumps: bytes to trees and frames, and back. Pure; knows no device.

Both dialects are read: ``<node class="…">`` and tags named after the class. Broken input is
either repaired character by character or refused with a :class:`ScreenError`; it never becomes
an empty screen, because an empty screen reads as "nothing personal here".
"""

from __future__ import annotations

import io
import logging
import re
from typing import Final

import numpy as np
from lxml import etree
from PIL import Image as Pictures
from PIL import UnidentifiedImageError

from harness.core.geometry import Box
from harness.core.raw import Image, RawFrame, nodes
from harness.errors import ScreenError

_LOG = logging.getLogger(__name__)
_HEADER = b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_START = re.compile(r"<hierarchy[\s/>]")
_END = "</hierarchy>"
_REFERENCES = re.compile(r"(?:&#(?:[xX][0-9a-fA-F]+|[0-9]+);)+")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));")
_RAW_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_RAW_INVALID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SYSTEM_UI = "com.android.systemui"

_BLACK = 8
"""No channel of a blanked screenshot is brighter than this (0..255)."""
_SLACK = 0.01
"""Relative rounding error allowed between the scales of the two axes."""
_LEAST = 0.85
"""A root that leaves out the navigation bar is at least this high, relative to the image."""


def parse(xml: bytes | str) -> etree._Element:
    """Read a dump.

    What stands before the document and after its last ``</hierarchy>`` (status lines, vendor
    logs) is cut off. Surrogate halves written as two references are joined; references and
    characters that XML forbids are dropped.

    Returns:
        The ``<hierarchy>`` root with at least one node.

    Raises:
        ScreenError: It can't be parsed, or it shows nothing.
    """
    document = _repair(_cut(_decode(xml)))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(document.encode(), parser)
    except etree.XMLSyntaxError:
        # The parser's own message quotes the document.
        raise ScreenError("the UI dump is not well-formed XML: capture the screen again") from None
    if root.tag != "hierarchy" or not nodes(root):
        raise ScreenError("the UI dump holds no nodes: wait for the app and capture again")
    return root


def serialize(root: etree._Element) -> bytes:
    """Write a dump as UTF-8, with the header of a stock dump; newlines become ``&#10;``."""
    return _HEADER + etree.tostring(root, encoding="UTF-8", xml_declaration=False)


def frame(xml: bytes | str | None, image: bytes | None) -> RawFrame:
    """Join a dump and a screenshot of the same moment.

    A screenshot taken at another resolution than the tree (``wm size`` override) is scaled to
    the px of the bounds.

    Args:
        xml: The dump, or None for a screenshot-only frame.
        image: An encoded image (PNG or another format that Pillow reads), or None.

    Raises:
        ScreenError: Neither is given, one of them is broken, or they don't fit each other.
    """
    if xml is None and image is None:
        raise ScreenError("there is neither a UI dump nor a screenshot: give at least one")
    tree = None if xml is None else parse(xml)
    pixels = None if image is None else decode(image)
    if tree is not None and pixels is not None:
        pixels = _fitted(pixels, tree)
    return RawFrame(
        tree=tree,
        image=pixels,
        app="" if tree is None else foreground(tree),
        secure=pixels is not None and _is_blank(pixels),
    )


def decode(image: bytes) -> Image:
    """An encoded screenshot as RGB pixels; what a device printed before the PNG is cut off.

    Raises:
        ScreenError: It isn't a complete image.
    """
    start = image.find(_PNG)
    try:
        with Pictures.open(io.BytesIO(image[max(0, start) :])) as picture:
            return np.array(picture.convert("RGB"))
    except (
        UnidentifiedImageError,
        OSError,
        ValueError,
        SyntaxError,
        Pictures.DecompressionBombError,
    ):
        raise ScreenError("the screenshot is not a readable image: capture it again") from None


def foreground(tree: etree._Element) -> str:
    """Package of the largest window that isn't the system UI, "" if there is none."""
    windows = [
        (box.area, package)
        for window in tree
        if (box := Box.parse(window.get("bounds", ""))) is not None
        and (package := window.get("package", "")) not in ("", _SYSTEM_UI)
    ]
    # max() keeps the first of equal windows.
    return max(windows, key=lambda w: w[0])[1] if windows else ""


def _decode(xml: bytes | str) -> str:
    if isinstance(xml, str):
        return xml
    if xml.startswith((b"\xff\xfe", b"\xfe\xff")):
        return xml.decode("utf-16", errors="replace")
    try:
        return xml.decode("utf-8", errors="surrogatepass")
    except UnicodeDecodeError:
        return xml.decode("utf-8", errors="replace")


def _cut(text: str) -> str:
    declared = text.find("<?xml")
    start = _START.search(text, max(0, declared))
    end = text.rfind(_END)
    if start is None:
        raise ScreenError("the UI dump holds no <hierarchy>: capture the screen again")
    if end < start.start():
        empty = re.match(r"<hierarchy[^>]*/>", text[start.start() :])
        what = "holds no nodes: wait for the app and" if empty else "is cut off:"
        raise ScreenError(f"the UI dump {what} capture again")
    return text[start.start() : end + len(_END)]


def _repair(text: str) -> str:
    dropped = 0

    def references(match: re.Match[str]) -> str:
        nonlocal dropped
        codes = [int(h, 16) if h else int(d) for h, d in _REFERENCE.findall(match.group())]
        kept, lost = _valid(codes)
        dropped += lost
        return "".join(f"&#{code};" for code in kept)

    def character(match: re.Match[str]) -> str:
        nonlocal dropped
        dropped += 1
        return ""

    text = _REFERENCES.sub(references, text)
    text = _RAW_PAIR.sub(lambda m: chr(_joined(*map(ord, m.group()))), text)
    text = _RAW_INVALID.sub(character, text)
    if dropped:
        _LOG.warning("dropped %d characters that XML forbids from a UI dump", dropped)
    return text


def _valid(codes: list[int]) -> tuple[list[int], int]:
    """Code points with surrogate pairs joined and forbidden ones left out, and how many were."""
    kept: list[int] = []
    lost = 0
    at = 0
    while at < len(codes):
        code = codes[at]
        following = codes[at + 1] if at + 1 < len(codes) else 0
        if 0xD800 <= code <= 0xDBFF and 0xDC00 <= following <= 0xDFFF:
            kept.append(_joined(code, following))
            at += 2
            continue
        if code <= 0x10FFFF and not _RAW_INVALID.match(chr(code)):
            kept.append(code)
        else:
            lost += 1
        at += 1
    return kept, lost


def _joined(high: int, low: int) -> int:
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)


def _fitted(pixels: Image, tree: etree._Element) -> Image:
    """The screenshot in the px of the tree's bounds."""
    boxes = [box for window in tree if (box := Box.parse(window.get("bounds", "")))]
    if not boxes:
        return pixels
    bounds = boxes[0]
    for box in boxes[1:]:
        bounds = bounds.union(box)
    height, width = pixels.shape[:2]
    inside = (
        0 <= bounds.left and bounds.right <= width and 0 <= bounds.top and bounds.bottom <= height
    )
    floating = bounds.left > 0 or bounds.top > 0
    if inside and floating:
        # A dump of a dialog alone says nothing about the screen's size.
        return pixels
    scale = bounds.right / width
    covered = bounds.bottom / (height * scale) if scale else 0.0
    if not _LEAST <= covered <= 1 + _SLACK or bounds.left < 0 or bounds.top < 0:
        raise ScreenError(
            f"the screenshot ({width}x{height}) doesn't fit the UI dump "
            f"({bounds.right}x{bounds.bottom}): capture both in the same orientation and size"
        )
    if bounds.right == width:
        return pixels
    size = (bounds.right, max(bounds.bottom, round(height * scale)))
    scaled = Pictures.fromarray(pixels).resize(size, Pictures.Resampling.LANCZOS)
    return np.array(scaled)


def _is_blank(pixels: Image) -> bool:
    """Whether the screenshot is uniformly black, as a FLAG_SECURE window makes it."""
    return bool(pixels.max() <= _BLACK and np.ptp(pixels) <= 1)
