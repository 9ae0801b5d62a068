"""Every seed gives a world that tasks can rely on: distinct people, valid reserved numbers."""

from __future__ import annotations

import re

import pytest
from stdnum import iban, luhn

from harness.device.simulated.apps import discover
from harness.device.simulated.shell import Shell
from harness.device.simulated.world import make_world


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 17, 2024, 10**9])
def test_worlds_are_sound(seed):
    state = Shell(discover(), make_world(seed)).state
    people = [*state["contacts"]["people"], state["owner"]]
    for key in ("id", "name", "phone", "email", "address"):
        values = [p[key] for p in people]
        assert len(set(values)) == len(values) == 33
    for person in people:
        assert re.fullmatch(r"\+1 \d{3}-555-01\d\d|\+44 7700 900\d{3}", person["phone"])
        assert re.fullmatch(r"[a-z0-9.]+@example\.com", person["email"])
    bank = state["bank"]
    for place in (*bank["accounts"], *bank["payees"]):
        assert iban.validate(place["iban"])
        assert "XMPL" in place["iban"]
    for card in bank["cards"]:
        assert luhn.validate(card["number"].replace(" ", ""))
    assert luhn.validate(state["owner"]["imei"])
    assert len(state["owner"]["imei"]) == 15
    titles = [t["title"] for t in state["messages"]["threads"]]
    assert len(set(titles)) == len(titles)
    for thread in state["messages"]["threads"]:
        if thread["fact"]:
            bodies = [m["body"] for m in thread["messages"]]
            assert any(thread["fact"] in body for body in bodies)


def test_first_names_repeat_only_where_meant():
    for seed in range(20):
        world = make_world(seed)
        firsts = [p["first"] for p in world.people]
        repeated = {first for first in firsts if firsts.count(first) > 1}
        assert repeated == {world.person("p00")["first"]} == {world.person("p01")["first"]}
