import stat

import numpy as np
import pytest

from harness.core.geometry import Box
from harness.core.protocols import OcrLine
from harness.engine.ocr.stored import StoredOcr
from harness.errors import ConfigError

LINES = [OcrLine("Dana Reyes", Box(1, 2, 30, 12), 0.5), OcrLine("", Box(0, 20, 9, 29), 0.1)]


class Slow:
    name = "slow"

    def __init__(self, weights="00"):
        self.weights = weights
        self.reads = 0

    def read(self, image):
        self.reads += 1
        return LINES

    def identity(self):
        return {"slow.bin": self.weights}


def page(grey=255):
    return np.full((40, 60, 3), grey, np.uint8)


def test_what_was_read_in_another_run_is_not_read_again(tmp_path):
    first, second = Slow(), Slow()
    assert StoredOcr(first, tmp_path / "readings").read(page()) == LINES
    assert StoredOcr(second, tmp_path / "readings").read(page()) == LINES
    assert (first.reads, second.reads) == (1, 0)


@pytest.mark.parametrize(
    "other",
    [
        lambda folder: StoredOcr(Slow(), folder).read(page(254)),
        lambda folder: StoredOcr(Slow(), folder).read(page().reshape(60, 40, 3)),
        lambda folder: StoredOcr(Slow("01"), folder).read(page()),
        lambda folder: StoredOcr(Slow(), folder, settings="canvas 1280").read(page()),
    ],
)
def test_other_pixels_weights_and_settings_are_read_by_themselves(tmp_path, other):
    folder = tmp_path / "readings"
    StoredOcr(Slow(), folder).read(page())
    other(folder)
    assert len(list(folder.rglob("*.json"))) == 2


def test_readings_are_for_their_owner_alone(tmp_path):
    folder = tmp_path / "readings"
    StoredOcr(Slow(), folder).read(page())
    modes = {stat.S_IMODE(p.stat().st_mode) & 0o077 for p in (folder, *folder.rglob("*"))}
    assert modes == {0}


def test_a_folder_that_others_may_look_into_is_refused(tmp_path):
    folder = tmp_path / "readings"
    folder.mkdir()
    folder.chmod(0o755)
    with pytest.raises(ConfigError, match="chmod 700"):
        StoredOcr(Slow(), folder)
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="can't keep readings"):
        StoredOcr(Slow(), tmp_path / "file" / "readings")


def test_a_broken_reading_is_made_anew(tmp_path):
    StoredOcr(Slow(), tmp_path / "readings").read(page())
    (path,) = (tmp_path / "readings").rglob("*.json")
    path.write_text('[["Dana", [1, 2')
    engine = Slow()
    assert StoredOcr(engine, tmp_path / "readings").read(page()) == LINES
    assert engine.reads == 1
    assert StoredOcr(engine, tmp_path / "readings").identity() == {"slow.bin": "00"}
