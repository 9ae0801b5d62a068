"""Web pages inside the browser: with semantics, without any, and with traps for readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from harness.core.entity import EntityType
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.browser.browsing import ticket_lines
from harness.device.simulated.apps.photos.album import address_lines
from harness.device.simulated.apps.photos.photographs import photograph
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii, rich
from harness.device.simulated.view import FILL, WIDTH, TextStyle, View, dp

T = EntityType
_EDGE = (dp(16), dp(16), dp(16), dp(32))
_FAINT = "#b4b8bd"
"""A grey that is hard to read on white."""
_FOOTNOTE = TextStyle(10, 400, _FAINT)
_HEAD = TextStyle(24, 700)


def web_view(*children: View) -> View:
    """A page whose elements the tree knows."""
    return w.column(*children, cls="android.webkit.WebView", scroll="web", height=FILL, pad=_EDGE,
                    gap=dp(12))  # fmt: skip


def canvas(context: Context, data: dict[str, Any]) -> View:
    """A page that draws itself: one node, and everything in its pixels."""
    picture = photograph("ticket", data["ticket"]["seed"], ticket_lines(data), context.locale.rtl)
    height = WIDTH * picture.size[1] // picture.size[0]
    page = View(cls="android.webkit.WebView", width=WIDTH, height=height, picture=picture)
    return w.column(page, height=FILL, cls="android.widget.FrameLayout")


def _web(*parts: Part, id: str = "", style: TextStyle = w.BODY, lines: int = 0) -> View:
    """Text of a page; its node is a plain View with an HTML id."""
    view = w.text(*parts, style=style, lines=lines)
    return replace(view, cls="android.view.View", id=f"#{id}" if id else "")


def _box(*children: View | None, **look: Any) -> View:
    return w.column(*children, cls="android.view.View", **look)


def _line(*children: View | None, **look: Any) -> View:
    return w.row(*children, cls="android.view.View", **look)


# ---------------------------------------------------------------- the pages


def club(context: Context, data: dict[str, Any]) -> View:
    """Members by surname; their mail addresses stand in descriptions alone."""
    return web_view(
        _web("Members", style=_HEAD),
        _web("Season 2024 · Lane 3 · 1,500 m", style=w.SMALL),
        *(_member(context, member) for member in data["members"]),
    )


def _member(context: Context, member: dict[str, Any]) -> View:
    since = f"{context.locale.say('Member since')} {member['since']}"
    who, address = Pii(T.PERSON_NAME, member["name"]), Pii(T.EMAIL, member["email"])
    mail = w.icon_button("mail", rich("Email ", who, ", ", address), _nowhere)
    return _box(
        _line(
            _box(
                _web(Pii(T.PERSON_NAME, member["listed"]), id="member-name", style=w.STRONG),
                _web(Pii(T.PHONE_NUMBER, member["phone"]), id="member-phone"),
                _line(
                    _web("Born", style=w.SMALL),
                    _web(Pii(T.DATE_OF_BIRTH, member["birthday"]), id="member-born",
                         style=w.SMALL),
                    gap=dp(6),
                ),
                _web(since, style=TextStyle(11, 400, "muted")),
                width=0, weight=1,
            ),
            replace(mail, cls="android.view.View"),
        ),
        w.divider(), gap=dp(8),
    )  # fmt: skip


def energy(context: Context, data: dict[str, Any]) -> View:
    """An account whose values are cut over several elements, masked or shortened."""
    owner, account = context.state["owner"], data["account"]
    name = owner["name"]
    names = [
        _web(Pii(T.PERSON_NAME, name, owner[key]), id=id, style=w.TITLE)
        for key, id in (("first", "given-name"), ("last", "family-name"))
    ]
    if context.locale.full_name.startswith("{last}"):
        names.reverse()
    street, town = address_lines(owner["address"])
    groups = account["number"].split()
    email, iban = owner["email"], account["iban"]
    bills = [
        _line(
            _web(bill["month"], id="bill-month"),
            _line(
                _web(Pii(T.ACCOUNT_BALANCE, bill["amount_text"]), id="bill-amount"),
                width=0, weight=1, justify="end",
            ),
        )
        for bill in account["bills"]
    ]  # fmt: skip
    return web_view(
        _web("My account", style=_HEAD),
        _line(*names, gap=dp(8)),
        _box(_web(street, id="street"), _web(town, id="town"), gap=dp(2)),
        _web("Customer card", style=w.SMALL),
        _line(
            *(_web(Pii(T.CREDIT_CARD, account["number"], group), style=TextStyle(20, 500))
              for group in groups),
            gap=dp(14),
        ),
        _web("Service PIN", style=w.SMALL),
        _line(
            *(_box(_web(Pii(T.PASSWORD, account["pin"], digit), style=TextStyle(20, 700)),
                   width=dp(34), fill="surface", radius=dp(6), align="center",
                   pad=(0, dp(6), 0, dp(6)))
              for digit in account["pin"]),
            gap=dp(6),
        ),
        _web("Paid from", " ", Pii(T.BANK_ACCOUNT, iban, f"•••• {iban.replace(' ', '')[-4:]}")),
        _web("Bills to", " ", Pii(T.EMAIL, email, f"{email[: email.index('@') // 2 + 2]}…")),
        _web("Bills", style=w.STRONG), *bills,
        _web("Questions? We write to", " ", Pii(T.EMAIL, email), ".", style=_FOOTNOTE),
        _web("Meter", " ", Pii(T.ID_NUMBER, account["meter"]), " · v4.12.0", style=_FOOTNOTE),
    )  # fmt: skip


def forum(context: Context, data: dict[str, Any]) -> View:
    """A form that shows what is stored in the hints of its empty fields."""
    profile = data["profile"]
    kinds = {"name": T.USERNAME, "email": T.EMAIL, "phone": T.PHONE_NUMBER}
    labels = {"name": "Display name", "email": "E-mail address", "phone": "Phone number",
              "contact": "Emergency contact"}  # fmt: skip

    def save() -> None:
        for key in labels:
            profile[key] = context.field(key).strip() or profile[key]
        context.clear()
        context.toast("Profile saved")

    def hint(key: str) -> Part:
        stored = profile[key]
        return Pii(kinds.get(key, T.PHONE_NUMBER), stored) if stored else "Not given"

    fields = [
        _box(
            _web(label, style=w.SMALL),
            w.field(context, key, hint(key), kind=kinds.get(key), id=f"#{key}", on_enter=save),
            gap=dp(4),
        )
        for key, label in labels.items()
    ]
    button = replace(w.button("Save", save), id="#save")
    return web_view(_web("Edit profile", style=_HEAD), *fields, button)


def parts(context: Context, data: dict[str, Any]) -> View:
    """Numbers that look like somebody's and are nobody's."""
    slots = {"article": data["part"], "price": context.locale.money(219.9)}
    lines = [text.format(**slots) for text in data["pages"]["parts"]]
    return web_view(_web(lines[0], style=_HEAD), *(_web(line) for line in lines[1:]))


def news(context: Context, data: dict[str, Any]) -> View:
    """Small grey print about nobody."""
    title, *lines = data["pages"]["news"]
    small = TextStyle(11, 400, "#8a8f94")
    return web_view(_web(title, style=_HEAD), *(_web(line, style=small) for line in lines))


PAGES: dict[str, Callable[[Context, dict[str, Any]], View]] = {
    "club": club,
    "energy": energy,
    "forum": forum,
    "ticket": canvas,
    "parts": parts,
    "news": news,
}


def _nowhere() -> None:
    """A link that the phone has no app for."""
