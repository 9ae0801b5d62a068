"""The view: one node of a screen's tree, as declared by an app. Lengths are px of the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from harness.device.simulated.picture import Picture
from harness.device.simulated.text import EMPTY, Rich

WIDTH, HEIGHT = 1080, 2400
"""Screen size in px."""
DENSITY = 420 / 160
"""Px per dp."""
FILL = -1
"""As large as the parent allows; 0 wraps the content."""

Edge = Literal["start", "center", "end"]
Handler = Callable[[], None]


def dp(value: float) -> int:
    """Density-independent units to px."""
    return round(value * DENSITY)


STATUS_BAR, NAV_BAR = dp(24), dp(48)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Size in sp, weight (100..900) and colour role."""

    sp: float = 16
    weight: int = 400
    color: str = "text"


@dataclass(frozen=True, slots=True)
class Glyph:
    """Something drawn that isn't text.

    Attributes:
        kind: ``icon``, ``avatar``, ``switch``, ``radio`` or ``checkbox``.
        name: Icon name, or initials.
        color: Colour role or ``#rrggbb``.
        on: State of a switch, radio button or checkbox.
        size: Size of an icon in dp.
    """

    kind: Literal["icon", "avatar", "switch", "radio", "checkbox"]
    name: str = ""
    color: str = "muted"
    on: bool = False
    size: int = 24


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class View:
    """A node of the tree, its look and what it does.

    Attributes:
        cls: Android class name.
        id: Resource id without the package, or in full (``android:id/title``), or ``#`` and the
            name of an element of a web page.
        text: Shown text; drawn.
        desc: Content description; not drawn.
        hint: Hint of a field, shown while it is empty.
        children: Child views.
        flow: How children follow each other; ``stack`` paints them over one another.
        width: Px, ``FILL`` or 0.
        height: Px, ``FILL`` or 0.
        max_width: Upper limit in px, 0 is none.
        weight: Share of the room left over along the parent's flow.
        pad: Left, top, right, bottom padding in px.
        gap: Px between children.
        align: Children across the flow; the text of a leaf horizontally.
        justify: Children along the flow.
        gravity: Place in a ``stack`` parent, horizontal and vertical.
        style: Look of the text.
        lines: Most lines of text, 0 is no limit.
        fill: Background colour role or ``#rrggbb``, "" for none.
        radius: Corner radius of the background in px.
        glyph: What else is drawn.
        picture: A picture that fills the view; of what stands in it the tree knows nothing.
        overlay: Covers what was painted before (a floating button, a snackbar).
        scroll: Key under which the scroll offset is kept; "" does not scroll.
        from_end: A scroll container that starts at its end.
        field: Key under which typed text is kept; "" is no field.
        value: Current text of a field.
        password: The field shows bullets.
        replaces: The next typed text replaces ``value``.
        focused: The field has the focus.
        checked: None if it can't be checked.
        selected: Selected (a tab, a row).
        enabled: Reacts to touch.
        on_tap: Handler of a tap.
        on_long: Handler of a long press.
        on_enter: Handler of the enter key in a field.
    """

    cls: str = "android.view.ViewGroup"
    id: str = ""
    text: Rich = EMPTY
    desc: Rich = EMPTY
    hint: Rich = EMPTY
    children: tuple[View, ...] = ()
    flow: Literal["column", "row", "stack"] = "column"
    width: int = 0
    height: int = 0
    max_width: int = 0
    weight: float = 0
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    gap: int = 0
    align: Edge = "start"
    justify: Edge = "start"
    gravity: tuple[Edge, Edge] = ("start", "start")
    style: TextStyle = TextStyle()
    lines: int = 0
    fill: str = ""
    radius: int = 0
    glyph: Glyph | None = None
    picture: Picture | None = None
    overlay: bool = False
    scroll: str = ""
    from_end: bool = False
    field: str = ""
    value: str = ""
    password: bool = False
    replaces: bool = False
    focused: bool = False
    checked: bool | None = None
    selected: bool = False
    enabled: bool = True
    on_tap: Handler | None = None
    on_long: Handler | None = None
    on_enter: Handler | None = None

    @property
    def clickable(self) -> bool:
        """Whether a tap ends here."""
        return self.on_tap is not None or bool(self.field)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Screen:
    """What an app shows.

    Attributes:
        content: The main window.
        dialog: A window on top, or None.
        on_back: Handler of the back key when no dialog is open; None leaves the screen.
    """

    content: View
    dialog: View | None = None
    on_back: Handler | None = None
