"""Faces, seen from the front."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np

from harness.core.geometry import Box
from harness.core.raw import Image
from harness.errors import MissingModelError

_SIDES = ((128, 0), (240, 600))
"""Longer side in px at which an image is searched, from which longer side of it on: a portrait
shows at any size, the faces of a group only where there is room for them."""
_SMALLEST = 24
"""A face in px, at the least; the cascade's own window."""
_GROWN = 0.45
"""The cascade marks eyes to mouth: hair, ears and chin lie this share of it around."""


class FaceFinder:
    """The frontal face cascade of scikit-image."""

    def __init__(self) -> None:
        """Load the cascade.

        Raises:
            MissingModelError: It is not installed.
        """
        spec = find_spec("skimage")
        folders = (spec.submodule_search_locations or ()) if spec else ()
        paths = [Path(f) / "data" / "lbpcascade_frontalface_opencv.xml" for f in folders]
        if not paths or not paths[0].is_file():
            raise MissingModelError("the face cascade is missing: pip install scikit-image")
        from skimage.feature import Cascade

        self._cascade = Cascade(str(paths[0]))

    def find(self, image: Image) -> list[Box]:
        """Where heads are, in px.

        Args:
            image: RGB, (height, width, 3).
        """
        height, width = image.shape[:2]
        found: list[Box] = []
        for side, least in _SIDES:
            scale = side / max(height, width)
            size = max(1, round(width * scale)), max(1, round(height * scale))
            if max(height, width) < max(least, side // 2) or min(size) < _SMALLEST:
                continue
            small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
            for hit in self._cascade.detect_multi_scale(
                np.ascontiguousarray(small), scale_factor=1.2, step_ratio=1,
                min_size=(_SMALLEST, _SMALLEST), max_size=(side, side),
            ):  # fmt: skip
                left, top, across = hit["c"] / scale, hit["r"] / scale, hit["width"] / scale
                box = Box(round(left), round(top), round(left + across), round(top + across))
                found.append(box.pad(round(_GROWN * across)).clip(width, height))
        return found
