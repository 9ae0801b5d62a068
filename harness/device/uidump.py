"""Uiautomator dumps: bytes to trees and frames, and back. Pure; knows no device.

Both dialects are read: ``<node class="…">`` and tags named after the class. Broken input is
either repaired character by character or refused with a :class:`ScreenError`; it never becomes
an empty screen, because an empty screen reads as "nothing personal here".
"""

from __future__ import annotations

import logging
import re
from html.entities import html5

from lxml import etree

from harness.core.geometry import Box
from harness.core.raw import Image, RawFrame, nodes
from harness.device.pixels import SYSTEM_UI, decode, fitted, is_blanked
from harness.errors import ScreenError

__all__ = ["decode", "foreground", "frame", "is_same", "joined", "parse", "serialize"]

_LOG = logging.getLogger(__name__)
_HEADER = b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
_START = re.compile(
    r"""<hierarchy(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*"""
    r"(?:(?P<empty>/>)|>(?=\s*<[\w/!?]))"
)
"""A start tag that a tag follows: log lines write ``<hierarchy>``, too."""
_END = re.compile(r"</hierarchy\s*>")
_DECLARATION = "<?xml"
_DOCTYPE = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_WIDE_START = "<hierarchy".encode("utf-16-le")[:-1]

_NUMBERS = r"(?:&#(?:[xX][0-9a-fA-F]+|[0-9]+);)+"
_REFERENCES = re.compile(rf"(?P<numbers>{_NUMBERS})|&(?!(?:amp|lt|gt|quot|apos);)(?P<name>\w+;)?")
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]+)|([0-9]+));")
_RAW_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_RAW_INVALID = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LARGEST = 0x10FFFF
_DIGITS = 12
"""No number of a character needs more, even with some leading zeros."""

_ATTRIBUTE = re.compile(r"""(\s[\w:.-]+\s*=\s*)("[^"]*"|'[^']*')""")
_TAG = re.compile(r"<[^<>]*>")
_TAG_NAME = re.compile(r"</?[\w.$-]+")


def parse(xml: bytes | str) -> etree._Element:
    """Read a dump.

    What stands around the document (status lines, vendor logs) is cut off; several documents in
    one file are one screen, in their order. Surrogate halves written as two references are
    joined, characters that XML forbids are dropped, ``&`` and ``<`` that someone forgot to
    escape are taken literally, and an attribute that stands there twice with one value is read
    once. A literal line break in an attribute is a space, as in any XML.

    Returns:
        The ``<hierarchy>`` root with at least one node.

    Raises:
        ScreenError: It can't be parsed, it declares a document type, or it shows nothing.
    """
    root, *others = [_root(document) for document in _documents(_repaired(_text(xml)))]
    for other in others:
        root.extend(list(other))
    if not nodes(root):
        raise _nothing()
    for element in root.iter():
        # Dumps keep everything in attributes: text between the tags is a stray line of a log.
        if (element.text or "").strip():
            element.text = None
        if (element.tail or "").strip():
            element.tail = None
    return root


def serialize(root: etree._Element) -> bytes:
    """Write a dump as UTF-8, with the header of a stock dump; newlines become ``&#10;``."""
    return _HEADER + etree.tostring(root, encoding="UTF-8", xml_declaration=False)


def is_same(one: etree._Element, other: etree._Element) -> bool:
    """Whether two trees are equal: structure, order and every attribute of the root and below."""
    nodes_of_one, nodes_of_other = list(one.iter()), list(other.iter())
    return len(nodes_of_one) == len(nodes_of_other) and all(
        a.tag == b.tag and len(a) == len(b) and dict(a.attrib.items()) == dict(b.attrib.items())
        for a, b in zip(nodes_of_one, nodes_of_other, strict=True)
    )


def frame(xml: bytes | str | None, image: bytes | None) -> RawFrame:
    """Join a dump and a screenshot of the same moment.

    Args:
        xml: The dump, or None for a screenshot-only frame.
        image: An encoded image (PNG, JPEG, WebP, BMP), or None.

    Raises:
        ScreenError: Neither is given, one of them is broken, or they don't fit each other.
    """
    if xml is None and image is None:
        raise ScreenError("there is neither a UI dump nor a screenshot: give at least one")
    return joined(
        None if xml is None else parse(xml),
        None if image is None else decode(image),
    )


def joined(tree: etree._Element | None, pixels: Image | None) -> RawFrame:
    """Join a tree and a screenshot; see :func:`~harness.device.pixels.fitted`.

    Raises:
        ScreenError: They don't fit each other.
    """
    if tree is not None and pixels is not None:
        pixels = fitted(pixels, tree)
    return RawFrame(
        tree=tree,
        image=pixels,
        app="" if tree is None else foreground(tree),
        secure=pixels is not None and is_blanked(pixels, tree),
    )


def foreground(tree: etree._Element) -> str:
    """Package of the largest window that isn't the system UI, "" if there is none."""
    windows = [
        (box.area, package)
        for window in tree
        if (box := Box.parse(window.get("bounds", ""))) is not None
        and (package := window.get("package", "")) not in ("", SYSTEM_UI)
    ]
    # max() keeps the first of equal windows.
    return max(windows, key=lambda w: w[0])[1] if windows else ""


# ---------------------------------------------------------------- text


def _text(xml: bytes | str) -> str:
    if isinstance(xml, str):
        return xml
    wide = xml.find(_WIDE_START)
    if wide >= 0:
        # The same bytes, shifted by one, are those of the other byte order.
        return _decoded(xml[: len(xml) & ~1], "utf-16-be" if wide % 2 else "utf-16-le")
    return _decoded(xml, "utf-8")


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding, errors="surrogatepass")
    except UnicodeDecodeError:
        _LOG.warning("a UI dump holds bytes that aren't %s: they were replaced", encoding)
        return data.decode(encoding, errors="replace")


def _documents(text: str) -> list[str]:
    """Every ``<hierarchy>…</hierarchy>`` that has content, in order."""
    found: list[str] = []
    at, empty = 0, False
    while start := _START.search(text, at):
        at = start.end()
        if start["empty"]:
            empty = True
            continue
        end = _END.search(text, at)
        if end is None:
            raise _cut_off()
        at = end.end()
        found.append(text[start.start() : at])
    if (found and _DECLARATION in text[at:]) or len(_END.findall(text)) != len(found):
        # Another document has lost its end or its beginning.
        raise _cut_off()
    if _DOCTYPE.search(text, 0, at):
        raise ScreenError("the UI dump declares a document type, which no dump needs: refused")
    if not found:
        if empty:
            raise _nothing()
        raise ScreenError("the UI dump holds no <hierarchy>: capture the screen again")
    return found


def _root(document: str) -> etree._Element:
    for text in (document, _mended(document)):
        # Text views nest deeper than 256 levels, and a pasted log is longer than 10 MB.
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
            remove_pis=True, huge_tree=True,
        )  # fmt: skip
        try:
            return etree.fromstring(text.encode(), parser)
        except etree.XMLSyntaxError:
            # The parser's own message quotes the document.
            continue
    raise ScreenError("the UI dump is not well-formed XML: capture the screen again")


def _repaired(text: str) -> str:
    """The text with only characters and references that XML allows."""
    count = 0

    def reference(match: re.Match[str]) -> str:
        nonlocal count
        if match["numbers"]:
            codes = [_code(*digits) for digits in _REFERENCE.findall(match["numbers"])]
            kept, lost = _valid(codes)
            count += lost
            return "".join(f"&#{code};" for code in kept)
        count += 1
        name = match["name"] or ""
        if name in html5:
            return "".join(f"&#{ord(character)};" for character in html5[name])
        return f"&amp;{name}"

    text = _REFERENCES.sub(reference, text)
    text = _RAW_PAIR.sub(lambda m: chr(_pair(*map(ord, m.group()))), text)
    text, dropped = _RAW_INVALID.subn("", text)
    if count + dropped:
        _LOG.warning("repaired %d characters of a UI dump", count + dropped)
    return text


def _code(hexadecimal: str, decimal: str) -> int:
    """The number of a reference; one that is too long is no character."""
    digits = hexadecimal or decimal
    return int(digits, 16 if hexadecimal else 10) if len(digits) <= _DIGITS else _LARGEST + 1


def _valid(codes: list[int]) -> tuple[list[int], int]:
    """Code points with surrogate pairs joined and forbidden ones left out, and how many were."""
    kept: list[int] = []
    lost = 0
    at = 0
    while at < len(codes):
        code = codes[at]
        following = codes[at + 1] if at + 1 < len(codes) else 0
        if 0xD800 <= code <= 0xDBFF and 0xDC00 <= following <= 0xDFFF:
            kept.append(_pair(code, following))
            at += 2
            continue
        if code <= _LARGEST and not _RAW_INVALID.match(chr(code)):
            kept.append(code)
        else:
            lost += 1
        at += 1
    return kept, lost


def _pair(high: int, low: int) -> int:
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)


def _mended(document: str) -> str:
    """The document with what some writers get wrong put right, as far as it is unambiguous.

    ``<`` and ``>`` inside quotes are escaped, an attribute that is repeated with the same value
    is written once, and ``$`` in a tag (an inner class) becomes a dot.
    """

    def escaped(match: re.Match[str]) -> str:
        return match[1] + match[2].replace("<", "&lt;").replace(">", "&gt;")

    def tag(match: re.Match[str]) -> str:
        seen: set[str] = set()

        def once(attribute: re.Match[str]) -> str:
            written = attribute.group().strip()
            repeated = written in seen
            seen.add(written)
            return "" if repeated else attribute.group()

        text = _ATTRIBUTE.sub(once, match.group())
        return _TAG_NAME.sub(lambda name: name.group().replace("$", "."), text, count=1)

    return _TAG.sub(tag, _ATTRIBUTE.sub(escaped, document))


def _cut_off() -> ScreenError:
    return ScreenError("the UI dump is cut off: capture the screen again")


def _nothing() -> ScreenError:
    return ScreenError("the UI dump holds no nodes: wait for the app and capture again")
