"""The frames of a bench: the same for all, and a smaller choice is a part of the walk."""

import shutil

import pytest

from harness.bench.frames import COLD, WARM, digest, screens, walk
from harness.core.paths import SCREENS
from harness.errors import ConfigError


def test_a_stop_is_an_arrival_and_the_frame_that_follows():
    shots = walk(3)
    assert [shot.phase for shot in shots] == [COLD] * 3 + [WARM] * 3
    assert [s.name for s in shots[:3]] == [s.name for s in shots[3:]]
    assert len({shot.name for shot in shots}) == 3
    assert all(shot.frame.image is not None and shot.ms > 0 for shot in shots)
    assert digest(walk(3)) == digest(shots)
    assert digest(walk(2)) != digest(shots)


def test_static_screens_are_all_cold(tmp_path):
    names = sorted(path.stem for path in SCREENS.glob("*.xml"))[:4]
    for name in names:
        for path in SCREENS.glob(f"{name}.*"):
            shutil.copy(path, tmp_path)
    shots = screens(str(tmp_path), 2)
    assert [(shot.name, shot.phase) for shot in shots] == [(names[0], COLD), (names[2], COLD)]
    assert len(screens(str(tmp_path), 99)) == 4
    with pytest.raises(ConfigError):
        screens(str(tmp_path / "nowhere"), 2)
