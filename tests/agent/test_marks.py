import numpy as np
import pytest

from harness.agent.marks import draw_marks, marked
from harness.core.geometry import Box
from harness.core.safe import SafeElement, SafeFrame


def element(index, box, *flags):
    return SafeElement(index, "Button", "x", "", "", "", box, frozenset(flags))


def frame(*elements, image="white"):
    pixels = np.full((240, 120, 3), 255, np.uint8) if image == "white" else image
    return SafeFrame(elements, None, pixels, (120, 240))


BUTTON = element(7, Box(20, 30, 100, 70), "clickable")


def test_mark_stands_at_the_corner_and_the_screenshot_stays():
    screen = frame(BUTTON)
    drawn = draw_marks(screen)
    assert (screen.image == 255).all()
    changed = np.argwhere((drawn != 255).any(axis=2))
    (top, left), (bottom, right) = changed.min(axis=0), changed.max(axis=0)
    assert (left, top, right, bottom) == (20, 30, 99, 69)
    assert (drawn[32:68, 60:98] == 255).all(), "the inside of the element stays readable"


def test_same_frame_same_bytes_other_number_other_bytes():
    first, again = draw_marks(frame(BUTTON)), draw_marks(frame(BUTTON))
    other = draw_marks(frame(element(12, BUTTON.box, "clickable")))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_only_interactive_elements_are_marked_if_there_are_any():
    label = element(1, Box(0, 0, 50, 20))
    hidden = element(2, Box(200, 0, 260, 40), "clickable")
    empty = element(3, Box(10, 10, 10, 10), "clickable")
    assert marked(frame(label, hidden, empty, BUTTON)) == (BUTTON,)
    assert marked(frame(label)) == (label,)


def test_elements_at_the_edge():
    edge = element(128, Box(110, 232, 400, 900), "clickable")
    drawn = draw_marks(frame(edge))
    assert drawn.shape == (240, 120, 3)
    assert (drawn[225:, 90:] != 255).any()


def test_needs_a_screenshot():
    with pytest.raises(ValueError, match="no screenshot"):
        draw_marks(frame(BUTTON, image=None))
