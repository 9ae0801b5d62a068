"""Dumps as devices really write them: two dialects, junk, broken characters, odd sizes."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from PIL import Image

from harness.core.raw import nodes
from harness.device import uidump
from harness.errors import ScreenError

NODE = (
    '<node index="0" text="{}" class="android.widget.TextView" package="com.example.app" '
    'bounds="{}" />'
)
HEADER = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"


def dump(text: str = "Hello", bounds: str = "[0,0][1080,2400]") -> str:
    return f'{HEADER}<hierarchy rotation="0">{NODE.format(text, bounds)}</hierarchy>'


def text_of(xml: bytes | str) -> str:
    (node,) = nodes(uidump.parse(xml))
    return node.get("text")


def png(width: int, height: int, color: tuple[int, int, int] = (200, 90, 10)) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", (width, height), color).save(stream, "PNG")
    return stream.getvalue()


# ---------------------------------------------------------------- parsing


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "UI hierchary dumped to: /dev/tty\n"),
        ("W/vendor: <render> took 12 ms\n", ""),
        ("I/x <hierarchy of 3> ok\n", "\nWARNING <done>"),
        ("\ufeff", "\r\n"),
    ],
)
def test_junk_around_the_document_is_cut_off(before, after):
    assert text_of((before + dump() + after).encode()) == "Hello"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Ana&#128141;", "Ana💍"),
        ("&#55357;&#56832;!", "😀!"),
        ("&#xD83D;&#xDE00;", "😀"),
        ("a&#55357;b", "ab"),
        ("a&#56832;&#55357;b", "ab"),
        ("a&#0;b&#11;c", "abc"),
        ("a&#x110000;b", "ab"),
        ("a\x00b\x0bc\uffffd", "abcd"),
        ("Ann Lee&#10;Settings", "Ann Lee\nSettings"),
        ("tab&#9;stop", "tab\tstop"),
        ("A&amp;B &lt;&quot;x&quot;&gt;", 'A&B <"x">'),
    ],
)
def test_broken_characters_are_repaired_one_by_one(written, read):
    assert text_of(dump(written).encode()) == read


def test_surrogate_halves_in_the_bytes_are_joined():
    xml = dump("HERE").encode().replace(b"HERE", b"\xed\xa0\xbd\xed\xb8\x80 ok")
    assert text_of(xml) == "😀 ok"


def test_bytes_that_are_no_utf8_do_not_lose_the_tree():
    assert text_of(dump("HERE").encode().replace(b"HERE", b"caf\xe9 ok")) == "caf\ufffd ok"


def test_both_dialects_are_read():
    xml = (
        '<hierarchy rotation="0"><android.widget.FrameLayout bounds="[0,0][9,9]">'
        '<android.widget.TextView text="Ann" bounds="[0,0][9,9]"/>'
        "</android.widget.FrameLayout></hierarchy>"
    )
    tags = [e.tag for e in nodes(uidump.parse(xml))]
    assert tags == ["android.widget.FrameLayout", "android.widget.TextView"]


@pytest.mark.parametrize(
    "xml",
    [
        "",
        "Killed",
        "ERROR: null root node returned by UiTestAutomationBridge.",
        "ERROR: could not get idle state.",
        "<?xml version='1.0'?><hierarchy rotation=\"0\"></hierarchy>",
        '<hierarchy rotation="0" />',
        dump()[:-20],
        dump().replace("<node", "<node <"),
        dump("&undefined;"),
        "<other></other>",
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_what_is_no_screen_is_refused(xml):
    with pytest.raises(ScreenError) as error:
        uidump.parse(xml)
    assert "\n" not in str(error.value)


def test_an_error_never_quotes_the_screen():
    with pytest.raises(ScreenError) as error:
        uidump.parse(dump("Maria Lopez<"))
    assert "Maria" not in str(error.value)
    assert error.value.__cause__ is None


def test_entities_are_neither_read_from_files_nor_expanded(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    bomb = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    for kind in (f'<!ENTITY e11 SYSTEM "file://{secret}">', f'<!ENTITY e0 "ha">{bomb}'):
        with pytest.raises(ScreenError):
            uidump.parse(dump("&e11;").replace("<hier", f"<!DOCTYPE hierarchy [{kind}]><hier", 1))


@given(st.text() | st.binary())
def test_parsing_never_crashes(junk):
    with pytest.raises(ScreenError):
        uidump.parse(junk)


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")) | st.just("\n")))
def test_any_text_survives_writing_and_reading(text):
    root = etree.Element("hierarchy", rotation="0")
    etree.SubElement(root, "node", text=text, bounds="[0,0][1,1]")
    written = uidump.serialize(root)
    assert b"\n" not in written
    assert text_of(written) == text


def test_serialized_dumps_have_the_stock_header():
    written = uidump.serialize(uidump.parse(dump("Ann&#10;Lee")))
    assert written.startswith(b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy")
    assert b"Ann&#10;Lee" in written


# ---------------------------------------------------------------- frames


def test_a_frame_joins_both():
    frame = uidump.frame(dump().encode(), png(1080, 2400))
    assert frame.image.shape == (2400, 1080, 3)
    assert tuple(frame.image[5, 5]) == (200, 90, 10)
    assert frame.app == "com.example.app"
    assert frame.secure is False


def test_a_frame_may_have_one_part_only():
    assert uidump.frame(dump().encode(), None).image is None
    assert uidump.frame(None, png(30, 60)).tree is None
    with pytest.raises(ScreenError):
        uidump.frame(None, None)


@pytest.mark.parametrize(
    ("bounds", "size", "expected"),
    [
        ("[0,0][1080,2400]", (1080, 2400), (1080, 2400)),
        ("[0,0][1080,2274]", (1080, 2400), (1080, 2400)),
        ("[0,0][1600,2452]", (1600, 2560), (1600, 2560)),
        ("[0,0][1080,2400]", (540, 1200), (1080, 2400)),
        ("[0,0][540,1137]", (1080, 2400), (540, 1200)),
        ("[60,800][1020,1500]", (1080, 2400), (1080, 2400)),
        ("[0,1400][1080,2400]", (1080, 2400), (1080, 2400)),
    ],
)
def test_screenshots_are_brought_to_the_scale_of_the_bounds(bounds, size, expected):
    frame = uidump.frame(dump(bounds=bounds).encode(), png(*size))
    height, width = frame.image.shape[:2]
    assert (width, height) == expected


@pytest.mark.parametrize(
    ("bounds", "size"),
    [
        ("[0,0][2400,1080]", (1080, 2400)),
        ("[0,0][1080,2400]", (2400, 1080)),
        ("[0,0][1080,1200]", (1080, 2400)),
        ("[0,0][1080,2400]", (1080, 1920)),
        ("[0,0][0,0]", (1080, 2400)),
    ],
)
def test_a_screenshot_that_does_not_fit_is_refused(bounds, size):
    with pytest.raises(ScreenError, match="fit"):
        uidump.frame(dump(bounds=bounds).encode(), png(*size))


def test_a_blanked_screenshot_is_called_secure():
    assert uidump.frame(dump().encode(), png(1080, 2400, (0, 0, 0))).secure is True
    dark = png(1080, 2400, (19, 19, 20))
    assert uidump.frame(dump().encode(), dark).secure is False


def test_what_the_device_prints_before_the_png_is_cut_off():
    noisy = b"[Warning] Multiple displays were found\n" + png(30, 60)
    assert uidump.decode(noisy).shape == (60, 30, 3)


@pytest.mark.parametrize("image", [b"", b"Killed", png(30, 60)[:60], b"\x89PNG\r\n\x1a\n"])
def test_a_broken_screenshot_is_refused(image):
    with pytest.raises(ScreenError, match="not a readable image"):
        uidump.decode(image)


def test_the_foreground_is_the_largest_window_of_an_app():
    windows = [
        ("com.android.systemui", "[0,0][1080,2400]"),
        ("com.example.small", "[0,0][100,100]"),
        ("com.example.big", "[0,63][1080,2400]"),
    ]
    inner = "".join(f'<node package="{p}" bounds="{b}"/>' for p, b in windows)
    tree = uidump.parse(f'<hierarchy rotation="0">{inner}</hierarchy>')
    assert uidump.foreground(tree) == "com.example.big"


def test_images_of_other_formats_are_read():
    stream = io.BytesIO()
    Image.fromarray(np.full((60, 30), 128, np.uint8)).save(stream, "JPEG")
    assert uidump.decode(stream.getvalue()).shape == (60, 30, 3)
