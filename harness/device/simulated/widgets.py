"""Widgets: views with the class names, ids and descriptions that stock Android gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated.context import Context
from harness.device.simulated.text import (
    EMPTY,
    Part,
    Pii,
    Rich,
    annotate,
    rich,
    with_content,
)
from harness.device.simulated.view import (
    FILL,
    Edge,
    Glyph,
    Handler,
    TextStyle,
    View,
    dp,
)

BULLET = "•"
TITLE = TextStyle(22, 400)
LARGE = TextStyle(28, 400)
BODY = TextStyle(16, 400)
STRONG = TextStyle(16, 700)
SMALL = TextStyle(14, 400, "muted")
LABEL = TextStyle(14, 500, "primary")
_AVATARS = ("#1e88e5", "#d81b60", "#43a047", "#8e24aa", "#f4511e", "#00897b", "#6d4c41", "#3949ab")


def text(
    *parts: Part,
    id: str = "",
    style: TextStyle = BODY,
    lines: int = 0,
    align: Edge = "start",
    width: int = 0,
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> View:
    """A TextView."""
    return View(
        cls="android.widget.TextView", id=id, text=rich(*parts), style=style, lines=lines,
        align=align, width=width, pad=pad,
    )  # fmt: skip


def column(*children: View | None, id: str = "", **look: object) -> View:
    """A vertical LinearLayout as wide as its parent; None children are left out."""
    return _group("android.widget.LinearLayout", "column", children, id, look)


def row(*children: View | None, id: str = "", **look: object) -> View:
    """A horizontal LinearLayout, its children centred vertically; None children are left out."""
    return _group("android.widget.LinearLayout", "row", children, id, {"align": "center"} | look)


def digit_row(
    context: Context,
    *children: View,
    gap: int = 0,
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> View:
    """A row that every language reads from left to right: groups of digits, keys of a keypad."""
    ordered = reversed(children) if context.locale.rtl else children
    return row(*ordered, gap=gap, pad=pad)


def _group(
    cls: str, flow: str, children: Iterable[View | None], id: str, look: dict[str, object]
) -> View:
    kept = tuple(child for child in children if child is not None)
    settings: dict[str, object] = {"width": FILL, "cls": cls} | look
    return View(id=id, flow=flow, children=kept, **settings)  # type: ignore[arg-type]


def items(
    key: str,
    children: Iterable[View | None],
    *,
    id: str = "list",
    from_end: bool = False,
    gap: int = 0,
    pad: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> View:
    """A scrolling RecyclerView that fills its parent."""
    return column(
        *children, id=id, cls="androidx.recyclerview.widget.RecyclerView", scroll=key,
        height=FILL, from_end=from_end, gap=gap, pad=pad,
    )  # fmt: skip


def icon(name: str, color: str = "muted", size: int = 24) -> View:
    """A decorative ImageView of ``size`` dp."""
    return View(
        cls="android.widget.ImageView",
        width=dp(size),
        height=dp(size),
        glyph=Glyph("icon", name, color, size=size),
    )


def icon_button(
    name: str,
    desc: Part,
    on_tap: Handler,
    *,
    id: str = "",
    color: str = "muted",
    enabled: bool = True,
) -> View:
    """An ImageButton with a content description."""
    return View(
        cls="android.widget.ImageButton", id=id, desc=rich(desc), width=dp(48), height=dp(48),
        glyph=Glyph("icon", name, color), on_tap=on_tap, enabled=enabled,
    )  # fmt: skip


def button(
    label: str,
    on_tap: Handler,
    *,
    id: str = "",
    filled: bool = True,
    enabled: bool = True,
    weight: float = 0,
) -> View:
    """A Button; a text button if not ``filled``."""
    color = "on_primary" if filled and enabled else "primary" if enabled else "muted"
    fill = ("primary" if enabled else "surface") if filled else ""
    return View(
        cls="android.widget.Button", id=id, text=rich(label), height=dp(48), radius=dp(24),
        pad=(dp(20), 0, dp(20), 0), align="center", style=TextStyle(15, 500, color), lines=1,
        fill=fill, on_tap=on_tap, enabled=enabled, weight=weight,
    )  # fmt: skip


def avatar(name: Rich, size: int = 40, *, id: str = "", on_tap: Handler | None = None) -> View:
    """A coloured disc with initials, described as ``Photo of …``."""
    words = [word for word in name.text.split() if word[0].isalnum()]
    initials = "".join(word[0] for word in (words[:1] + words[1:][-1:])).upper()
    color = _AVATARS[sum(map(ord, name.text)) % len(_AVATARS)]
    return View(
        cls="android.widget.ImageView", id=id, desc=rich("Photo of ", name), width=dp(size),
        height=dp(size), glyph=Glyph("avatar", initials, color), on_tap=on_tap,
    )  # fmt: skip


def app_bar(title: Part, *actions: View | None, navigate: View | None = None) -> View:
    """The bar at the top: an optional navigation button, a title and actions."""
    return row(
        navigate,
        replace(
            text(title, id="action_bar_title", style=TITLE, lines=1), weight=1, pad=(dp(8), 0, 0, 0)
        ),
        *actions,
        id="action_bar", cls="android.view.ViewGroup", height=dp(56), fill="bar",
        pad=(dp(8), 0, dp(4), 0),
    )  # fmt: skip


def up(context: Context) -> View:
    """The ``Navigate up`` button."""
    return icon_button("back", "Navigate up", context.back, color="text")


def list_row(
    *,
    title: Part,
    summary: Part = "",
    lead: View | None = None,
    trail: View | None = None,
    desc: Part = "",
    id: str = "",
    strong: bool = False,
    selected: bool = False,
    on_tap: Handler | None = None,
    on_long: Handler | None = None,
) -> View:
    """A row of a list: something in front, a title over a summary, something behind."""
    below = rich(summary)
    style = STRONG if strong else BODY
    return row(
        lead,
        column(
            text(title, id="android:id/title", style=style, lines=1),
            text(below, id="android:id/summary", style=SMALL, lines=2) if below else None,
            cls="android.widget.RelativeLayout", width=0, weight=1,
        ),
        trail,
        id=id, desc=rich(desc), gap=dp(16), pad=(dp(16), dp(12), dp(16), dp(12)),
        fill="tonal" if selected else "", selected=selected, on_tap=on_tap, on_long=on_long,
    )  # fmt: skip


def switch_row(title: str, on: bool, on_tap: Handler, *, summary: Part = "", id: str = "") -> View:
    """A row with a Switch at its end."""
    return list_row(title=title, summary=summary, id=id, trail=switch(on), on_tap=on_tap)


def switch(on: bool) -> View:
    """A Switch; the row around it takes the taps."""
    return View(
        cls="android.widget.Switch", id="android:id/switch_widget", width=dp(52), height=dp(32),
        glyph=Glyph("switch", on=on), checked=on,
    )  # fmt: skip


def radio_row(title: str, on: bool, on_tap: Handler) -> View:
    """A row of a single choice, a CheckedTextView with a radio button in front."""
    return row(
        View(width=dp(24), height=dp(24), cls="android.widget.RadioButton",
             glyph=Glyph("radio", on=on), checked=on),
        replace(text(title, id="android:id/text1"), weight=1),
        gap=dp(16), pad=(dp(24), dp(12), dp(24), dp(12)), on_tap=on_tap,
    )  # fmt: skip


def checkbox_row(title: Part, on: bool, on_tap: Handler, *, id: str = "") -> View:
    """A row with a CheckBox at its end."""
    box = View(
        cls="android.widget.CheckBox", id="android:id/checkbox", width=dp(24), height=dp(24),
        glyph=Glyph("checkbox", on=on), checked=on,
    )  # fmt: skip
    return list_row(title=title, id=id, trail=box, on_tap=on_tap)


def divider() -> View:
    """A thin line."""
    return View(cls="android.view.View", width=FILL, height=dp(1), fill="divider")


def header(label: Part) -> View:
    """A section title in a list."""
    return text(label, style=LABEL, pad=(dp(16), dp(16), dp(16), dp(8)), width=FILL)


def field(
    context: Context,
    key: str,
    hint: Part,
    *,
    kind: EntityType | None = None,
    initial: str = "",
    marked: Rich = EMPTY,
    id: str = "",
    password: bool = False,
    select: bool = False,
    clear: bool = True,
    on_enter: Handler | None = None,
) -> View:
    """An EditText; what is typed into it is kept by the screen under ``key``.

    Args:
        context: The screen.
        key: Name of the field on this screen.
        hint: Shown while it is empty.
        kind: What a typed text is; None looks for values that the phone knows.
        initial: Text before the user types.
        marked: The same with its marks, where they are known; holds until the user types.
        id: Resource id.
        password: Shows bullets.
        select: The initial text is selected, so that typing replaces it.
        clear: Has a button that empties it.
        on_enter: Handler of the enter key.
    """
    value = context.field(key, initial)
    if value and value == marked.text:
        shown = marked
    else:
        shown = _shown(context, value, kind, password) if value else rich(hint)
    edit = View(
        cls="android.widget.EditText", id=id or key, text=shown, hint=rich(hint), field=key,
        value=value, password=password, weight=1, pad=(0, dp(12), 0, dp(12)), lines=4,
        replaces=context.replaces(key, select),
        focused=context.focus == key, on_enter=on_enter,
        style=TextStyle(16, 400, "text" if value else "muted"),
    )  # fmt: skip
    wipe = icon_button("close", "Clear text", lambda: context.type(key, ""))
    return row(
        edit, wipe if value and clear else None, cls="android.widget.FrameLayout", fill="surface",
        radius=dp(12), pad=(dp(16), 0, dp(4), 0),
    )  # fmt: skip


def _shown(context: Context, value: str, kind: EntityType | None, password: bool) -> Rich:
    if password:
        return rich(Pii(EntityType.PASSWORD, value, BULLET * len(value)))
    if kind is EntityType.MESSAGE_CONTENT:
        return with_content(annotate(value, context.known()), kind)
    if kind is not None and value.strip():
        return rich(Pii(kind, value))
    return annotate(value, context.known())


@dataclass(frozen=True, slots=True, repr=False)
class Tabs:
    """The tabs of a screen.

    Attributes:
        current: Key of the open one.
        bar: Navigation at the bottom.
        on_back: Handler of the back key: first to the tab where the screen starts, then out of it.
    """

    current: str
    bar: View
    on_back: Handler | None


def tabs(
    context: Context,
    choices: Sequence[tuple[str, str, str]],
    *,
    start: str = "",
    leave: Handler | None = None,
) -> Tabs:
    """The tabs of a screen, of which it remembers the open one.

    Args:
        context: The screen.
        choices: (key, label, icon) per tab.
        start: Key of the tab that is open at first, "" for the first one.
        leave: What else happens when another tab is chosen.
    """
    home = start or choices[0][0]
    current = str(context.flag("tab", home))

    def choose(key: str) -> None:
        context.set("tab", key)
        if leave is not None:
            leave()

    on_back = None if current == home else partial(choose, home)
    return Tabs(current, _tab_bar(current, choices, choose), on_back)


def _tab_bar(
    current: str, choices: Sequence[tuple[str, str, str]], choose: Callable[[str], None]
) -> View:
    return row(
        *(
            column(
                icon(name, "primary" if key == current else "muted"),
                text(label, style=TextStyle(12, 500, "primary" if key == current else "muted")),
                cls="android.widget.FrameLayout", width=0, weight=1, align="center",
                justify="center", height=dp(72), gap=dp(4), desc=rich(label), id=f"tab_{key}",
                selected=key == current, on_tap=partial(choose, key),
            )
            for key, label, name in choices
        ),
        id="bottom_navigation", fill="surface",
    )  # fmt: skip


def fab(name: str, desc: str, on_tap: Handler) -> View:
    """A floating button at the lower right of a stack."""
    return View(
        cls="android.widget.FrameLayout", flow="stack", gravity=("end", "end"),
        pad=(dp(16), dp(16), dp(16), dp(16)),
        children=(View(
            cls="android.widget.ImageButton", id="floating_action_button", desc=rich(desc),
            width=dp(56), height=dp(56), radius=dp(16), fill="tonal", overlay=True,
            glyph=Glyph("icon", name, "text"), on_tap=on_tap,
        ),),
    )  # fmt: skip


def stack(*children: View, id: str = "", **look: object) -> View:
    """A FrameLayout that fills its parent and paints its children over one another."""
    return _group("android.widget.FrameLayout", "stack", children, id, {"height": FILL} | look)


def bubble(body: Rich, desc: Rich, *, mine: bool) -> View:
    """A chat bubble, at the right if ``mine``."""
    fill, color = ("bubble_me", "#ffffff") if mine else ("bubble_them", "text")
    return column(
        View(
            cls="android.widget.TextView", id="message_text", text=body, desc=desc,
            max_width=dp(280), pad=(dp(16), dp(10), dp(16), dp(10)), fill=fill, radius=dp(20),
            style=TextStyle(16, 400, color),
        ),
        align="end" if mine else "start", id="message_row",
        pad=(dp(16), dp(2), dp(16), dp(2)),
    )  # fmt: skip


def snackbar(content: Rich) -> View:
    """A short notice at the bottom, as a toast over the content."""
    return View(
        cls="android.widget.FrameLayout", flow="stack", width=FILL, gravity=("start", "end"),
        pad=(dp(12), 0, dp(12), dp(12)),
        children=(View(
            cls="android.widget.TextView", id="snackbar_text", text=content, width=FILL,
            overlay=True, fill="inverse", radius=dp(8), style=TextStyle(14, 400, "on_inverse"),
            pad=(dp(16), dp(14), dp(16), dp(14)),
        ),),
    )  # fmt: skip


def blank(label: str) -> View:
    """What a list shows when it is empty."""
    return text(label, id="empty", style=SMALL, align="center", width=FILL, pad=(0, dp(48), 0, 0))


def page(*children: View | None) -> View:
    """A screen: children from top to bottom, filling the window."""
    return column(*children, height=FILL, cls="android.view.ViewGroup")
