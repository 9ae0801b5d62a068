"""Whether a value can still be seen in what was sent."""

import numpy as np
import pytest
from synthetic_run import CONTACT, CONTACT_RAW, COVERED, draw, place

from harness.core.geometry import Box
from harness.score.pixels import VISIBLE_SHARE, fit, is_flat, visible_share

RAW = draw(CONTACT_RAW)
BOX = place(CONTACT[1], 1)


def resized(image: np.ndarray, factor: float) -> np.ndarray:
    height, width = image.shape[:2]
    return fit(fit(image, (round(width * factor), round(height * factor))), (width, height))


def test_an_unchanged_value_is_visible():
    assert visible_share(RAW, RAW, BOX) == 1.0


@pytest.mark.parametrize("factor", [0.75, 0.5, 0.4])
def test_a_shrunk_copy_is_visible(factor):
    assert visible_share(RAW, resized(RAW, factor), BOX) >= VISIBLE_SHARE


def test_dimmed_and_inverted_copies_are_visible():
    assert visible_share(RAW, (RAW // 2 + 40).astype(np.uint8), BOX) == 1.0
    assert visible_share(RAW, 255 - RAW, BOX) == 1.0


def test_an_opaque_cover_with_a_placeholder_hides_it():
    covers = {1: BOX.pad(3), 2: place(CONTACT[2], 2).pad(3)}
    assert visible_share(RAW, draw(COVERED, covers), BOX) == 0.0
    assert visible_share(RAW, np.zeros_like(RAW), BOX) == 0.0


def test_a_placeholder_in_the_same_font_and_place_hides_it():
    assert visible_share(RAW, draw(["Contacts", "PERSON_NAME#ab12c", "", ""]), BOX) < VISIBLE_SHARE


def test_a_mark_over_one_corner_does_not_hide_it():
    marked = RAW.copy()
    marked[BOX.top - 5 : BOX.top + 12, BOX.left - 5 : BOX.left + 30] = (255, 0, 0)
    assert visible_share(RAW, marked, BOX) >= VISIBLE_SHARE


def test_a_rest_is_partial():
    covered = RAW.copy()
    covered[BOX.top : BOX.bottom, BOX.left : BOX.left + round(BOX.width * 0.7)] = 0
    assert 0 < visible_share(RAW, covered, BOX) < VISIBLE_SHARE


def test_an_empty_place_has_no_verdict():
    assert visible_share(RAW, RAW, Box(400, 300, 500, 340)) is None
    assert visible_share(RAW, RAW, Box(900, 900, 950, 950)) is None


def test_flat():
    assert is_flat(np.full((9, 9, 3), 7, np.uint8))
    assert not is_flat(RAW)
