"""Dumps as devices really write them: two dialects, junk, broken characters, odd sizes."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from properties import examples

from harness.core.raw import nodes
from harness.device import uidump
from harness.device.simulated.phone import SimulatedPhone
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


# ---------------------------------------------------------------- parsing


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "UI hierchary dumped to: /dev/tty\n"),
        ("W/vendor: <render> took 12 ms\n", ""),
        ("I/x <hierarchy of 3> ok\n", "\nWARNING <done>"),
        ("\ufeff", "\r\n"),
        ("I/x: dumping <hierarchy> now\n", "I/x: wrote <hierarchy>\n"),
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
        ("Ann Lee\nSettings", "Ann Lee Settings"),
        ("tab&#9;stop", "tab\tstop"),
        ("a&#" + "9" * 5000 + ";b&#x" + "f" * 5000 + ";c&#00000065;", "abcA"),
        ("\u200fשלום\u2068+1 555-0142\u2069\u200e", "\u200fשלום\u2068+1 555-0142\u2069\u200e"),
        ("Smith & Sons &nbsp;&copy; R&D; &", "Smith & Sons \xa0© R&D; &"),
        ("1 < 2 > 0 <b>Ann</b>", "1 < 2 > 0 <b>Ann</b>"),
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
        dump('say "hi" now'),
        dump() + dump()[:-20],
        dump() + "<?xml version='1.0'?><hiera",
        dump()[60:] + dump(),
        dump().replace('text="Hello"', 'password="false" text="Hello" password="true"'),
        '<hierarchy rotation="0"/><hierarchy rotation="0"> </hierarchy>',
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
        uidump.parse(dump('Maria "Lopez'))
    assert "Maria" not in str(error.value)
    assert error.value.__cause__ is None


def test_entities_are_neither_read_from_files_nor_expanded(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    bomb = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    for kind in (f'<!ENTITY e11 SYSTEM "file://{secret}">', f'<!ENTITY e0 "ha">{bomb}'):
        with pytest.raises(ScreenError, match="document type"):
            uidump.parse(dump("&e11;").replace("<hier", f"<!DOCTYPE hierarchy [{kind}]><hier", 1))


@given(st.text() | st.binary())
def test_parsing_never_crashes(junk):
    with pytest.raises(ScreenError):
        uidump.parse(junk)


SCREENS = [
    uidump.serialize(phone_screen)
    for phone_screen in (
        SimulatedPhone().capture().tree,
        etree.fromstring(
            '<hierarchy rotation="1"><android.view.View text="Ana&#128141;&#10;A&amp;B" '
            'hint="‏שלום" bounds="[0,0][9,9]"/></hierarchy>'
        ),
    )
]
SPLICES = [
    b"&", b"<", b">", b'"', b"'", b"&#", b"&#55357;", b"&#0;", b"&nbsp;", b"</hierarchy>",
    b"<hierarchy>", b"<hierarchy rotation='0'/>", b"<?xml", b"<!DOCTYPE a>", b"<![CDATA[", b"]]>",
    b"<!--", b"-->", b"\0", b"\xff", b"\xed\xa0\xbd", b' text="x"', b"/>", b"\r\n", b"<a:b", b"$",
]  # fmt: skip


@examples(60)
@given(st.data())
def test_no_damage_to_a_dump_crashes_the_parser_or_empties_the_screen(data):
    xml = bytearray(data.draw(st.sampled_from(SCREENS)))
    if data.draw(st.booleans()):
        encoding = data.draw(st.sampled_from(["utf-8", "utf-16", "utf-16-be"]))
        xml = bytearray(xml.decode().encode(encoding))
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(xml)))
        gone = data.draw(st.sampled_from([0, 1, 40, 2000]))
        xml[at : at + gone] = data.draw(st.sampled_from(SPLICES) | st.binary(max_size=3))
    try:
        tree = uidump.parse(bytes(xml))
    except ScreenError:
        return
    assert nodes(tree)
    assert uidump.is_same(uidump.parse(uidump.serialize(tree)), tree)


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


# ---------------------------------------------------------------- shapes of files


def test_repaired_characters_are_counted_and_not_told(caplog):
    caplog.set_level(logging.WARNING)
    assert text_of(dump("Ma&#0;ria\x00 &#11;Lo&#55357;pez & co")) == "Maria Lopez & co"
    (message,) = caplog.messages
    assert "5 characters" in message
    assert "Maria" not in message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_files_that_went_through_another_program_are_read(encoding):
    assert text_of(dump("Müller 李 💍").encode(encoding)) == "Müller 李 💍"


@pytest.mark.parametrize("between", ["", "\n", "UI hierchary dumped to: /sdcard/2.xml\n"])
def test_several_documents_are_one_screen(between):
    one, two = dump("Dana"), dump("Reyes", "[60,800][1020,1500]")
    empty = f'{HEADER}<hierarchy rotation="0" />'
    tree = uidump.parse(between.join((one, empty, two)))
    assert tree.tag == "hierarchy"
    assert [n.get("text") for n in nodes(tree)] == ["Dana", "Reyes"]
    assert len(tree) == 2


def test_dumps_of_all_windows_are_read():
    window = '<window index="{}" title="">{}</window>'
    inner = [dump(text).removeprefix(HEADER) for text in ("Dana", "Reyes")]
    xml = "".join(window.format(i, text) for i, text in enumerate(inner))
    tree = uidump.parse(f'{HEADER}<displays><display id="0">{xml}</display></displays>')
    assert [n.get("text") for n in nodes(tree)] == ["Dana", "Reyes"]


def test_several_windows_in_one_document_stay_in_order():
    windows = "".join(NODE.format(text, f"[0,{y}][1080,2400]") for text, y in (("a", 0), ("b", 9)))
    tree = uidump.parse(f'<hierarchy rotation="0">{windows}</hierarchy>')
    assert [n.get("text") for n in nodes(tree)] == ["a", "b"]


def test_nodes_without_area_and_vendor_attributes_are_kept():
    xml = dump("Ann", "[0,0][0,0]").replace(
        "<node", '<node a11y-title="x" tooltip-text="Lee" xpos="3"'
    )
    (node,) = nodes(uidump.parse(xml))
    assert (node.get("bounds"), node.get("tooltip-text")) == ("[0,0][0,0]", "Lee")
    assert list(node.attrib)[:3] == ["a11y-title", "tooltip-text", "xpos"]


def test_stray_lines_between_the_tags_are_no_part_of_the_tree():
    xml = (
        dump()
        .replace("<node", "<node/>W/vendor: Dana took 3 ms<node")
        .replace("/></h", "/>Dana</h")
    )
    tree = uidump.parse(xml)
    assert len(nodes(tree)) == 2
    assert b"Dana" not in uidump.serialize(tree)


def test_what_is_written_twice_is_read_once():
    xml = dump().replace("text=", 'clickable="true" clickable="true" text=')
    assert text_of(xml) == "Hello"


def test_inner_classes_as_tags_are_read():
    xml = (
        '<hierarchy rotation="0"><com.example.List$Row text="$1" bounds="[0,0][9,9]">'
        "</com.example.List$Row></hierarchy>"
    )
    (node,) = nodes(uidump.parse(xml))
    assert (node.tag, node.get("text")) == ("com.example.List.Row", "$1")


@pytest.mark.parametrize("depth", [300, 1500])
def test_deep_trees_are_read(depth):
    opened = NODE.format("x", "[0,0][9,9]").replace(" />", ">")
    xml = f'<hierarchy rotation="0">{opened * depth}{"</node>" * depth}</hierarchy>'
    tree = uidump.parse(xml)
    assert len(nodes(tree)) == depth
    assert uidump.is_same(uidump.parse(uidump.serialize(tree)), tree)


def test_long_texts_are_read():
    assert len(text_of(dump("x" * 11_000_000))) == 11_000_000


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("text=", "text=", True),
        ('index="0" text="Hello"', 'text="Hello" index="0"', True),
        ("Hello", "&#72;ello", True),
        ("Hello", "Hello ", False),
        ('rotation="0"', 'rotation="1"', False),
        ("<node", "<node/><node", False),
        (" />", "><node/></node>", False),
    ],
)
def test_trees_are_compared_after_parsing(old, new, same):
    one = uidump.parse(dump())
    other = uidump.parse(dump().replace(old, new))
    assert uidump.is_same(one, other) is same
    assert uidump.is_same(other, one) is same


def test_the_foreground_is_the_largest_window_of_an_app():
    windows = [
        ("com.android.systemui", "[0,0][1080,2400]"),
        ("com.example.small", "[0,0][100,100]"),
        ("com.example.big", "[0,63][1080,2400]"),
    ]
    inner = "".join(f'<node package="{p}" bounds="{b}"/>' for p, b in windows)
    tree = uidump.parse(f'<hierarchy rotation="0">{inner}</hierarchy>')
    assert uidump.foreground(tree) == "com.example.big"
