"""Little screens that are drawn and described at the same time."""

from __future__ import annotations

import fontpkg_roboto
import numpy as np
from lxml import etree
from PIL import Image, ImageDraw, ImageFont

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame
from harness.privacy.placeholder import ConstantScheme, HmacScheme, Sha256Scheme
from harness.privacy.screen import Detection, Part, Screen
from harness.privacy.transformer.transformer import UiTransformer
from harness.privacy.vault import SessionVault

SCHEMES = {"hmac": HmacScheme, "sha256": Sha256Scheme, "constant": ConstantScheme}


def new_vault(scheme="hmac"):
    return SessionVault(SCHEMES[scheme](), "US", b"k" * 32)


def font(size):
    path = fontpkg_roboto.ROOT / "files" / "Roboto[wdth,wght].ttf"
    return ImageFont.truetype(str(path), size)


class Drawing:
    """A screen in the making; every text drawn is also a line that a perfect OCR reads."""

    def __init__(self, width=1080, height=800, paper=(255, 255, 255), ink=(30, 30, 30)):
        self.picture = Image.new("RGB", (width, height), paper)
        self.draw = ImageDraw.Draw(self.picture)
        self.ink = ink
        self.root = etree.Element("hierarchy", rotation="0")
        self.window = self.node(self.root, (0, 0, width, height), cls="android.widget.FrameLayout")
        self.lines: list[OcrLine] = []

    def node(self, parent, box, text="", cls="android.widget.TextView", **attributes):
        attributes = {k.replace("_", "-"): v for k, v in attributes.items()}
        bounds = str(Box(*box))
        return etree.SubElement(
            parent, "node", {"text": text, "class": cls, "bounds": bounds, **attributes}
        )

    def pixels(self, x, y, text, size=44, ink=None, read=None):
        """Only drawn; ``read`` is what OCR makes of it."""
        self.draw.text((x, y), text, font=font(size), fill=ink or self.ink)
        box = Box(*map(int, self.draw.textbbox((x, y), text, font=font(size)))).pad(4)
        self.lines.append(OcrLine(text if read is None else read, box, 0.99))
        return box

    def text(self, x, y, text, size=44, parent=None, right=None, read=None, **attributes):
        """Drawn and in the tree."""
        box = self.pixels(x, y, text, size, read=read)
        bounds = (x, y, right or box.right, y + round(1.3 * size))
        return self.node(self.window if parent is None else parent, bounds, text, **attributes)

    def frame(self, tree=True):
        return RawFrame(self.root if tree else None, np.array(self.picture))


def found(screen, *values):
    """Detections of every occurrence of the (value, type) pairs in any field."""
    detections = []
    for index, field in enumerate(screen.fields):
        for value, type in values:
            start = field.text.find(value)
            while start >= 0:
                part = Part(index, start, start + len(value))
                detections.append(Detection((part,), value, type, "rules"))
                start = field.text.find(value, start + len(value))
    return detections


def anonymize(frame, values=(), lines=(), vault=None, detections=None, **options):
    """A frame through the transformer; returns the result, the screen and the vault."""
    vault = new_vault() if vault is None else vault
    transformer = UiTransformer(**options)
    screen = Screen.of_frame(frame, transformer.unexplained(frame, lines))
    hits = found(screen, *values) if detections is None else detections(screen)
    return transformer.transform(frame, screen, hits, lines, vault), screen, vault


def tree_of(*children, **root):
    """A hierarchy with one window that holds leaf nodes of the given attributes."""
    hierarchy = etree.Element("hierarchy", rotation="0", **root)
    window = etree.SubElement(hierarchy, "node", bounds="[0,0][1080,2400]")
    for i, attributes in enumerate(children):
        named = {k.replace("_", "-"): v for k, v in attributes.items()}
        box = Box(0, 100 * i, 1000, 100 * i + 80)
        etree.SubElement(window, "node", {"bounds": str(box), **named})
    return hierarchy


PERSON, PHONE, EMAIL, CARD, ADDRESS = (
    EntityType.PERSON_NAME,
    EntityType.PHONE_NUMBER,
    EntityType.EMAIL,
    EntityType.CREDIT_CARD,
    EntityType.ADDRESS,
)
