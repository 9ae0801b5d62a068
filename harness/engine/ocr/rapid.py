"""The PP-OCR models of the ``rapidocr`` wheel, run with ONNX Runtime alone.

Only the two weight files of the package are used, by its own code nothing: screens are level, so
boxes are upright; detection runs at a reduced width, where most of the time would go;
every line is recognised by itself, so that a result depends on the line's pixels alone and not on
what was read together with it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.core.raw import Image
from harness.engine.files import packaged, sha256
from harness.engine.ocr.lines import reading_order

_PIXEL_THRESHOLD = 0.3
_BOX_THRESHOLD = 0.5
_UNCLIP = 1.6
"""Detection marks the kernel of a line; it grows by area * ratio / perimeter (DBNet)."""
_MIN_SCALE = 0.4
_STRIDE = 32
_TINY = 64
"""A part of a screen that is no larger (px, as detection sees it) holds a letter or two."""
_AROUND = 16
"""Detection misses them without some background around (px)."""
_LINE_HEIGHT = 48
_LINE_STEP = 32
"""Line widths are padded to a multiple of this, in px at ``_LINE_HEIGHT``."""
_MIN_LINE_WIDTH = 64
_MAX_LINE_WIDTH = 2400
_MIN_SIDE = 5
_SURE = 0.9
"""99 of 100 lines in a known script have at least this mean score; 9 of 100 in Hebrew do."""
_STRETCH = 3
_SURE_STRETCH = 0.6
"""The same for any three characters in a row: digits between unknown letters raise the mean."""
_REACH = 1.0
"""Ink that is farther from every character read (in line heights) was not read."""
_INK = 60
"""A pixel that differs by so much from the line's background is ink."""
_WORD = 1.6
"""What is narrower for its height holds a letter or two, or is an icon: one look is enough."""


class RapidOcrEngine:
    """PP-OCR detection and recognition: Latin, Chinese and Japanese.

    Text in a script that it can't read comes back as a line with an empty text.
    """

    name = "rapidocr"

    def __init__(
        self,
        *,
        threads: int = 2,
        detect_width: int = 576,
        min_score: float = 0.5,
        second_look: bool = True,
    ) -> None:
        """Load both models.

        Args:
            threads: CPU threads of a model.
            detect_width: Width in px to which a wider image is shrunk for detection (at most by
                factor 0.4); recognition always reads the original pixels.
            min_score: Mean character confidence below which a line counts as unreadable.
            second_look: Read lines of a low score again, inverted, and keep the better reading.

        Raises:
            MissingModelError: The package is not installed.
        """
        pip = "rapidocr>=3,<4"
        self._files = (
            packaged("rapidocr", "models/*det*.onnx", pip),
            packaged("rapidocr", "models/*rec*.onnx", pip),
        )
        # A thread of its own: the runtime rounds numbers next to 0 in the one that makes the first
        # session of a process for good, and nobody else's shall be rounded.
        self._thread = ThreadPoolExecutor(1)
        self._detector, self._recogniser = self._thread.map(
            partial(_session, threads=threads), self._files
        )
        characters = self._recogniser.get_modelmeta().custom_metadata_map["character"]
        self._characters = ["", *characters.splitlines(), " "]
        self._detect_width = detect_width
        self._min_score = min_score
        self._second_look = second_look

    def read(self, image: Image) -> list[OcrLine]:
        """Lines in reading order.

        Args:
            image: RGB, (height, width, 3).
        """
        return self.read_part(image, image.shape[1])

    def read_part(self, image: Image, screen_width: int) -> list[OcrLine]:
        """Lines of a part of a screen, in reading order.

        Args:
            image: RGB, (height, width, 3).
            screen_width: Width of the whole screen in px: tells how large its text is.
        """
        bgr = np.ascontiguousarray(image[..., ::-1])
        boxes = self._boxes(bgr, screen_width)
        return reading_order([self._line(bgr, box) for box in boxes])

    def locate(self, image: Image, screen_width: int) -> list[Box]:
        """Where text stands in a part of a screen, in px, in any script; nothing is read.

        Args:
            image: RGB, (height, width, 3).
            screen_width: Width of the whole screen in px.
        """
        return self._boxes(np.ascontiguousarray(image[..., ::-1]), screen_width)

    def read_line(self, image: Image) -> OcrLine:
        """The text of an image that holds a single line and nothing else.

        Args:
            image: RGB, (height, width, 3).
        """
        height, width = image.shape[:2]
        return self._line(np.ascontiguousarray(image[..., ::-1]), Box(0, 0, width, height))

    def identity(self) -> dict[str, str]:
        """Weight file name -> SHA-256 hex digest."""
        return {path.name: sha256(path) for path in self._files}

    def _boxes(self, bgr: Image, screen_width: int) -> list[Box]:
        height, width = bgr.shape[:2]
        scale = min(1.0, max(_MIN_SCALE, self._detect_width / screen_width))
        size = max(1, round(width * scale)), max(1, round(height * scale))
        small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
        edge = _AROUND if max(size) <= _TINY else 0
        below, beside = (edge + -(side + 2 * edge) % _STRIDE for side in (size[1], size[0]))
        padded = cv2.copyMakeBorder(small, edge, below, edge, beside, cv2.BORDER_REPLICATE)
        heat = self._run(self._detector, _normalise(padded))[0, 0]
        contours, _ = cv2.findContours(
            (heat > _PIXEL_THRESHOLD).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        boxes = []
        for contour in contours:
            x, y, w, h = cv2.boundingRect(contour)
            window = heat[y : y + h, x : x + w]
            if float(window[window > _PIXEL_THRESHOLD].mean()) < _BOX_THRESHOLD:
                continue
            x, y = x - edge, y - edge
            grow = w * h * _UNCLIP / (2 * (w + h))
            box = Box(
                round((x - grow) * width / size[0]),
                round((y - grow) * height / size[1]),
                round((x + w + grow) * width / size[0]),
                round((y + h + grow) * height / size[1]),
            ).clip(width, height)
            if min(box.width, box.height) >= _MIN_SIDE:
                boxes.append(box)
        return boxes

    def _line(self, bgr: Image, box: Box) -> OcrLine:
        crop = bgr[box.top : box.bottom, box.left : box.right]
        read = self._recognise(crop)
        if self._second_look and 0 < read.score < _SURE and box.width >= _WORD * box.height:
            read = max(read, self._recognise(255 - crop), key=lambda each: each.score)
        text = read.text.strip() if read.score >= self._min_score else ""
        return OcrLine(text, box, read.score, read.sure and _is_read(crop, read.columns))

    def _recognise(self, crop: Image) -> _Reading:
        height, width = crop.shape[:2]
        scaled = min(max(8, round(width * _LINE_HEIGHT / height)), _MAX_LINE_WIDTH)
        padded = max(scaled + _LINE_STEP - 1, _MIN_LINE_WIDTH) // _LINE_STEP * _LINE_STEP
        batch = np.zeros((1, 3, _LINE_HEIGHT, padded), np.float32)
        batch[..., :scaled] = _normalise(cv2.resize(crop, (scaled, _LINE_HEIGHT)))
        scores = self._run(self._recogniser, batch)[0]
        return _decode(scores, self._characters, padded / len(scores) * height / _LINE_HEIGHT)

    def _run(self, session: Any, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        inputs = {session.get_inputs()[0].name: batch}
        result: NDArray[np.float32] = self._thread.submit(session.run, None, inputs).result()[0]
        return result


@dataclass(frozen=True, slots=True, repr=False)
class _Reading:
    """What one look at a line gave.

    Attributes:
        text: The characters.
        score: Their mean score, in 0..1.
        sure: Whether no stretch of them is doubtful.
        columns: Where in the line, in px, each character that isn't a space was seen.
    """

    text: str
    score: float
    sure: bool
    columns: NDArray[np.float64]


def _decode(scores: NDArray[np.float32], characters: list[str], step: float) -> _Reading:
    """Greedy CTC: repeats collapsed, blanks (class 0) dropped; ``step`` is in px of the line."""
    best = scores.argmax(axis=1)
    kept = np.flatnonzero((best != 0) & np.concatenate(([True], best[1:] != best[:-1])))
    if not kept.size:
        return _Reading("", 0.0, False, np.empty(0))
    text = "".join(characters[i] for i in best[kept])
    each = scores[kept, best[kept]]
    mean = float(each.mean())
    length = min(_STRETCH, len(each))
    stretches = np.convolve(each, np.full(length, 1 / length), "valid")
    sure = mean >= _SURE and float(stretches.min()) >= _SURE_STRETCH
    drawn = [at for at, i in zip(kept, best[kept], strict=True) if not characters[i].isspace()]
    return _Reading(text, mean, sure, np.array([(at + 0.5) * step for at in drawn], np.float64))


def _is_read(line: Image, columns: NDArray[np.float64]) -> bool:
    """Whether there is no ink in a line but near the characters that were read."""
    background = np.median(line.reshape(-1, 3), axis=0)
    ink = np.flatnonzero((np.abs(line - background).max(axis=2) > _INK).any(axis=0))
    if not columns.size or not ink.size:
        return not ink.size
    after = np.searchsorted(columns, ink)
    padded = np.concatenate(([-np.inf], columns, [np.inf]))
    apart = np.minimum(ink - padded[after], padded[after + 1] - ink)
    return bool(apart.max() <= _REACH * line.shape[0])


def _normalise(bgr: NDArray[Any]) -> NDArray[np.float32]:
    planes = bgr.transpose(2, 0, 1)[None].astype(np.float32)
    return np.ascontiguousarray(planes / 127.5 - 1)


def _session(path: Path, threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Threads that wait in a busy loop take the cores from the other workers.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # Plain ground makes detection count with numbers so near to 0 that it takes thrice as long.
    options.add_session_config_entry("session.set_denormal_as_zero", "1")
    return onnxruntime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )
