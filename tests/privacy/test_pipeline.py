"""The layers wired together: fail closed, one vault for instruction, tree and pixels."""

import re

import numpy as np
import pytest
from lxml import etree

from harness.core.action import AskLocal, Finish, Tap, Type
from harness.core.canonical import canonical
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame, nodes, readable_attributes
from harness.engine.ocr.bands import CachedOcr
from harness.errors import AnonymizationError, EgressError
from harness.privacy.detector.chain import ChainDetector, NoDetector
from harness.privacy.detector.rules import RulesDetector
from harness.privacy.detector.structure import StructureDetector
from harness.privacy.gatekeeper import RulesGatekeeper
from harness.privacy.pipeline import AnonymizationPipeline
from harness.privacy.placeholder import ConstantScheme, HmacScheme
from harness.privacy.transformer.reader import FrameReader
from harness.privacy.transformer.transformer import UiTransformer

PHONE = "+1 202-555-0142"
MAIL = "dana.reyes@example.com"


class Reader:
    """An OCR engine that reads what it is told."""

    name = "told"

    def __init__(self, lines=(), error=None):
        self.lines, self.error = list(lines), error

    def read(self, image):
        if self.error:
            raise self.error
        return self.lines

    def identity(self):
        return {}


class Broken:
    name = "broken"

    def __init__(self, only_screens=False):
        self.only_screens = only_screens

    def detect(self, screen):
        if self.only_screens and screen.fields[0].attr == "instruction":
            return []
        raise KeyError(MAIL)

    def identity(self):
        return {}


def pipeline(detector=None, ocr=None, scheme=None):
    return AnonymizationPipeline(
        name="test",
        detector=detector or ChainDetector([RulesDetector(), StructureDetector()]),
        reader=FrameReader(CachedOcr(ocr or Reader(), "none"), level="verify"),
        placeholder=scheme or HmacScheme(),
        transformer=UiTransformer(),
        gatekeeper=RulesGatekeeper,
    )


def screen():
    row = '<node index="{i}" text="{t}" class="android.widget.TextView" bounds="[0,{y}][400,{z}]"/>'
    texts = (MAIL, f"Call {PHONE}", "Settings")
    rows = "".join(row.format(i=i, t=t, y=100 * i, z=100 * i + 80) for i, t in enumerate(texts))
    frame = '<node class="android.widget.FrameLayout" bounds="[0,0][400,300]">'
    xml = f'<hierarchy rotation="0">{frame}{rows}</node></hierarchy>'
    image = np.full((300, 400, 3), 250, np.uint8)
    for i in range(3):
        image[100 * i + 20 : 100 * i + 60 : 2, 10:300] = 20
    return RawFrame(etree.fromstring(xml), image, "com.example.app")


def texts(tree):
    return [value for node in nodes(tree) for _, value in readable_attributes(node)]


def test_one_placeholder_per_value_in_instruction_and_tree():
    session = pipeline().open(f"Write to {MAIL}", region="US", key=b"k")
    [token] = re.findall(r"EMAIL#[0-9a-z]{5}", session.instruction)
    frame = session.observe(screen()).frame
    assert token in texts(frame.tree)
    assert not any(PHONE in t or MAIL in t for t in texts(frame.tree))
    assert "Settings" in texts(frame.tree)
    assert [e.text for e in frame.elements].count(token) == 1


def test_what_the_agent_types_is_resolved_on_the_device_only():
    session = pipeline().open(f"Write to {MAIL}", region="US", key=b"k")
    [token] = re.findall(r"EMAIL#[0-9a-z]{5}", session.instruction)
    frame = session.observe(screen()).frame
    done = session.resolve(Type(f"mailto:{token}"), frame)
    assert done.command.text == f"mailto:{MAIL}"
    assert MAIL not in repr(done)
    told = session.resolve(Finish(f"Wrote to {token}"), frame)
    assert (told.status, told.user_message) == ("finished", f"Wrote to {MAIL}")
    assert session.resolve(Tap(99), frame).status == "refused"
    assert session.resolve(Type("EMAIL#zzzzz"), frame).status == "refused"


def test_pixels_under_a_value_are_gone():
    raw = screen()
    frame = pipeline().open("Go on", region="US", key=b"k").observe(raw).frame
    assert (frame.image[20:60, 10:300] != raw.image[20:60, 10:300]).any()
    assert (frame.image[220:260] == raw.image[220:260]).all()


@pytest.mark.parametrize(
    "failing",
    [
        pipeline(detector=Broken(only_screens=True)),
        pipeline(ocr=Reader(error=RuntimeError(f"cannot read {PHONE}"))),
    ],
    ids=["detector", "ocr"],
)
def test_a_failed_part_masks_the_whole_frame(failing, caplog):
    session = failing.open("Go on", region="US", key=b"k")
    frame = session.observe(screen()).frame
    assert frame.masked
    assert not frame.image.any()
    assert texts(frame.tree) == []
    assert [str(n.get("bounds")) for n in nodes(frame.tree)]
    assert MAIL not in caplog.text
    assert PHONE not in caplog.text


def test_a_failure_on_the_instruction_stops_the_episode_without_its_text():
    with pytest.raises(AnonymizationError) as caught:
        pipeline(detector=Broken()).open(f"Write to {MAIL}", region="US", key=b"k")
    assert MAIL not in str(caught.value)
    assert caught.value.__suppress_context__


def test_egress_refuses_what_the_vault_knows():
    session = pipeline().open(f"Write to {MAIL}", region="US", key=b"k")
    session.check_egress(session.instruction)
    with pytest.raises(EgressError) as caught:
        session.check_egress(f'{{"messages": [{{"content": "to {MAIL}"}}]}}'.encode())
    assert MAIL not in str(caught.value)


def test_the_raw_baseline_changes_nothing():
    raw = pipeline(detector=NoDetector(), scheme=ConstantScheme())
    assert not raw.anonymizes
    session = raw.open(f"Write to {MAIL}", region="US", key=b"k")
    assert session.instruction == f"Write to {MAIL}"
    frame = session.observe(screen()).frame
    assert texts(frame.tree) == texts(screen().tree)
    assert (frame.image == screen().image).all()


def test_sessions_share_nothing():
    variant = pipeline()
    first = variant.open(f"Write to {MAIL}", region="US", key=b"one")
    second = variant.open("Go on", region="US", key=b"two")
    second.check_egress(MAIL)
    with pytest.raises(EgressError):
        first.check_egress(MAIL)


def test_a_value_that_only_ocr_sees_is_hidden():
    raw = screen()
    line = OcrLine("born 14 March 1987, dana2@example.com", Box(10, 220, 300, 260), 0.99)
    image_only = RawFrame(None, raw.image)
    seen = pipeline(ocr=Reader([line])).open("x", region="US", key=b"k").observe(image_only)
    assert any(f.type is EntityType.EMAIL and f.attr == "image" for f in seen.findings)
    assert (seen.frame.image[220:260, 10:300] != raw.image[220:260, 10:300]).any()


def test_guesses_at_hidden_words_are_not_confirmed():
    session = pipeline().open(f"Is the mail from {MAIL}?", region="US", key=b"k")
    frame = session.observe(screen()).frame
    [token] = set(re.findall(r"EMAIL#[0-9a-z]{5}", session.instruction))
    answer = session.resolve(AskLocal("equal", (token, canonical(MAIL, EntityType.EMAIL))), frame)
    assert answer.status == "refused"


def hostile(name):
    """Frames that no honest app makes; each holds PHONE or MAIL where it can hold a text."""
    node = '<node text="{t}" bounds="{b}"/>'
    pixels = np.full((300, 400, 3), 250, np.uint8)
    trees = {
        "nothing": None,
        "empty": "<hierarchy/>",
        "broken bounds": node.format(t=PHONE, b="none") + node.format(t=MAIL, b="[9,9][1,1]"),
        "far away": node.format(t=PHONE, b="[0,0][99999999999,5]"),
        "other shape": node.format(t=PHONE, b="[0,0][3000,300]"),
        "loose text": f'<!-- {PHONE} --><node text="a" bounds="[0,0][9,9]">{MAIL}</node>{PHONE}',
        "vendor": f'<node text="a" a11y.label="{PHONE}" state-description="{MAIL}" '
        f'tooltip-text="{PHONE}" pane-title="{MAIL}" hint="{PHONE}" bounds="[0,0][99,99]"/>',
        "identifiers": f'<node text="a" resource-id="{MAIL}" class="{PHONE}" bounds="[0,0][9,9]"/>',
    }
    tree = trees[name]
    if tree is None:
        return RawFrame(None, None)
    if not tree.startswith("<hierarchy"):
        tree = f'<hierarchy title="{PHONE}">{tree}</hierarchy>'
    return RawFrame(etree.fromstring(tree), pixels)


HOSTILE = ["nothing", "empty", "broken bounds", "far away", "other shape", "loose text", "vendor",
           "identifiers"]  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("broken", [False, True], ids=["working", "failing"])
def test_no_raw_value_is_left_anywhere_in_a_hostile_frame(name, broken):
    detector = Broken(only_screens=True) if broken else None
    session = pipeline(detector=detector).open("Go on", region="US", key=b"k")
    frame = session.observe(hostile(name)).frame
    told = [repr(frame.elements), repr(frame.notes), frame.masked]
    if frame.tree is not None:
        told.append(etree.tostring(frame.tree, encoding="unicode"))
    assert not any(value in text for value in (PHONE, MAIL) for text in told)


@pytest.mark.parametrize("name", HOSTILE)
def test_an_anonymized_hostile_frame_stays_as_it_is(name):
    session = pipeline().open("Go on", region="US", key=b"k")
    tree = session.observe(hostile(name)).frame.tree
    if tree is not None:
        again = session.observe(RawFrame(tree, None)).frame.tree
        assert etree.tostring(again) == etree.tostring(tree)


def test_what_the_screen_gives_away_is_hidden_in_the_instruction_from_then_on():
    session = pipeline().open("Is Parcel Kite 4417 my courier?", region="US", key=b"k")
    label = '<node text="Order number: Parcel Kite 4417" bounds="[0,0][400,80]"/>'
    assert "4417" in session.instruction
    seen = session.observe(RawFrame(etree.fromstring(f"<hierarchy>{label}</hierarchy>"), None))
    [token] = {f.placeholder for f in seen.findings}
    assert session.instruction == f"Is {token} my courier?"
    session.check_egress(session.instruction)


def test_a_known_name_that_ocr_misreads_in_its_first_letter_is_hidden():
    raw = screen()
    line = OcrLine("lngrid lyer", Box(10, 220, 300, 260), 0.99)
    session = pipeline(ocr=Reader([line])).open("Call Ingrid Iyer", region="US", key=b"k")
    seen = session.observe(RawFrame(None, raw.image))
    assert [f.type for f in seen.findings] == [EntityType.PERSON_NAME]
    assert (seen.frame.image[220:260, 10:300] != raw.image[220:260, 10:300]).any()
