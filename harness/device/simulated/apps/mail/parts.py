"""What an opened mail shows."""

from __future__ import annotations

from harness.core.entity import EntityType
from harness.device.simulated import dialogs
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.mail import form as mail_form
from harness.device.simulated.apps.mail import mailbox
from harness.device.simulated.apps.mail.mailbox import Mail
from harness.device.simulated.context import Context
from harness.device.simulated.text import Part, Pii, rich
from harness.device.simulated.view import FILL, TextStyle, View, dp

T = EntityType


def to(context: Context, mail: Mail) -> Part:
    """To whom a mail went, in short."""
    if context.state["owner"]["email"] in mail["to"]:
        return "to me"
    return rich("to ", mail_form.who(context, mail["to"][0])) if mail["to"] else ""


def body(context: Context, mail: Mail) -> list[View]:
    """Lines, table, signature, and what is forwarded with it."""
    pad = (dp(16), dp(2), dp(16), dp(2))
    views = [
        w.text(line, id="message_body", width=FILL, pad=pad) for line in mailbox.paragraphs(mail)
    ]
    views += [_fact(key, value) for key, value in mail["facts"].items()]
    if mail["sign"]:
        sign = mail["sign"]
        views += [
            w.text("--", style=w.SMALL, pad=pad),
            w.text(Pii(T.PERSON_NAME, sign["name"]), id="signature_name", style=w.SMALL, pad=pad),
            w.text(Pii(T.EMPLOYER_OR_SCHOOL, sign["company"]), id="signature_company",
                   style=w.SMALL, pad=pad),
            w.text(Pii(T.PHONE_NUMBER, sign["phone"]), id="signature_phone", style=w.SMALL,
                   pad=pad),
        ]  # fmt: skip
    if mail["forwards"]:
        mails: list[Mail] = context.state["mail"]["mails"]
        original = next(m for m in mails if m["id"] == mail["forwards"])
        views += [w.header("Forwarded message"), *body(context, original)]
    return [w.column(*views, pad=(0, dp(4), 0, dp(16)))]


def _fact(key: str, value: str) -> View:
    """A line of the table in a mail of a service; an address has a line of its own per part."""
    label, kind = mailbox.FACTS[key]
    if key == "card":
        shown = [rich(Pii(T.CREDIT_CARD, value, f"•••• {value[-4:]}"))]
    elif key == "address":
        shown = [rich(Pii(T.ADDRESS, part)) for part in value.split(", ", 1)]
    else:
        shown = [rich(Pii(kind, value) if kind else value)]
    style = TextStyle(28, 500) if key == "code" else w.BODY
    values = (w.text(line, id=f"fact_{key}", style=style) for line in shown)
    return w.column(
        w.text(label, id="fact_label", style=w.SMALL), *values,
        pad=(dp(16), dp(8), dp(16), dp(2)),
    )  # fmt: skip


def details(context: Context, mails: list[Mail]) -> View:
    """Who wrote a mail to whom, in full."""
    mail = next(m for m in mails if m["id"] == context.dialog)

    def line(label: str, id: str, addresses: list[Part]) -> list[View]:
        return [dialogs.message(label), *(_address(id, part) for part in addresses)]

    mails_to = [rich(Pii(T.EMAIL, a)) for a in mail["to"]]
    mails_cc = [rich(Pii(T.EMAIL, a)) for a in mail["cc"]]
    return dialogs.dialog(
        "Details",
        *line("From", "from_details", [mailbox.sender(mail), mailbox.address(mail)]),
        *line("To", "to_details", [*mails_to]),
        *(line("Cc", "cc_details", [*mails_cc]) if mails_cc else ()),
        buttons=(w.button("Close", context.dismiss, filled=False, id="android:id/button1"),),
    )


def _address(id: str, part: Part) -> View:
    return w.text(part, id=id, pad=(dp(24), 0, dp(24), 0))
