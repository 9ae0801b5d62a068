"""The tiles of a call: with the camera on a name stands in the pixels, else in the description."""

from __future__ import annotations

from functools import lru_cache

from harness.device.simulated import widgets as w
from harness.device.simulated.apps.photos.photographs import flat, portrait
from harness.device.simulated.context import Context
from harness.device.simulated.picture import Picture
from harness.device.simulated.text import Rich, rich
from harness.device.simulated.view import FILL, TextStyle, View, dp

SIZE = (516, 540)
"""Px of a tile."""
_BACKDROPS = ((58, 74, 92), (92, 78, 62), (64, 88, 74), (84, 66, 88), (70, 70, 76))


def tile(
    context: Context, called: Rich, seed: int, *, video: bool, muted: bool, id: str = "video_tile"
) -> View:
    """Somebody in the call; ``seed`` decides what they look like."""
    if video:
        picture = _camera(called, seed, muted, context.locale.rtl)
        return View(
            cls="android.view.TextureView", id=id, picture=picture, width=SIZE[0], height=SIZE[1]
        )
    sound = context.locale.say("Muted" if muted else "Unmuted")
    return w.column(
        w.avatar(called, 96),
        cls="android.widget.FrameLayout", id=id, width=SIZE[0], height=SIZE[1], fill="surface",
        radius=dp(12), align="center", justify="center", desc=rich(called, ", ", sound),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _camera(called: Rich, seed: int, muted: bool, rtl: bool) -> Picture:
    seen = portrait(seed, SIZE, _BACKDROPS[seed % 5])
    label = w.row(
        w.icon("mic_off", "#ff8a80", 16) if muted else None,
        w.text(called, style=TextStyle(13, 500, "#ffffff"), lines=1),
        width=0, fill="#202124", radius=10, gap=10, pad=(18, 8, 18, 8), gravity=("start", "end"),
        max_width=SIZE[0] - 24,
    )  # fmt: skip
    view = w.stack(
        View(width=SIZE[0], height=SIZE[1], picture=seen), label, width=FILL, height=FILL
    )
    return flat(view, SIZE, rtl=rtl)
