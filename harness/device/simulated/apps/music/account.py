"""The account: who the owner is to the service, what is paid and with what; and how it sounds."""

from __future__ import annotations

from functools import partial

from harness.core.entity import EntityType
from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.catalog import CROSSFADES, EQUALIZERS, QUALITIES
from harness.device.simulated.apps.music.shared import Item, T, handle, music, name
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii, rich
from harness.device.simulated.view import Screen, View, dp
from harness.device.simulated.world import grouped

_WAYS = (
    ("profile", "Profile", "person"),
    ("family", "Family plan", "group"),
    ("payment", "Plan and payment", "card"),
    ("payments", "Earlier payments", "history"),
    ("settings", "Sound and storage", "gear"),
)
_EDITS: dict[str, tuple[str, EntityType]] = {
    "username": ("Username", T.USERNAME),
    "email": ("E-mail", T.EMAIL),
}
_CHOICES = {
    "quality": ("Audio quality", QUALITIES),
    "equalizer": ("Equalizer", EQUALIZERS),
    "crossfade": ("Crossfade", CROSSFADES),
}
_SHORTEST_CARD = 12


def account_tab(context: Context) -> View:
    """The owner and the ways to the pages of the account."""
    account, owner = music(context)["account"], name(context.state["owner"]["name"])
    head = w.row(
        w.avatar(owner, 64),
        w.column(
            w.text(owner, style=w.TITLE, id="owner_name"),
            w.text(handle(account["username"]), style=w.SMALL, id="owner_username"),
            w.text("Family plan", style=w.SMALL),
            width=0, weight=1,
        ),
        gap=dp(16), pad=(dp(16), dp(8), dp(16), dp(16)),
    )  # fmt: skip
    rows = [
        w.list_row(
            title=label, lead=w.icon(icon), id=f"{screen}_entry",
            on_tap=partial(context.push, screen),
        )
        for screen, label, icon in _WAYS
    ]  # fmt: skip
    return w.page(w.app_bar("Account"), w.items("account", [head, *rows]))


def profile(context: Context) -> Screen:
    """What others see of the owner; the number that could be added is suggested in a hint."""
    account, owner = music(context)["account"], context.state["owner"]

    def save() -> None:
        account["phone"] = context.field("phone", account["phone"]).strip()
        context.toast("Changes saved")

    def change(key: str) -> None:
        typed = context.field(key).strip()
        if typed:
            account[key] = typed.removeprefix("@") if key == "username" else typed
        context.dismiss()

    dialog = None
    if context.dialog in _EDITS:
        key = context.dialog
        label, kind = _EDITS[key]
        dialog = dialogs.edit_dialog(
            context, label, key, account[key], partial(change, key), kind=kind
        )

    def edit(key: str) -> None:
        context.show(key, focus=key)

    rows = (
        parts.fact("Username", handle(account["username"]), "username_row", "person",
                   on_tap=partial(edit, "username")),
        parts.fact("E-mail", Pii(T.EMAIL, account["email"]), "email_row", "mail",
                   on_tap=partial(edit, "email")),
        parts.fact("Date of birth", Pii(T.DATE_OF_BIRTH, owner["birthday"]), "born_row", "cake"),
        w.column(
            w.text("Number for lost passwords", style=w.LABEL),
            w.field(context, "phone", Pii(T.PHONE_NUMBER, owner["phone_national"]),
                    kind=T.PHONE_NUMBER, initial=account["phone"], id="account_phone"),
            gap=dp(8), pad=(dp(16), dp(8), dp(16), dp(8)),
        ),
        parts.wide("Save", save, "save_button"),
    )  # fmt: skip
    return Screen(content=parts.screen(context, "Profile", *rows), dialog=dialog)


# ---------------------------------------------------------------- payment


def payment(context: Context) -> Screen:
    """The next payment, and the card in groups of which only the last can be read."""
    account, owner = music(context)["account"], context.state["owner"]
    last = Pii(T.CREDIT_CARD, account["card"], account["card"][-4:])
    groups = [w.text("••••", style=w.TITLE) for _ in range(3)]
    card = w.column(
        w.digit_row(context, *groups, w.text(last, id="card_last", style=w.TITLE), gap=dp(12)),
        w.row(
            w.text(name(owner["name"].upper()), id="card_holder", style=w.SMALL),
            w.text(account["expiry"], id="card_expiry", style=w.SMALL),
            gap=dp(16),
        ),
        id="card", fill="surface", radius=dp(16), gap=dp(8),
        pad=(dp(20), dp(16), dp(20), dp(16)),
        desc=rich(parts.masked(T.CREDIT_CARD, account["card"])),
    )  # fmt: skip
    rows = (
        w.list_row(title="Plan", summary="Family plan", lead=w.icon("music"), id="plan_row"),
        _amount("Next payment", account["amount_text"], "next_amount"),
        w.list_row(title="Renews on", summary=account["renewal"], lead=w.icon("calendar"),
                   id="renewal_row"),
        w.header("Paid with"),
        w.column(card, pad=(dp(16), dp(4), dp(16), dp(8))),
        parts.wide("Change card", lambda: context.push("card"), "change_card", filled=False),
    )  # fmt: skip
    return Screen(content=parts.screen(context, "Plan and payment", *rows))


def _amount(title: Part, amount: str, id: str, summary: Part = "") -> View:
    shown = w.text(Pii(T.ACCOUNT_BALANCE, amount), id=id, style=w.STRONG)
    return w.list_row(title=title, summary=summary, trail=shown, lead=w.icon("card"), id="paid_row")


def card(context: Context) -> Screen:
    """The form of another card."""
    context.autofocus("number")
    account = music(context)["account"]

    def save() -> None:
        number = "".join(c for c in context.field("number") if c.isdigit())
        if len(number) < _SHORTEST_CARD:
            context.toast("Enter the card number")
            return
        account["card"] = grouped(number)
        account["expiry"] = context.field("expiry", account["expiry"]).strip()
        context.back()
        context.toast("Changes saved")

    form = w.column(
        w.field(context, "number", "Card number", kind=T.CREDIT_CARD, id="card_number"),
        w.field(context, "expiry", "Valid until", initial=account["expiry"], id="card_valid"),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(context, "Change card", form, parts.wide("Save", save, "save_button"))
    )


def payments(context: Context) -> Screen:
    """What was paid so far."""
    rows = [
        _amount(paid["date"], paid["amount_text"], f"payment_{paid['id']}",
                rich(parts.code(paid["number"])))
        for paid in music(context)["account"]["payments"]
    ]  # fmt: skip
    return Screen(content=parts.screen(context, "Earlier payments", *rows))


# ---------------------------------------------------------------- sound


def settings(context: Context) -> Screen:
    """How it sounds and what it takes: nothing personal."""
    own: Item = music(context)["settings"]

    def flip(key: str) -> None:
        own[key] = not own[key]

    def choose(key: str, option: str) -> None:
        own[key] = option
        context.dismiss()

    dialog = None
    if context.dialog in _CHOICES:
        title, options = _CHOICES[context.dialog]
        chosen = partial(choose, context.dialog)
        dialog = dialogs.choice(context, title, options, own[context.dialog], chosen)
    rows = (
        w.header("How it sounds"),
        *(
            w.list_row(title=title, summary=own[key], id=f"{key}_row",
                       on_tap=partial(context.show, key))
            for key, (title, _) in _CHOICES.items()
        ),
        w.switch_row("Same volume for all songs", own["even_volume"],
                     partial(flip, "even_volume"), id="even_volume"),
        w.switch_row("Explicit songs", own["explicit"], partial(flip, "explicit"), id="explicit"),
        w.header("Storage"),
        w.switch_row("Download over mobile data", own["downloads_on_mobile"],
                     partial(flip, "downloads_on_mobile"), id="downloads_on_mobile"),
        w.list_row(title="Downloaded songs", summary=f"{context.locale.number(1204)} MB · 318"),
        w.list_row(title="Version", summary="8.31.0 (20240418)"),
    )  # fmt: skip
    return Screen(content=parts.screen(context, "Sound and storage", *rows), dialog=dialog)
