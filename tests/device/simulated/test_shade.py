"""The notification shade over the apps."""

from __future__ import annotations

import pytest

from harness.core.action import SwipeBetween
from harness.core.raw import nodes
from harness.errors import DeviceError


def pull(user):
    user.perform(SwipeBetween(540, 20, 540, 1200))


def screen(user):
    return user.phone.state()["foreground"]


def notice(user, topic):
    return next(n for n in user.phone.state()["notifications"] if n["topic"] == topic)


def open_notice(user, topic):
    pull(user)
    found = notice(user, topic)
    look_for(user, found["text"]["text"])
    user.tap(found["text"]["text"])
    return found


def look_for(user, label):
    if not user.shows(label):
        user.drag(-900)
    assert user.shows(label)


@pytest.mark.parametrize("app", ["Contacts", "Settings"])
def test_it_comes_down_over_any_app_and_leaves_it_as_it_was(user, app):
    user.open(app)
    before = [dict(e.attrib) for e in nodes(user.frame().tree)]
    pull(user)
    assert screen(user) == {"app": "Notifications", "screen": "shade"}
    packages = {e.get("package") for e in nodes(user.frame().tree)}
    assert packages == {"com.android.systemui"}
    user.key("back")
    assert [dict(e.attrib) for e in nodes(user.frame().tree)] == before


def test_a_swipe_inside_an_app_only_scrolls(user):
    user.open("Contacts")
    user.drag(600)
    assert screen(user)["app"] == "Contacts"


def test_on_the_home_screen_any_swipe_down_does_and_one_up_closes_it(user):
    user.drag(600)
    assert user.shows("Missed call")
    for _ in range(4):
        user.drag(-900)
    assert screen(user)["app"] == "Home"


def test_a_message_opens_its_thread(user):
    found = open_notice(user, "message")
    assert screen(user) == {"app": "Messages", "screen": "thread"}
    assert user.shows(found["text"]["text"])
    thread = next(t for t in user.phone.state()["messages"]["threads"] if t["id"] == found["about"])
    assert thread["unread"] is False
    assert found["id"] not in [n["id"] for n in user.phone.state()["notifications"]]
    user.key("back")
    assert screen(user) == {"app": "Messages", "screen": "list"}


@pytest.mark.parametrize(
    ("topic", "app"),
    [("call", "Phone"), ("reminder", "Calendar"), ("parcel", "Shop"), ("payment", "Bank")],
)
def test_the_others_open_their_apps(user, topic, app):
    open_notice(user, topic)
    assert screen(user)["app"] == app


def test_everything_can_be_cleared(user):
    pull(user)
    user.scroll_to("Clear all")
    user.tap("Clear all")
    assert user.phone.state()["notifications"] == []
    assert user.shows("No notifications")


def test_an_app_that_may_not_notify_does_not(user):
    user.phone._shell.state["settings"]["notifications"]["Messages"] = False
    pull(user)
    assert not user.shows("Messages")
    assert user.shows("Bank")


def test_it_is_no_app(user):
    assert "Notifications" not in user.phone.apps
    with pytest.raises(DeviceError):
        user.open("Notifications")


def test_the_code_is_gold_in_the_notification(user):
    pull(user)
    code = notice(user, "code")["fact"]
    look_for(user, notice(user, "code")["text"]["text"])
    user.frame()
    marks = [m for m in user.phone.gold() if m.value == code]
    assert [(m.type.value, m.attr, m.optional) for m in marks] == [("PASSWORD", "text", False)]
