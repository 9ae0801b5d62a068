"""Expenses: entries, shared bills and budgets, and the sums that follow from them."""

from __future__ import annotations

import pytest

from harness.core.entity import EntityType
from harness.core.paths import world_names
from harness.core.raw import nodes

T = EntityType


@pytest.fixture
def app(user):
    user.open("Expenses")
    return user


def own(user):
    return user.phone.state()["expenses"]


def balance(user, id):
    return next((b for b in own(user)["balances"] if b["id"] == id), None)


def fill_in(user, **texts):
    for field, text in texts.items():
        user.tap(field)
        user.type(text)


def test_a_new_entry_changes_month_budget_and_account(app):
    before = own(app)
    app.tap("Add entry")
    fill_in(app, amount="$12.50", entry_title="Plums")
    app.tap("category_row")
    app.tap(before["categories"][0]["name"])
    app.tap("Save")
    after = own(app)
    entry = after["entries"][-1]
    assert (entry["title"], entry["amount"], entry["category"]) == ("Plums", 12.5, "groceries")
    assert entry["amount_text"] == "-$12.50"
    for kind, key, sign in (("months", "spent", 1), ("budgets", "spent", 1),
                            ("accounts", "balance", -1)):  # fmt: skip
        change = after[kind][0][key] - before[kind][0][key]
        assert change == pytest.approx(sign * 12.5)


@pytest.mark.parametrize(
    ("amount", "title", "notice"),
    [("", "Plums", "Enter an amount"), ("-3", "Plums", "Enter an amount"),
     ("3", "", "Say what it was for"), ("3", "Plums", "Choose a category")],
)  # fmt: skip
def test_half_an_entry_is_not_saved(app, amount, title, notice):
    before = own(app)
    app.tap("Add entry")
    fill_in(app, amount=amount, entry_title=title)
    app.tap("Save")
    assert app.shows(notice)
    assert own(app) == before


def test_the_person_of_an_entry_is_a_contact(app):
    person = app.phone.state()["contacts"]["people"][4]
    app.tap("Add entry")
    app.tap("kind_income")
    fill_in(app, amount="20", entry_title="Plums", person=person["name"][:-1])
    app.tap("suggestion_row")
    app.tap("Save")
    entry = own(app)["entries"][-1]
    assert (entry["kind"], entry["category"]) == ("income", "income")
    assert (entry["person"], entry["person_id"]) == (person["name"], person["id"])


def test_an_entry_can_be_changed_and_deleted(app):
    first = max(own(app)["entries"], key=lambda e: (e["day"], e["id"]))
    app.tap("entry_row")
    app.tap("Edit entry")
    app.hold("amount")
    app.type("99.90")
    fill_in(app, note="Ask again")
    app.tap("Save")
    changed = next(e for e in own(app)["entries"] if e["id"] == first["id"])
    assert (changed["amount"], changed["title"]) == (99.9, first["title"])
    assert app.shows("Ask again")
    app.tap("Delete entry")
    app.tap("Delete")
    assert first["id"] not in [e["id"] for e in own(app)["entries"]]


def test_search_finds_people_and_titles(app):
    entry = next(e for e in own(app)["entries"] if e["person"])
    for query in (entry["person"], entry["title"].upper()):
        app.reset(0)
        app.open("Expenses")
        app.tap("Search entries")
        app.type(query)
        assert app.shows(entry["title"])


def test_who_has_paid_back_owes_less(app):
    bill = own(app)["bills"][0]
    share = bill["shares"][0]
    before = balance(app, share["id"])["amount"]
    app.tap("Shared")
    app.scroll_to(bill["title"])
    app.tap(bill["title"])
    app.tap("share_row")
    after = balance(app, share["id"])
    assert before - (after["amount"] if after else 0) == pytest.approx(share["amount"])
    assert own(app)["bills"][0]["open"] == pytest.approx(bill["open"] - share["amount"])


def test_the_owner_owes_what_somebody_else_has_paid(app):
    bill = own(app)["bills"][2]
    assert bill["payer_id"] == "p01"
    share = next(s for s in bill["shares"] if s["id"] == "owner")
    assert balance(app, "p01")["amount"] == -share["amount"]


def test_a_bill_is_split_equally(app):
    people = app.phone.state()["contacts"]["people"][:2]
    app.tap("Shared")
    app.tap("New bill")
    app.type("Sauna")
    fill_in(app, total="60")
    for person in people:
        fill_in(app, person=person["name"])
        app.key("enter")
    app.tap("Save")
    bill = own(app)["bills"][0]
    assert [(s["id"], s["amount"]) for s in bill["shares"]] == [(p["id"], 20.0) for p in people]


def test_a_bill_with_nobody_is_not_saved(app):
    app.tap("Shared")
    app.tap("New bill")
    app.type("Sauna")
    fill_in(app, total="60", person="Nobody I know")
    app.key("enter")
    assert app.shows("Choose one of your contacts")
    app.tap("Save")
    assert app.shows("Add somebody to share with")


def test_a_deleted_bill_leaves_no_debts(app):
    bill = own(app)["bills"][2]
    app.tap("Shared")
    app.scroll_to(bill["title"])
    app.tap(bill["title"])
    app.tap("Delete bill")
    app.tap("Delete")
    assert balance(app, "p01") is None


def test_a_budget_can_be_set(app):
    app.tap("Budgets")
    app.tap("budget_row")
    app.type("$1,250.00")
    app.tap("OK")
    assert own(app)["budgets"][0]["limit"] == 1250


def test_people_and_sums_are_gold_and_categories_are_not(app):
    app.tap("Shared")
    shown = app.gold()
    for debt in own(app)["balances"]:
        assert (T.PERSON_NAME, debt["name"]) in shown
        assert (T.ACCOUNT_BALANCE, debt["amount_text"]) in shown
    app.tap("Entries")
    app.tap("More options")
    app.tap("Categories")
    assert app.gold() == set()


def test_linked_accounts_are_masked(app):
    linked = [a["iban"] for a in own(app)["accounts"] if a["iban"]]
    app.tap("More options")
    app.tap("Accounts")
    shown = app.gold()
    for iban in linked:
        assert (T.BANK_ACCOUNT, iban) in shown
        assert app.shows(f"•••• {iban.replace(' ', '')[-4:]}")


def test_names_stand_turned_round_on_a_bill(app):
    bill = own(app)["bills"][0]
    app.tap("Shared")
    app.scroll_to(bill["title"])
    app.tap(bill["title"])
    share = bill["shares"][0]
    shown = app.gold()
    assert (T.PERSON_NAME, f"{share['last']}, {share['first']}") in shown
    assert (T.PERSON_NAME, share["name"]) in shown


def test_a_note_about_somebody_is_content_around_the_name(app):
    entry = next(e for e in own(app)["entries"] if e["marks"])
    app.scroll_to(entry["title"])
    app.tap(entry["title"])
    kinds = {kind for kind, value in app.gold() if value in entry["note"]}
    assert kinds >= {T.PERSON_NAME, T.MESSAGE_CONTENT}


@pytest.mark.parametrize("world", world_names())
def test_every_world_has_its_own_ledger(user, world):
    user.phone.reset(1, world)
    user.open("Expenses")
    state = own(user)
    assert len({c["name"] for c in state["categories"]}) == 8
    texts = [n.get("text") for n in nodes(user.frame().tree)]
    assert max(state["entries"], key=lambda e: (e["day"], e["id"]))["amount_text"] in texts
