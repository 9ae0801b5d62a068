"""The form of an alarm."""

from __future__ import annotations

from functools import partial

from harness.core.day import parse_time
from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.calendar.agenda import clock_time
from harness.device.simulated.apps.clock import alarms
from harness.device.simulated.apps.clock.alarms import Alarm, clock
from harness.device.simulated.context import Context
from harness.device.simulated.text import annotate, rich, to_marks
from harness.device.simulated.view import Screen, TextStyle, View, dp

T = EntityType
_NEW_TIME = "08:00"


def edit(context: Context) -> Screen:
    """The form of the alarm ``id``, or of a new one."""
    alarm = next((a for a in clock(context)["alarms"] if a["id"] == context.args["id"]), None)
    old: Alarm = alarm or alarms.blank_alarm("", _NEW_TIME)
    if alarm is None:
        context.autofocus("time")
    days: list[int] = context.flag("days", old["days"])
    vibrate = bool(context.flag("vibrate", old["vibrate"]))
    shown = clock_time(old["time"], context.locale)

    def toggle(day: int) -> None:
        context.set("days", sorted(set(days) ^ {day}))

    week = [
        View(
            cls="android.widget.CompoundButton", text=rich(name), style=TextStyle(13, 500),
            width=0, weight=1, height=dp(40), align="center", pad=(0, dp(10), 0, 0), lines=1,
            fill="tonal" if number in days else "surface", radius=dp(20), checked=number in days,
            on_tap=partial(toggle, number), id=f"day_{number}",
        )
        for number, name in enumerate(alarms.DAYS)
    ]  # fmt: skip
    form = [
        w.field(context, "time", "Time", initial=shown, select=alarm is None),
        _label_field(context, old),
        w.header("Repeat"),
        w.row(*week, gap=dp(4)),
        w.list_row(title="Sound", summary=context.flag("sound", old["sound"]), id="sound_row",
                   lead=w.icon("bell"), on_tap=lambda: context.show("sound")),
        w.switch_row("Vibrate", vibrate, lambda: context.set("vibrate", not vibrate),
                     id="vibrate"),
        w.row(w.button("Delete alarm", lambda: context.show("delete"), filled=False,
                       id="delete_alarm"))
        if alarm
        else None,
    ]  # fmt: skip
    save = w.button("Save", lambda: _save(context, old, alarm), id="menu_save")
    close = w.icon_button("close", "Cancel", context.back, color="text")
    return Screen(
        content=w.page(
            w.app_bar("Edit alarm" if alarm else "New alarm", save, navigate=close),
            w.items("form", form, gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12))),
        ),
        dialog=_dialog(context, old, alarm),
    )


def _label_field(context: Context, old: Alarm) -> View:
    kind = T.HEALTH_INFO if old["topic"] == "health" else None
    return w.field(context, "label", "Add label", initial=old["label"], kind=kind)


def _save(context: Context, old: Alarm, alarm: Alarm | None) -> None:
    shown = clock_time(old["time"], context.locale)
    at = parse_time(context.field("time", shown))
    if at is None:
        context.toast("Enter a time")
        return
    label = context.field("label", old["label"]).strip()
    fresh = {
        "time": f"{at:%H:%M}",
        "label": label,
        "days": context.flag("days", old["days"]),
        "sound": context.flag("sound", old["sound"]),
        "vibrate": bool(context.flag("vibrate", old["vibrate"])),
    }
    if label != old["label"]:
        fresh["label_marks"] = to_marks(annotate(label, context.known()))
    if alarm is None:
        alarm = old | {"id": alarms.fresh_id(clock(context)["alarms"])}
        clock(context)["alarms"].append(alarm)
    alarm |= fresh | {"on": True}
    alarms.stamp(alarm, context.locale)
    context.back()
    context.toast("Alarm saved")


def _dialog(context: Context, old: Alarm, alarm: Alarm | None) -> View | None:
    def pick(sound: str) -> None:
        context.set("sound", sound)
        context.dismiss()

    if context.dialog == "sound":
        current = context.flag("sound", old["sound"])
        return dialogs.choice(context, "Sound", alarms.SOUNDS, current, pick)
    if context.dialog == "delete" and alarm:

        def delete() -> None:
            clock(context)["alarms"].remove(alarm)
            context.dismiss()
            context.back()
            context.toast("Alarm deleted")

        return dialogs.dialog(
            "Delete this alarm?",
            dialogs.message(alarm["time_text"]),
            buttons=dialogs.yes_no(context, "Delete", delete),
        )
    return None
