"""Clock: alarms, world clock, timers, stopwatch and bedtime."""

from __future__ import annotations

from functools import partial
from typing import Any

from harness.core.day import parse_time
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.calendar.agenda import clock_time
from harness.device.simulated.apps.clock import alarm_form, alarms
from harness.device.simulated.apps.clock.alarms import Alarm, clock
from harness.device.simulated.context import App, Context, State
from harness.device.simulated.l10n import NOW
from harness.device.simulated.text import Rich, annotate, rich, to_marks
from harness.device.simulated.view import FILL, Screen, TextStyle, View, dp
from harness.device.simulated.world import World

T = EntityType
_HUGE = TextStyle(44, 400)
_DIGITS = TextStyle(34, 400)
_MOST_DIGITS = 6


def _seed(world: World) -> State:
    return {"clock": alarms.seed_clock(world)}


def _home(context: Context) -> Screen:
    tabs = w.tabs(
        context,
        (
            ("alarm", "Alarm", "alarm"),
            ("clock", "World clock", "globe"),
            ("timer", "Timer", "timer"),
            ("stopwatch", "Stopwatch", "stopwatch"),
            ("bedtime", "Bedtime", "moon"),
        ),
        leave=context.clear,
    )
    views = {
        "alarm": _alarms, "clock": _world_clock, "timer": _timers, "stopwatch": _stopwatch,
        "bedtime": _bedtime,
    }  # fmt: skip
    title, body, dialog = views[tabs.current](context)
    return Screen(
        content=w.page(w.app_bar(title), body, tabs.bar),
        dialog=dialog,
        on_back=tabs.on_back,
    )


def _over(listed: View, add: View) -> View:
    """A list over the button that adds to it, which covers none of the switches."""
    return w.page(listed, w.column(add, align="center"))


# ---------------------------------------------------------------- alarms


def _face(text: str, *, id: str) -> View:
    """A time of day: where there is a half of the day, it is a view of its own."""
    digits, _, half = text.partition(" ")
    return w.row(
        w.text(digits, id=id, style=_DIGITS),
        w.text(half, id="am_pm", style=w.SMALL) if half else None,
        desc=rich(text), gap=dp(4), cls="android.view.View", width=0, id="alarm_time",
    )  # fmt: skip


def _alarms(context: Context) -> tuple[str, View, View | None]:
    found = sorted(clock(context)["alarms"], key=lambda a: (a["time"], a["id"]))
    rows = [_alarm_row(context, alarm) for alarm in found] or [w.blank("No alarms")]
    add = w.fab("add", "Add alarm", lambda: context.push("alarm", id=""))
    listed = w.items("alarms", rows, gap=dp(8), pad=(dp(12), dp(4), dp(12), 0))
    return "Alarm", _over(listed, add), None


def _repeats(context: Context, alarm: Alarm) -> str:
    say = context.locale.say
    if len(alarm["days"]) == len(alarms.DAYS):
        return "Every day"
    names = ", ".join(say(alarms.DAYS[day]) for day in alarm["days"])
    return names or "Once"


def _alarm_row(context: Context, alarm: Alarm) -> View:
    def flip() -> None:
        alarm["on"] = not alarm["on"]

    label = alarms.label(alarm)
    toggle = View(
        cls="android.widget.Switch", id="onoff", width=dp(52), height=dp(32), checked=alarm["on"],
        glyph=w.switch(alarm["on"]).glyph, on_tap=flip,
        desc=rich(alarm["time_text"], ", ", label) if label else rich(alarm["time_text"]),
    )  # fmt: skip
    return w.row(
        w.column(
            w.text(label, id="alarm_label", style=w.STRONG, lines=1) if label else None,
            _face(alarm["time_text"], id="digital_clock"),
            w.text(_repeats(context, alarm), id="days_of_week", style=w.SMALL),
            width=0, weight=1, gap=dp(2),
        ),
        toggle,
        id="alarm_row", fill="surface", radius=dp(20), pad=(dp(16), dp(12), dp(16), dp(12)),
        on_tap=lambda: context.push("alarm", id=alarm["id"]),
    )  # fmt: skip


# ---------------------------------------------------------------- world clock


def _world_clock(context: Context) -> tuple[str, View, View | None]:
    cities = clock(context)["cities"]
    here = w.column(
        w.text(context.locale.time(NOW.hour, NOW.minute), id="digital_clock", style=_HUGE),
        w.text(context.locale.date(NOW, "full"), id="date", style=w.SMALL),
        align="center", pad=(0, dp(16), 0, dp(16)),
    )  # fmt: skip

    def remove(city: dict[str, Any]) -> None:
        city["shown"] = False

    rows = [
        w.list_row(
            title=city["name"], summary=_ahead(context, city), id="city_row",
            trail=w.text(city["time_text"], id="city_time", style=TextStyle(24)),
            on_long=partial(remove, city),
        )
        for city in cities
        if city["shown"]
    ]  # fmt: skip
    add = w.fab("add", "Add city", lambda: context.push("cities"))
    return "World clock", _over(w.items("cities", [here, *rows]), add), None


def _ahead(context: Context, city: dict[str, Any]) -> str:
    hours = alarms.difference(city, clock(context)["cities"][0])
    return f"{hours} {context.locale.say('h')}"


def _cities(context: Context) -> Screen:
    context.autofocus("query")
    query = context.field("query").strip().casefold()

    def add(city: dict[str, Any]) -> None:
        city["shown"] = True
        context.back()

    rows = [
        w.list_row(
            title=city["name"], summary=_ahead(context, city), id="city_picker_row",
            trail=w.icon("check", "primary") if city["shown"] else None,
            on_tap=partial(add, city),
        )
        for city in clock(context)["cities"]
        if query in city["name"].casefold()
    ]  # fmt: skip
    return Screen(
        content=w.page(
            w.app_bar("Add city", navigate=w.up(context)),
            w.column(w.field(context, "query", "Search for a city"),
                     pad=(dp(16), dp(8), dp(16), dp(8))),
            w.items("cities", rows or [w.blank("No matches")]),
        )
    )  # fmt: skip


# ---------------------------------------------------------------- timers and stopwatch


def _span(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def _timers(context: Context) -> tuple[str, View, View | None]:
    timers = clock(context)["timers"]
    rows = [_timer_card(context, timer) for timer in timers] or [w.blank("No timers")]
    add = w.fab("add", "Add timer", lambda: context.push("keypad", digits=""))
    listed = w.items("timers", rows, gap=dp(12), pad=(dp(12), dp(4), dp(12), 0))
    named = next((t for t in timers if t["id"] == context.dialog), None)
    dialog = None
    if named is not None:

        def save() -> None:
            text = context.field("timer_label", named["label"]).strip()
            named["label"] = text
            named["label_marks"] = to_marks(annotate(text, context.known()))
            context.dismiss()

        dialog = dialogs.edit_dialog(context, "Add label", "timer_label", named["label"], save)
    return "Timer", _over(listed, add), dialog


def _timer_card(context: Context, timer: dict[str, Any]) -> View:
    def flip() -> None:
        timer["running"] = not timer["running"]

    def minute() -> None:
        timer["seconds"] += 60

    running = timer["running"]
    label: Rich = alarms.label(timer) or rich("Add label")
    return w.column(
        w.row(
            w.column(w.text(label, id="timer_label", style=w.LABEL, lines=1), width=0, weight=1),
            w.icon_button("close", "Delete timer",
                          lambda: clock(context)["timers"].remove(timer)),
            on_tap=partial(context.show, timer["id"], focus="timer_label"), id="label_row",
        ),
        w.text(_span(timer["seconds"]), id="timer_time_text", style=_DIGITS),
        w.row(
            w.button("+1:00", minute, filled=False, id="timer_add_time"),
            w.button("Pause" if running else "Start", flip, filled=not running, id="play_pause"),
            gap=dp(8),
        ),
        fill="surface", radius=dp(20), id="timer_row", pad=(dp(16), dp(8), dp(8), dp(12)),
    )  # fmt: skip


def _keypad(context: Context) -> Screen:
    """A new timer, typed as on a microwave oven: the digits move in from the right."""
    digits: str = context.flag("digits", "")
    padded = digits.rjust(_MOST_DIGITS, "0")
    hours, minutes, seconds = (int(padded[i : i + 2]) for i in (0, 2, 4))

    def press(digit: str) -> None:
        context.set("digits", (digits + digit).lstrip("0")[:_MOST_DIGITS])

    def start() -> None:
        timers = clock(context)["timers"]
        timers.append(
            {"id": alarms.fresh_id(timers), "label": "", "label_marks": [], "running": True,
             "seconds": hours * 3600 + minutes * 60 + seconds}
        )  # fmt: skip
        context.back()

    def key(digit: str) -> View:
        return View(
            cls="android.widget.Button", text=rich(digit), id=f"timer_setup_digit_{digit}",
            width=0, weight=1, height=dp(72), align="center", pad=(0, dp(18), 0, 0), lines=1,
            style=TextStyle(26), fill="surface", radius=dp(36), on_tap=partial(press, digit),
        )  # fmt: skip

    keys = [w.row(*(key(d) for d in line), gap=dp(8)) for line in ("123", "456", "789")]
    wipe = w.button("Clear", lambda: context.set("digits", ""), filled=False, weight=1)
    run = w.button("Start", start, id="fab_start", weight=1, enabled=bool(digits))
    return Screen(
        content=w.page(
            w.app_bar("New timer", navigate=w.up(context)),
            w.text(f"{hours:02d}:{minutes:02d}:{seconds:02d}", id="timer_setup_time", style=_HUGE,
                   align="center", width=FILL, pad=(0, dp(24), 0, dp(24))),
            w.column(*keys, w.row(wipe, key("0"), run, gap=dp(8)), gap=dp(8),
                     pad=(dp(24), 0, dp(24), 0)),
        )
    )  # fmt: skip


def _stopwatch(context: Context) -> tuple[str, View, View | None]:
    watch = clock(context)["stopwatch"]

    def flip() -> None:
        watch["running"] = not watch["running"]

    def lap() -> None:
        watch["laps"] += 1

    def reset() -> None:
        watch.update(running=False, laps=0)

    laps = [
        w.list_row(title=f"# {n}", trail=w.text("00:00.00"), id="lap_row")
        for n in range(watch["laps"], 0, -1)
    ]
    head = w.column(
        w.text("00:00.00", id="stopwatch_time_text", style=_HUGE),
        w.row(
            w.button("Reset", reset, filled=False, id="left_button"),
            w.button("Stop" if watch["running"] else "Start", flip, id="fab"),
            w.button("Lap", lap, filled=False, id="right_button", enabled=watch["running"]),
            gap=dp(12), justify="center",
        ),
        align="center", gap=dp(16), pad=(0, dp(32), 0, dp(16)),
    )  # fmt: skip
    return "Stopwatch", w.items("laps", [head, *laps]), None


# ---------------------------------------------------------------- bedtime


def _bedtime(context: Context) -> tuple[str, View, View | None]:
    bedtime = clock(context)["bedtime"]
    labels = {"bed": "Bedtime", "wake": "Wake up"}

    def flip() -> None:
        bedtime["on"] = not bedtime["on"]

    def save(key: str) -> None:
        at = parse_time(context.field(f"bedtime_{key}"))
        if at is None:
            context.toast("Enter a time")
            return
        bedtime[key] = f"{at:%H:%M}"
        context.dismiss()

    rows = [
        w.list_row(
            title=label, summary=clock_time(bedtime[key], context.locale),
            lead=w.icon(icon), id=f"{key}_row",
            on_tap=partial(context.show, key, focus=f"bedtime_{key}"),
        )
        for (key, label), icon in zip(labels.items(), ("moon", "alarm"), strict=True)
    ]  # fmt: skip
    use = w.switch_row("Use bedtime schedule", bedtime["on"], flip, id="bedtime_switch",
                       summary="Silence the phone and keep the screen dark")  # fmt: skip
    key = context.dialog
    dialog = None
    if key in labels:
        shown = clock_time(bedtime[key], context.locale)
        dialog = dialogs.edit_dialog(
            context, labels[key], f"bedtime_{key}", shown, partial(save, key)
        )
    return "Bedtime", w.items("bedtime", [use, *rows]), dialog


APP = App(
    key="clock", label="Clock", package="com.android.deskclock", icon="alarm", color="#3f51b5",
    seed=_seed, start="home",
    screens={"home": _home, "alarm": alarm_form.edit, "cities": _cities, "keypad": _keypad},
)  # fmt: skip
