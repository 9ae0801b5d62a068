"""The family plan: its members, what each of them pays, the code, and invitations."""

from __future__ import annotations

from functools import partial

from harness.device.simulated import dialogs, parts
from harness.device.simulated import widgets as w
from harness.device.simulated.apps.music.shared import Item, T, handle, music, name
from harness.device.simulated.context import Context
from harness.device.simulated.parts import by_id
from harness.device.simulated.text import Pii, rich
from harness.device.simulated.view import Screen, View, dp


def family(context: Context) -> Screen:
    """Who is in the plan; a mail that is too long for its row is cut."""
    own = music(context)
    plan, owner = own["family"], context.state["owner"]

    def ask(invitation: Item) -> None:
        context.set("invitation", invitation["id"])
        context.show("withdraw")

    address = [
        w.text(Pii(T.ADDRESS, owner["address"], line), id="address_line", style=w.SMALL)
        for line in parts.street_and_town(owner["address"])
    ]
    invited = [
        w.list_row(
            title=name(one["name"]), summary=Pii(T.EMAIL, one["email"]), lead=w.icon("mail"),
            id="invitation_row",
            trail=w.icon_button("close", "Withdraw", partial(ask, one), id="withdraw_button"),
        )
        for one in plan["invitations"]
    ]  # fmt: skip
    body = [
        parts.fact("Family code", Pii(T.PASSWORD, plan["code"]), "code_row", "lock"),
        w.column(
            w.text("Everyone lives at", style=w.LABEL), *address,
            pad=(dp(56), dp(4), dp(16), dp(4)), gap=dp(2),
        ),
        w.header("In the plan"),
        w.list_row(title="This is you", summary=Pii(T.EMAIL, own["account"]["email"]),
                   lead=w.avatar(name(owner["name"])), id="manager_row"),
        *(_member_row(context, member) for member in plan["members"]),
        w.header("Invited") if invited else None,
        *invited,
    ]  # fmt: skip
    add = w.fab("add", "Invite", lambda: context.push("invite"))
    listed = w.items("family", body, pad=(0, 0, 0, dp(96)))
    content = w.page(w.app_bar("Family plan", navigate=w.up(context)), w.stack(listed, add))
    return Screen(content=content, dialog=_withdraw_dialog(context))


def _member_row(context: Context, member: Item) -> View:
    return w.row(
        w.avatar(name(member["name"])),
        w.column(
            w.text(name(member["listed"]), id="member_name", lines=1),
            w.text(Pii(T.EMAIL, member["email"]), id="member_email", style=w.SMALL, lines=1),
            width=0, weight=1,
        ),
        w.text(Pii(T.ACCOUNT_BALANCE, member["share_text"]), id="member_share"),
        id="member_row", desc=rich(name(member["name"]), ", ", handle(member["username"])),
        gap=dp(16), pad=(dp(16), dp(10), dp(16), dp(10)),
        on_tap=partial(context.push, "member", id=member["id"]),
    )  # fmt: skip


def _withdraw_dialog(context: Context) -> View | None:
    if context.dialog != "withdraw":
        return None
    plan = music(context)["family"]
    one = by_id(plan["invitations"], context.flag("invitation"))

    def withdraw() -> None:
        plan["invitations"].remove(one)
        context.dismiss()

    return dialogs.dialog(
        "Withdraw the invitation?",
        dialogs.message(Pii(T.EMAIL, one["email"])),
        buttons=dialogs.yes_no(context, "Withdraw", withdraw),
    )


def member(context: Context) -> Screen:
    """A member of the plan, line by line."""
    plan = music(context)["family"]
    id = context.args["id"]
    shown = next((m for m in plan["members"] if m["id"] == id), None)
    if shown is None:
        return Screen(content=parts.screen(context, "Member", w.blank("No longer a member")))
    full = shown["name"]

    def remove() -> None:
        plan["members"].remove(shown)
        context.dismiss()
        context.back()

    facts = (
        ("First name", Pii(T.PERSON_NAME, full, shown["first"]), "first_row"),
        ("Last name", Pii(T.PERSON_NAME, full, shown["last"]), "last_row"),
        ("Username", handle(shown["username"]), "username_row"),
        ("E-mail", Pii(T.EMAIL, shown["email"]), "email_row"),
        ("Date of birth", Pii(T.DATE_OF_BIRTH, shown["birthday"]), "born_row"),
        ("Monthly share", Pii(T.ACCOUNT_BALANCE, shown["share_text"]), "share_row"),
        ("In the plan since", shown["joined"], "joined_row"),
        ("Minutes listened", shown["minutes"], "minutes_row"),
    )
    rows = [parts.fact(label, value, id) for label, value, id in facts]
    out = parts.wide(
        "Remove from the plan", lambda: context.show("remove"), "remove_member", filled=False
    )
    dialog = None
    if context.dialog == "remove":
        dialog = dialogs.dialog(
            "Remove from the plan?",
            dialogs.message(Pii(T.PERSON_NAME, full)),
            buttons=dialogs.yes_no(context, "Take out", remove),
        )
    return Screen(content=parts.screen(context, "Member", *rows, out), dialog=dialog)


def invite(context: Context) -> Screen:
    """The form of an invitation."""
    context.autofocus("name")
    plan = music(context)["family"]

    def send() -> None:
        full, mail = context.field("name").strip(), context.field("email").strip()
        if "@" not in mail:
            context.toast("Enter an e-mail address")
            return
        number = 1 + max((int(one["id"][1:]) for one in plan["invitations"]), default=-1)
        plan["invitations"].append({"id": f"i{number}", "name": full or mail, "email": mail})
        context.back()
        context.toast("Invitation sent")

    form = w.column(
        w.field(context, "name", "Name", kind=T.PERSON_NAME, id="invite_name"),
        w.field(context, "email", "E-mail", kind=T.EMAIL, id="invite_email", on_enter=send),
        gap=dp(12), pad=(dp(16), dp(12), dp(16), dp(12)),
    )  # fmt: skip
    return Screen(
        content=parts.screen(
            context, "Invite to the plan", form, parts.wide("Send invitation", send, "send_button")
        )
    )
