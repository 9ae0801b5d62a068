import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.engine.ocr.bands import CachedOcr, bands, blocks


class BlobReader:
    """Reads the colour of every run of non-white rows as its text; counts rows read."""

    name = "blob"

    def __init__(self):
        self.shapes = []

    def read(self, image):
        self.shapes.append(image.shape)
        dark = (image != 255).any(axis=(1, 2))
        lines, start = [], None
        for y, on in enumerate([*dark, False]):
            if on and start is None:
                start = y
            elif not on and start is not None:
                columns = np.flatnonzero((image[start:y] != 255).any(axis=(0, 2)))
                box = Box(int(columns[0]), start, int(columns[-1]) + 1, y)
                lines.append(OcrLine(str(image[start, columns[0]]), box, 1.0))
                start = None
        return lines

    def identity(self):
        return {"blob.bin": "00"}


def page(*rows, height=600):
    """A white page with one block per (top, height, grey value)."""
    image = np.full((height, 200, 3), 255, np.uint8)
    for top, tall, grey in rows:
        image[top : top + tall, 40:160] = grey
    return image


def test_bands_mode_equals_reading_the_whole_frame():
    image = page((30, 40, 10), (120, 30, 20), (400, 60, 30))
    assert CachedOcr(BlobReader(), "bands").read(image) == BlobReader().read(image)


def test_what_was_read_is_not_read_again_also_after_scrolling():
    engine = BlobReader()
    cached = CachedOcr(engine, "bands")
    cached.read(page((100, 40, 10), (200, 40, 20), (300, 40, 30)))
    assert len(engine.shapes) == 3
    scrolled = page((20, 40, 20), (120, 40, 30), (220, 40, 40))
    assert cached.read(scrolled) == BlobReader().read(scrolled)
    assert len(engine.shapes) == 4


def test_a_result_does_not_depend_on_what_was_read_before():
    first, second = page((100, 40, 10), (200, 40, 20)), page((100, 40, 10), (300, 50, 25))
    warm = CachedOcr(BlobReader(), "bands")
    warm.read(first)
    assert warm.read(second) == CachedOcr(BlobReader(), "bands").read(second)


def test_frame_mode_reads_equal_frames_once_and_none_mode_always():
    image = page((100, 40, 10))
    for mode, reads in (("frame", 1), ("none", 2)):
        engine = BlobReader()
        cached = CachedOcr(engine, mode)
        assert cached.read(image) == cached.read(image.copy())
        assert engine.shapes == [image.shape] * reads


def test_a_caller_cannot_change_what_is_remembered():
    cached = CachedOcr(BlobReader(), "frame")
    image = page((100, 40, 10))
    cached.read(image).clear()
    assert cached.read(image)


def test_a_uniform_screen_is_not_read_at_all():
    engine = BlobReader()
    assert CachedOcr(engine, "bands").read(np.zeros((300, 200, 3), np.uint8)) == []
    assert not engine.shapes


def test_the_cache_is_bounded():
    engine = BlobReader()
    cached = CachedOcr(engine, "bands", limit=1)
    for grey in (10, 20, 10):
        cached.read(page((100, 40, grey)))
    assert len(engine.shapes) == 3


def test_a_dot_above_its_letter_is_not_cut_off():
    assert len(list(bands(page((100, 5, 10), (112, 30, 10))))) == 1


def test_passes_on_name_and_identity():
    cached = CachedOcr(BlobReader())
    assert (cached.name, cached.identity()) == ("blob", {"blob.bin": "00"})
    with pytest.raises(ValueError, match="mode"):
        CachedOcr(BlobReader(), "columns")


@examples(60)
@given(
    st.lists(st.tuples(st.integers(0, 560), st.integers(1, 40), st.integers(0, 200)), max_size=6)
)
def test_bands_are_disjoint_sorted_and_hold_every_row_that_is_not_uniform(rows):
    image = page(*rows)
    found = list(bands(image))
    assert found == sorted(found)
    assert all(a[1] <= b[0] for a, b in zip(found, found[1:], strict=False))
    inside = {y for top, bottom in found for y in range(top, bottom)}
    assert set(np.flatnonzero((image != 255).any(axis=(1, 2)))) <= inside


class PartBlobs(BlobReader):
    """A blob reader that can be given parts; remembers for how wide a screen."""

    def __init__(self):
        super().__init__()
        self.widths = set()

    def read_part(self, image, screen_width):
        self.widths.add(screen_width)
        return self.read(image)

    def read_line(self, image):
        return self.read(image)[0]

    def locate(self, image, screen_width):
        return [line.box for line in self.read_part(image, screen_width)]


def columns(*blobs, width=900, height=200):
    """A white page with one block per (left, top, grey value), with a stroke in its middle."""
    image = np.full((height, width, 3), 255, np.uint8)
    for left, top, grey in blobs:
        image[top : top + 40, left : left + 100] = grey
        image[top + 18 : top + 22, left + 20 : left + 80] = 250
    return image


def test_blocks_are_read_one_by_one_and_come_back_in_reading_order():
    engine = PartBlobs()
    image = columns((600, 40, 20), (40, 44, 10), (40, 140, 30))
    lines = CachedOcr(engine, "blocks").read(image)
    assert [line.text for line in lines] == [str(np.full(3, g)) for g in (10, 20, 30)]
    assert [line.box.left for line in lines] == [40, 600, 40]
    assert engine.widths == {900}


def test_a_block_that_moved_sideways_is_not_read_again():
    engine = PartBlobs()
    cached = CachedOcr(engine, "blocks")
    cached.read(columns((40, 40, 10), (600, 40, 20)))
    cached.read(columns((700, 100, 10), (300, 60, 20)))
    assert len(engine.shapes) == 2


def test_words_of_one_line_stay_in_one_block():
    (block,) = blocks(columns((40, 40, 10), (160, 40, 20)))
    assert block == Box(32, 32, 268, 88)


def test_the_empty_frame_of_a_field_is_no_block_but_one_with_a_text_is():
    image = columns()
    image[30:150, 30:800] = 0
    image[34:146, 34:796] = 255
    assert list(blocks(image)) == []
    image[80:92, 60:90] = 0
    assert len(list(blocks(image))) == 1


def test_single_lines_are_remembered_too_and_only_read_where_the_engine_can():
    engine = PartBlobs()
    cached = CachedOcr(engine, "blocks")
    line = columns((40, 20, 10), height=80, width=200)
    assert cached.read_line(line) == cached.read_line(line.copy())
    assert len(engine.shapes) == 1
    assert CachedOcr(BlobReader(), "bands").read_line(line) is None
    assert CachedOcr(engine, "blocks").locate(line, 900) == [Box(40, 20, 140, 60)]
    assert CachedOcr(BlobReader(), "bands").locate(line, 900) == [Box(40, 20, 140, 60)]


def test_blocks_need_an_engine_that_reads_parts():
    with pytest.raises(ValueError, match="use bands"):
        CachedOcr(BlobReader(), "blocks")


@examples(60)
@given(
    st.lists(st.tuples(st.integers(0, 800), st.integers(0, 160), st.integers(0, 200)), max_size=6)
)
def test_blocks_are_disjoint_and_hold_every_pixel_that_is_not_background(blobs):
    image = columns(*blobs)
    found = list(blocks(image))
    covered = np.zeros(image.shape[:2], int)
    for box in found:
        covered[box.top : box.bottom, box.left : box.right] += 1
    assert covered.max(initial=0) <= 1
    assert covered[(image != 255).any(axis=2)].all()
