"""What must hold for every frame of the simulated phone."""

from __future__ import annotations

import numpy as np

from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import nodes
from harness.device import uidump
from harness.device.simulated.phone import SimulatedPhone

T = EntityType
STOCK = (
    "index text resource-id class package content-desc checkable checked clickable enabled "
    "focusable focused scrollable long-clickable password selected bounds"
).split()


def check_frame(phone: SimulatedPhone) -> None:
    """Everything that must hold for every frame of the simulated phone."""
    frame = phone.capture()
    image, elements = frame.image, nodes(frame.tree)
    again = nodes(uidump.parse(uidump.serialize(frame.tree)))
    assert [dict(e.attrib) for e in again] == [dict(e.attrib) for e in elements]
    for element in elements:
        names = [name for name in element.attrib if name not in ("NAF", "hint")]
        assert names == STOCK
        box = Box.parse(element.get("bounds"))
        assert box.area > 0
        assert box.clip(1080, 2400) == box
    for mark in phone.gold():
        assert mark.value
        if mark.node is None:
            assert mark.attr == "image"
            assert mark.box is not None
        else:
            shown = elements[mark.node].get(mark.attr)[mark.start : mark.end]
            assert shown == shown.strip()
            check_shown(mark.type, mark.value, shown)
        if mark.box is not None:
            crop = image[mark.box.top : mark.box.bottom, mark.box.left : mark.box.right]
            assert mark.box.area == crop.shape[0] * crop.shape[1] > 0
            assert np.ptp(crop.astype(int)) > 20, "nothing is drawn where gold stands"
            if mark.node is not None:
                bounds = Box.parse(elements[mark.node].get("bounds"))
                assert mark.box.overlap(bounds.pad(4)) == 1


def check_shown(kind: EntityType, value: str, shown: str) -> None:
    if shown in value:  # a part of it may have a view of its own
        return
    if shown.endswith("…") and value.startswith(shown[:-1]):
        return
    masked = shown.startswith("•")
    assert masked, "a place shows something else than the value or a masked form of it"
    assert shown.strip("• ") in ("", value.replace(" ", "")[-4:])
    assert kind in (T.BANK_ACCOUNT, T.CREDIT_CARD, T.ID_NUMBER, T.PASSWORD)
