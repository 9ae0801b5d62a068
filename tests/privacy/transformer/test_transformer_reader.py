"""What is read in a screenshot and what is taken from the tree."""

import matplotlib
import pytest
from drawn import Drawing
from PIL import ImageFont

from harness.core.protocols import OcrLine
from harness.core.raw import RawFrame
from harness.engine.ocr.bands import CachedOcr
from harness.engine.ocr.none import NoOcr
from harness.engine.ocr.rapid import RapidOcrEngine
from harness.privacy.transformer import reader as module
from harness.privacy.transformer.reader import FrameReader


class Counting(RapidOcrEngine):
    """Remembers the sizes of what it was given."""

    def __init__(self):
        super().__init__(threads=2)
        self.parts, self.lines = [], []

    def read_part(self, image, screen_width):
        self.parts.append(image.shape[:2])
        return super().read_part(image, screen_width)

    def read_line(self, image):
        self.lines.append(image.shape[:2])
        return super().read_line(image)


@pytest.fixture
def engine(shared_engine):
    shared_engine.parts.clear()
    shared_engine.lines.clear()
    return shared_engine


@pytest.fixture(scope="module")
def shared_engine():
    return Counting()


def reader(engine, **options):
    return FrameReader(CachedOcr(engine, "blocks"), **{"sample": 10**9, **options})


def contacts():
    drawing = Drawing(height=700)
    drawing.text(60, 40, "Contacts", 60)
    for i, name in enumerate(("Dana Reyes", "Ana Ruiz", "Omar Haddad")):
        drawing.text(60, 160 + 120 * i, name)
    return drawing


def texts(lines):
    return [line.text for line in lines]


ALL = ["Contacts", "Dana Reyes", "Ana Ruiz", "Omar Haddad"]


def test_what_the_tree_explains_is_not_read(engine):
    drawing = contacts()
    lines = reader(engine).read(drawing.frame())
    assert texts(lines) == ALL
    assert all(line.box.overlap(own.box) > 0.9 for line, own in
               zip(lines, drawing.lines, strict=True))  # fmt: skip
    assert (engine.parts, engine.lines) == ([], [])


def test_verify_reads_everything(engine):
    assert texts(reader(engine, level="verify").read(contacts().frame())) == ALL
    assert len(engine.parts) == 4


def test_without_a_tree_everything_is_read(engine):
    assert texts(reader(engine).read(contacts().frame(tree=False))) == ALL
    assert len(engine.parts) == 4


def test_what_only_the_pixels_show_is_read(engine):
    drawing = contacts()
    drawing.node(drawing.window, (40, 520, 1040, 680), cls="android.widget.ImageView")
    drawing.pixels(60, 560, "Call Ingrid Lyer")
    assert texts(reader(engine).read(drawing.frame()))[-1] == "Call Ingrid Lyer"
    assert len(engine.parts) == 1


def test_a_popup_over_text_nodes_is_read(engine):
    drawing = contacts()
    drawing.draw.rectangle((40, 140, 1000, 480), fill=(250, 246, 220), outline=(90, 90, 90))
    drawing.pixels(60, 164, "Mila Novak")
    drawing.pixels(60, 284, "from 12 Elm Street")
    read = texts(reader(engine).read(drawing.frame()))
    assert {"Mila Novak", "from 12 Elm Street"} <= set(read)
    assert "Dana Reyes" not in read


def test_a_popup_that_leaves_the_borders_of_the_nodes_alone_is_read_too(engine):
    drawing = contacts()
    for i, name in enumerate(("Mila Novak", "Ida Berg", "Tom Okonkwo")):
        drawing.draw.rectangle((56, 150 + 120 * i, 1000, 240 + 120 * i), fill=(255, 255, 255))
        drawing.pixels(60, 160 + 120 * i, name)
    read = texts(reader(engine).read(drawing.frame()))
    assert read == ["Contacts", "Mila Novak", "Ida Berg", "Tom Okonkwo"]


def test_if_a_sampled_text_is_another_nothing_in_the_tree_is_believed(engine, monkeypatch):
    drawing = contacts()
    frame = drawing.frame()
    frame.tree[0][1].set("text", "Sara Miller")

    # Were the comparison fooled, the sample would still tell.
    def fooled(seen, text):
        return [OcrLine(text, row, 1.0) for row in seen.rows]

    monkeypatch.setattr(module, "drawn_lines", fooled)
    assert texts(reader(engine, sample=1).read(frame)) == ALL
    assert len(engine.parts) == 4
    assert texts(reader(engine).read(frame))[1] == "Sara Miller"


def test_what_no_recogniser_reads_contradicts_nobody(engine):
    drawing = Drawing(height=300)
    drawing.text(60, 60, "Заказ подтверждён")
    read = reader(engine, sample=1).read(drawing.frame())
    assert texts(read) == ["Заказ подтверждён"]
    assert engine.parts == []


def test_the_sample_depends_on_the_pixels_alone(engine):
    frame = contacts().frame()
    sampled = reader(engine, sample=2)
    sampled.read(frame)
    first = list(engine.lines)
    engine.lines.clear()
    reader(engine, sample=2).read(frame)
    assert engine.lines == first
    engine.lines.clear()
    sampled.read(frame)
    assert engine.lines == []


def test_another_font_is_read_line_by_line_and_only_once(engine):
    serif = ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSerif.ttf", 44)
    drawing = Drawing(height=300)
    drawing.draw.text((60, 60), "Dana Reyes", font=serif, fill=(20, 20, 20))
    drawing.node(drawing.window, (50, 50, 500, 130), "Dana Reyes")
    once = reader(engine)
    for _ in range(2):
        assert texts(once.read(drawing.frame())) == ["Dana Reyes"]
    assert (engine.parts, len(engine.lines)) == ([], 1)


def test_in_another_font_what_no_recogniser_reads_is_looked_at_only_once(engine):
    serif = ImageFont.truetype(f"{matplotlib.get_data_path()}/fonts/ttf/DejaVuSerif.ttf", 44)
    drawing = Drawing(height=300)
    drawing.draw.text((60, 60), "Заказ подтверждён", font=serif, fill=(20, 20, 20))
    drawing.node(drawing.window, (50, 50, 700, 130), "Заказ подтверждён")
    assert len(reader(engine).read(drawing.frame())) == 1
    assert (len(engine.parts), engine.lines) == (1, [])


def test_nothing_is_read_in_a_secure_frame_or_one_of_another_moment(engine):
    frame = contacts().frame()
    for flaw in ({"secure": True}, {"synchronised": False}):
        assert reader(engine).read(RawFrame(frame.tree, frame.image, **flaw)) == []
    assert reader(engine).read(RawFrame(frame.tree, None)) == []
    assert engine.parts == []


def test_without_ocr_nothing_is_said_of_the_pixels():
    assert FrameReader(CachedOcr(NoOcr(), "none")).read(contacts().frame()) == []


def test_wrong_settings_are_refused(engine):
    with pytest.raises(ValueError, match="level"):
        reader(engine, level="some")
    with pytest.raises(ValueError, match="sample"):
        reader(engine, sample=0)
    assert reader(engine).identity() == engine.identity()


def test_a_screen_of_three_thousand_nodes_is_read_like_any_other(engine):
    drawing = contacts()
    for i in range(3000):
        drawing.node(drawing.window, (0, 0, 0, 0), f"Item {i}")
    assert texts(reader(engine).read(drawing.frame())) == ALL
