"""Every world and seed gives people that tasks can rely on: distinct ones, numbers of nobody."""

from __future__ import annotations

import random
import re

import phonenumbers
import pytest
from stdnum import iban, luhn

from harness.core.paths import world_names
from harness.device.simulated.apps import discover
from harness.device.simulated.l10n import NOW
from harness.device.simulated.shell import Shell
from harness.device.simulated.world import make_iban, make_world, national
from harness.errors import ConfigError

SEEDS = [0, 1, 17, 2024, 10**9]
each_world = pytest.mark.parametrize("name", world_names())


def test_there_are_worlds_of_many_countries():
    assert {"en-US", "en-GB", "de-DE", "es-ES", "zh-CN", "he-IL"} <= set(world_names())


def test_an_unknown_world_is_refused():
    with pytest.raises(ConfigError, match="there is no world 'xx-XX'; there are .*en-US"):
        make_world(0, "xx-XX")


@each_world
@pytest.mark.parametrize("seed", SEEDS)
def test_people_are_distinct(name, seed):
    world = make_world(seed, name)
    everybody = [*world.people, *world.strangers, world.owner]
    assert len(everybody) == 37
    for key in ("id", "name", "phone", "email", "address"):
        assert len({person[key] for person in everybody}) == 37, key
    for person in everybody:
        assert person["name"].count(person["first"]) >= 1
        assert person["name"].endswith((person["last"], person["first"]))
        number = phonenumbers.parse(person["phone"])
        assert phonenumbers.is_possible_number(number)
        assert national(person["phone_national"], phonenumbers.region_code_for_number(number))
        assert re.fullmatch(r"[a-z]+\.[a-z]+@example\.com", person["email"])
        assert re.fullmatch(r"[a-z]+\d\d", person["username"])
        assert any(char.isdigit() for char in person["address"])


@each_world
def test_most_numbers_are_of_the_country_and_some_from_abroad(name):
    world = make_world(3, name)
    country = str(phonenumbers.country_code_for_region(world.locale.region))
    at_home = [p["phone"].startswith(f"+{country} ") for p in world.people]
    assert 20 < sum(at_home) < len(at_home)


@each_world
def test_first_names_repeat_only_where_meant(name):
    for seed in range(12):
        world = make_world(seed, name)
        one, other = map(world.person, world.twins)
        firsts = [p["first"] for p in world.people]
        assert {first for first in firsts if firsts.count(first) > 1} == {one["first"]}
        assert one["first"] == other["first"]
        assert one["phone"][:-1] == other["phone"][:-1]
        assert one["phone"] != other["phone"]
        lasts = [p["last"] for p in world.people]
        assert len(set(lasts)) == len(lasts) - 1
        known = {p[part] for p in [*world.people, world.owner] for part in ("first", "last")}
        assert not known & {p[part] for p in world.strangers for part in ("first", "last")}


@each_world
def test_some_have_nicknames_are_called_like_words_or_written_in_another_script(name):
    nicknames = set()
    for seed in range(5):
        world = make_world(seed, name)
        nicknames |= {p["nickname"] for p in world.people}
        words = {(word[0], word[1]) for word in world.lore.data["words"]}
        assert len(words) >= 5
        assert sum((p["first"], p["last"]) in words for p in world.people) == 2
        assert all(word[0].casefold() in world.common_words() for word in words)
        others = {(other[0], other[1]) for other in world.lore.data["others"]}
        assert others <= {(p["first"], p["last"]) for p in world.people}
    assert len(nicknames - {""}) >= 5


@each_world
def test_pools_are_large_and_hold_nothing_twice(name):
    data = make_world(0, name).lore.data
    for pool in ("first", "last"):
        assert len(set(data[pool])) == len(data[pool]) >= 40
    assert not set(data["first"]) & {name[0] for name in (*data["words"], *data["others"])}


@each_world
def test_the_apps_start_with_sound_numbers(name):
    state = Shell(discover(), make_world(5, name)).state
    bank = state["bank"]
    for place in (*bank["accounts"], *bank["payees"]):
        assert iban.validate(place["iban"])
    for card in bank["cards"]:
        assert luhn.validate(card["number"].replace(" ", ""))
    assert luhn.validate(state["owner"]["imei"])
    assert len(state["owner"]["imei"]) == 15


@each_world
def test_threads_have_titles_of_their_own_and_tell_their_fact(name):
    for seed in SEEDS:
        threads = Shell(discover(), make_world(seed, name)).state["messages"]["threads"]
        titles = [thread["title"] for thread in threads]
        assert len(set(titles)) == len(titles)
        for thread in threads:
            if thread["fact"]:
                assert any(thread["fact"] in m["body"] for m in thread["messages"])


@pytest.mark.parametrize(
    ("asked", "given"), [("GB", "GB"), ("DE", "DE"), ("ES", "ES"), ("IL", "IL"), ("US", "GB")]
)
def test_an_iban_is_valid_in_its_country(asked, given):
    for seed in range(30):
        code = make_iban(random.Random(seed), asked)
        assert code.startswith(given)
        assert iban.validate(code)


def test_names_stand_as_the_country_writes_them():
    german, chinese = make_world(1, "de-DE").locale, make_world(1, "zh-CN").locale
    assert german.name_of("Birgit", "Jäger") == "Birgit Jäger"
    assert german.listed_name_of("Birgit", "Jäger") == "Jäger, Birgit"
    assert chinese.name_of("静怡", "田") == chinese.listed_name_of("静怡", "田") == "田静怡"
    assert german.name_of("Birgit", "") == german.listed_name_of("Birgit", "") == "Birgit"


def test_dates_and_amounts_are_written_in_the_way_of_the_country():
    written = {name: make_world(1, name).locale for name in world_names()}
    assert written["de-DE"].money(-1204.5) == "-1.204,50\xa0€"
    assert written["en-GB"].date(NOW, "long") == "10 May 2024"
    assert written["zh-CN"].date(NOW, "long") == "2024年5月10日"
    assert written["he-IL"].rtl


@pytest.mark.parametrize("text", ["pizza", "", "12"])
def test_what_is_no_number_is_written_as_it_is(text):
    assert national(text, "US") == text
