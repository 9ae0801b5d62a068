"""Each kind of hard screen exists on the phone, and gold says exactly what it shows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from lxml import etree

from harness.core.action import SwipeBetween, TapAt
from harness.core.entity import EntityType
from harness.core.geometry import Box
from harness.core.raw import GoldMark, nodes, readable_attributes
from harness.device.simulated.scene import walk

T = EntityType


class Seen:
    """A screen: its tree, its gold and how it was laid out."""

    def __init__(self, user) -> None:
        frame = user.phone.capture()
        self.state = user.phone.state()
        self.image = frame.image
        self.elements: list[etree._Element] = nodes(frame.tree)
        self.gold: list[GoldMark] = list(user.phone.gold())
        self.styles = {
            id(placed.view): (placed.view.text, placed.view.style)
            for window in user.phone._shell.scene().windows
            if window.listed
            for placed in walk(window.root)
        }

    def marks(self, kind: EntityType, attr: str = "") -> list[GoldMark]:
        return [m for m in self.gold if m.type is kind and attr in ("", m.attr)]

    def shown(self, mark: GoldMark) -> str:
        return self.elements[mark.node].get(mark.attr)[mark.start : mark.end]

    def texts(self) -> str:
        return "\n".join(value for e in self.elements for _, value in readable_attributes(e))

    def contrast(self, mark: GoldMark) -> float:
        box = mark.box
        crop = self.image[box.top : box.bottom, box.left : box.right].astype(float).mean(axis=2)
        return float(np.ptp(crop))


def page(site: str) -> Callable:
    def go(user):
        sites = user.phone.state()["browser"]["sites"]
        user.open("Browser")
        user.tap(next(s["title"] for s in sites if s["id"] == site))

    return go


def photo(kind: str) -> Callable:
    def go(user):
        items = user.phone.state()["photos"]["items"]
        place = [p["kind"] for p in items].index(kind)
        user.open("Photos")
        if place >= 12:
            user.drag(-1200)
            place -= len(items)
        tiles = [e for e in user.elements() if e.get("resource-id", "").endswith("photo_tile")]
        user.perform(TapAt(*Box.parse(tiles[place].get("bounds")).center))

    return go


def settings(page: str) -> Callable:
    def go(user):
        user.open("Settings")
        user.tap(page)

    return go


def messages(topic: str) -> Callable:
    def go(user):
        threads = user.phone.state()["messages"]["threads"]
        title = next(t["title"] for t in threads if t["topic"] == topic)
        user.open("Messages")
        user.scroll_to(title)
        user.tap(title)

    return go


def shade(user):
    user.perform(SwipeBetween(540, 20, 540, 1200))
    code = next(n for n in user.phone.state()["notifications"] if n["topic"] == "code")
    if not user.shows(code["text"]["text"]):
        user.drag(-900)


def order_mail(user):
    mail = next(
        m for m in user.phone.state()["mail"]["mails"]
        if m["topic"] == "order" and m["folder"] == "inbox"
    )  # fmt: skip
    user.open("Mail")
    for _ in range(12):
        if user.shows(mail["subject"]):
            break
        user.drag(-900)
    user.tap(mail["subject"])


def dark_bank(user):
    user.phone.configure(dark_theme=True)
    user.log_in()
    user.tap("Cards")


def receipts(user):
    user.open("Photos")
    user.tap("Albums")
    user.tap(user.phone.state()["photos"]["albums"][3]["name"])


# ---------------------------------------------------------------- what must be there


def split_name(seen):
    parts = [seen.shown(m) for m in seen.marks(T.PERSON_NAME)]
    owner = seen.state["owner"]
    return parts == [owner["first"], owner["last"]] and all(
        m.value == owner["name"] for m in seen.marks(T.PERSON_NAME)
    )


def split_card(seen):
    groups = [seen.shown(m) for m in seen.marks(T.CREDIT_CARD)]
    return len(groups) == 4 and " ".join(groups) == seen.state["browser"]["account"]["number"]


def split_address(seen):
    lines = [seen.shown(m) for m in seen.marks(T.ADDRESS)]
    return len(lines) == 2 and ", ".join(lines) == seen.state["owner"]["address"]


def split_digits(seen):
    digits = [seen.shown(m) for m in seen.marks(T.PASSWORD)]
    return len(digits) == 5 and "".join(digits) == seen.state["browser"]["account"]["pin"]


def in_a_description_alone(seen):
    mails = seen.marks(T.EMAIL)
    return len(mails) >= 5 and all(m.attr == "content-desc" and m.box is None for m in mails)


def in_a_hint_alone(seen):
    owner = seen.state["owner"]
    return {m.attr for m in seen.marks(T.EMAIL)} == {"hint", "text"} and all(
        e.get("text") == e.get("hint") for e in seen.elements if e.get("text") == owner["email"]
    )


def in_pixels_alone(seen):
    values = {m.value for m in seen.gold}
    return (
        bool(values)
        and all(m.attr == "image" and m.node is None for m in seen.gold)
        and not (any(value in seen.texts() for value in values))
    )


def one_node_of_a_web_page(seen):
    views = [e for e in seen.elements if e.get("class") == "android.webkit.WebView"]
    return in_pixels_alone(seen) and len(views) == 1 and len(views[0]) == 0


def no_gold(seen):
    return not seen.gold


def near_misses_alone(seen):
    return not seen.gold and sum(c.isdigit() for c in seen.texts()) > 60


def shortened_by_the_app(seen):
    owner = seen.state["owner"]
    short = [m for m in seen.marks(T.EMAIL) if seen.shown(m).endswith("…")]
    return [m.value for m in short] == [owner["email"]] and owner["email"].startswith(
        seen.shown(short[0])[:-1]
    )


def masked(seen):
    numbers = [m for m in seen.gold if m.node is not None and seen.shown(m).startswith("•")]
    return bool(numbers) and all(seen.shown(m)[-4:] in m.value.replace(" ", "") for m in numbers)


def small_and_faint(seen):
    small = [text.text for text, style in seen.styles.values() if text.marks and style.sp <= 10]
    faint = [m for m in seen.marks(T.EMAIL) if m.box is not None and seen.contrast(m) < 110]
    return bool(small) and bool(faint)


def small_captions(seen):
    captions = [t for t, style in seen.styles.values() if t.marks and style.sp <= 11]
    return len(captions) == 3


def on_dark(seen):
    return seen.image.mean() < 60 and masked(seen)


def a_code_in_a_notification(seen):
    return len([m for m in seen.marks(T.PASSWORD) if m.attr == "text"]) == 1


def a_quoted_number(seen):
    quoted = [m for m in seen.marks(T.PHONE_NUMBER) if m.attr == "text"]
    return any(len(seen.elements[m.node].get("text")) > len(m.value) + 5 for m in quoted)


def an_order_with_address(seen):
    return bool(seen.marks(T.ORDER_NUMBER)) and bool(seen.marks(T.ADDRESS))


HARD = {
    "a name over two elements": (page("energy"), split_name),
    "a card number over four elements": (page("energy"), split_card),
    "an address over two elements": (page("energy"), split_address),
    "a code with one digit per element": (page("energy"), split_digits),
    "a value in a description alone": (page("club"), in_a_description_alone),
    "a value in a hint alone": (page("forum"), in_a_hint_alone),
    "a canvas": (page("ticket"), one_node_of_a_web_page),
    "a photographed identity card": (photo("card"), in_pixels_alone),
    "a photographed letter": (photo("letter"), in_pixels_alone),
    "a QR code": (photo("code"), in_pixels_alone),
    "a screenshot of a chat": (photo("chat"), in_pixels_alone),
    "a whiteboard": (photo("board"), in_pixels_alone),
    "a number plate": (photo("plate"), in_pixels_alone),
    "a landscape": (photo("landscape"), no_gold),
    "a face": (photo("portrait"), no_gold),
    "a photographed receipt": (photo("receipt"), no_gold),
    "near misses": (page("parts"), near_misses_alone),
    "a shortened value": (page("energy"), shortened_by_the_app),
    "a masked account": (page("energy"), masked),
    "small and faint text": (page("energy"), small_and_faint),
    "small captions": (receipts, small_captions),
    "dark, with masked cards": (dark_bank, on_dark),
    "a code in a notification": (shade, a_code_in_a_notification),
    "a bubble that quotes a number": (messages("new_number"), a_quoted_number),
    "an order mail": (order_mail, an_order_with_address),
    "settings of nobody": (settings("Display"), no_gold),
}


@pytest.mark.parametrize("kind", HARD)
def test_it_is_on_the_phone(user, kind):
    go, holds = HARD[kind]
    go(user)
    assert holds(Seen(user))


@pytest.mark.parametrize("kind", HARD)
def test_its_gold_is_drawn_where_it_says(user, kind):
    HARD[kind][0](user)
    seen = Seen(user)
    for mark in seen.gold:
        if mark.box is not None:
            assert mark.box.clip(1080, 2400) == mark.box
            assert seen.contrast(mark) > 20
