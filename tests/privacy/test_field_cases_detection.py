"""What is personal on a screen and what only looks like it, through the whole default variant."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from observed import looked, opened, quoted, seen, texts
from properties import examples

from harness.core.action import Type
from harness.errors import ConfigError


def masked(text, **options):
    """The text with every placeholder cut down to its type."""
    (shown,) = seen(text, **options)
    return re.sub(r"([A-Z_]+)#[0-9a-z]{5}", r"<\1>", shown)


def test_the_end_of_a_long_text_is_read():
    filler = "the weather table notes a green river stone " * 70
    assert masked(f"{filler}call Dana Reyes at 555-0142") == (
        f"{filler}call <PERSON_NAME> at <PHONE_NUMBER>"
    )


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("请联系王小明确认订单", "请联系<PERSON_NAME>确认订单"),
        ("联系人：陈静", "联系人：<PERSON_NAME>"),
        ("请把材料交给王秀英", "请把材料交给<PERSON_NAME>"),
        ("田中太郎さんに連絡してください", "<PERSON_NAME>さんに連絡してください"),
        ("김민수에게 전화하세요", "<PERSON_NAME>에게 전화하세요"),
    ],
)
def test_a_name_inside_a_clause_without_spaces(text, hidden):
    assert masked(text) == hidden


@pytest.mark.parametrize("name", ["DANA REYES", "dana reyes", "dAnA rEyEs"])
@pytest.mark.parametrize("around", ["{}", "call {} tomorrow"])
def test_names_in_any_case(name, around):
    assert masked(around.format(name)) == around.format("<PERSON_NAME>")


def test_a_name_with_characters_nobody_sees_is_the_same_name():
    plain, split = seen("Dana Reyes", "Da\u200bna Re\u200byes")
    assert plain == split
    assert re.fullmatch(r"PERSON_NAME#\w{5}", plain)


def test_a_given_name_beside_its_full_name():
    assert masked("I am Maria. Maria Lopez.") == "I am <PERSON_NAME>. <PERSON_NAME>."


@pytest.mark.parametrize("text", ["6033391", "-0.96", "12.5 °C", "7"])
def test_a_bare_number_is_nobody(text):
    assert masked(text) == text


def test_every_occurrence_is_hidden_the_longest_value_first():
    session = opened("Write to Dana")
    both, name, phones, phone = texts(
        looked(
            session,
            quoted(
                "I am Dana. Dana Reyes.",
                "Dana Reyes",
                "202-555-0142 or (202) 555-0142",
                "Ask 2025550142",
            ),
        )
    )
    given = session.instruction.removeprefix("Write to ")
    assert re.fullmatch(r"PERSON_NAME#\w{5}", name)
    assert both == f"I am {given}. {name}."
    one, _, other = phones.partition(" or ")
    assert one == other
    assert phone == f"Ask {one}"


@pytest.mark.parametrize(("text", "region"), [("01 99 00 12 34", "FR"), ("07700 900123", "GB")])
def test_national_numbers_of_known_regions(text, region):
    assert masked(text, region=region) == "<PHONE_NUMBER>"


def test_a_region_that_phones_do_not_have_is_refused():
    with pytest.raises(ConfigError, match="'UK' is not a phone region"):
        opened(region="UK")


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("联系alice@example.com", "联系<EMAIL>"),
        ("позвонитеalice@example.comсегодня", "позвоните<EMAIL>сегодня"),
        ("电话13800000000转", "电话<PHONE_NUMBER>转"),
        ("é202-555-0142à", "é<PHONE_NUMBER>à"),
        ("卡号4111 1111 1111 1111请", "卡号<CREDIT_CARD>请"),
        ("卡号**** 1881已冻结", "卡号<CREDIT_CARD>已冻结"),
        ("账号GB82WEST12345698765432已", "账号<BANK_ACCOUNT>已"),
        ("IP地址192.168.1.14的", "IP地址<IP_ADDRESS>的"),
        ("服务器fe80::1ff:fe23:4567:890a在线", "服务器<IP_ADDRESS>在线"),
        ("关注@dana_reyes吧", "关注<USERNAME>吧"),
        ("订单号2024ABC1234567已发货", "订单号<ORDER_NUMBER>已发货"),
        ("生于1987年3月14日", "生于<DATE_OF_BIRTH>"),
        ("дата рождения14.03.1987г", "дата рождения<DATE_OF_BIRTH>г"),
        ("余额￥1,204.56元", "余额<ACCOUNT_BALANCE>元"),
        ("баланс1 204,56₽на счёте", "баланс<ACCOUNT_BALANCE>на счёте"),
        ("车牌号ABC1234已登记", "车牌号<LICENSE_PLATE>已登记"),
        ("安全码311请勿转发", "安全码<PASSWORD>请勿转发"),
        ("身份证11010519491231002X的", "身份证<ID_NUMBER>的"),
    ],
)
@pytest.mark.parametrize("name", ["shield", "rules"])
def test_an_identifier_glued_to_words_of_other_scripts(text, hidden, name):
    assert masked(text, name=name) == hidden


@pytest.mark.parametrize("text", ["müller@example.com", "rene\u0301e@example.com"])
def test_accented_letters_belong_to_the_address(text):
    assert masked(text, name="rules") == "<EMAIL>"


@pytest.mark.parametrize("text", ["订单共12345件", "公元 2024年", "2023年订单10000个"])
def test_counts_and_years_beside_such_words_stay(text):
    assert masked(text, name="rules") == text


DISGUISED = [
    ("alice@\u200bexample.com", "EMAIL", "alice@example.com"),
    ("ａｌｉｃｅ＠ｅｘａｍｐｌｅ．ｃｏｍ", "EMAIL", "alice@example.com"),
    ("tel １３８－００００－０１４２", "PHONE_NUMBER", "tel 138-0000-0142"),
    ("+1\u3000202\u3000555\u30000142", "PHONE_NUMBER", "+1 202 555 0142"),
    ("tel 1\u0303 2025550142", "PHONE_NUMBER", "tel 1 2025550142"),
    ("tel \u2068202555\u200e0142\u2069", "PHONE_NUMBER", "tel 2025550142"),
    ("\u200e+1 202-555-0142\u202c", "PHONE_NUMBER", "+1 202-555-0142"),
    ("\ufe0d202-555-0142", "PHONE_NUMBER", "202-555-0142"),
    ("4\u200b111 1111\u200b1111 1111", "CREDIT_CARD", "4111 1111 1111 1111"),
]


@pytest.mark.parametrize(("text", "type", "plain"), DISGUISED)
def test_a_disguised_value_is_hidden_as_its_plain_spelling(text, type, plain):
    session = opened()
    disguised, shown = texts(looked(session, quoted(text, plain)))
    (token,) = re.findall(rf"{type}#\w{{5}}", shown)
    assert re.findall(rf"{type}#\w{{5}}", disguised) == [token]
    assert not any(c.isdecimal() for c in disguised.replace(token, ""))


def test_a_number_copied_from_a_contact_is_typed_without_its_invisible_marks():
    session = opened()
    frame = looked(session, quoted("Phone", "\u2068612555014\u2069"))
    label, number = texts(frame)
    (token,) = re.findall(r"PHONE_NUMBER#\w{5}", number)
    assert label == "Phone"
    assert session.resolve(Type(token), frame).command.text == "612555014"


@pytest.mark.parametrize(
    "text",
    [
        "03.06.2015",
        "2015 – 03/2016",
        "01.02.2023 - 03.04.2024",
        "2026-06-02 20",
        "2026-06-02 20:15:44",
        "20240510 1200",
        "Screenshot 20240510-120000",
        "10023456",
        "+100 000 000",
        "+100 000 000 views",
        "Build 20240510123",
    ],
)
@pytest.mark.parametrize("name", ["shield", "rules"])
def test_dates_and_plain_numbers_are_no_phones(text, name):
    assert masked(text, name=name) == text


def test_an_order_number_is_hidden_as_what_it_is():
    assert masked("Order 00123456789") == "Order <ORDER_NUMBER>"


@examples(100)
@given(st.integers(1_500_000_000_000, 1_999_999_999_999))
def test_a_time_in_milliseconds_is_no_card(ms):
    assert masked(str(ms), name="rules") == str(ms)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Paid to IBAN GB82 WEST 1234 5698 7654 32 failed", "Paid to IBAN <BANK_ACCOUNT> failed"),
        ("gb82 west 1234 5698 7654 32 failed", "<BANK_ACCOUNT> failed"),
        ("GB82-WEST-1234-5698-7654-32 failed", "<BANK_ACCOUNT> failed"),
        ("NO93 8601 1117 947 ok", "<BANK_ACCOUNT> ok"),
        ("SC18SSCB11010000000000001497USD was closed", "<BANK_ACCOUNT> was closed"),
        ("4111111111111111.com", "<CREDIT_CARD>.com"),
        ("Eric's car is next to Eric", "<PERSON_NAME>'s car is next to <PERSON_NAME>"),
    ],
)
def test_a_value_ends_where_it_ends(text, hidden):
    assert masked(text) == hidden


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("+1 202-555-0142 4111 1111 1111 1111", "<PHONE_NUMBER> <CREDIT_CARD>"),
        ("4111 1111 1111 1111 12/27", "<CREDIT_CARD> 12/27"),
        ("2 4111 1111 1111 1111", "2 <CREDIT_CARD>"),
        ("4111111111111111 5500000000000004", "<CREDIT_CARD> <CREDIT_CARD>"),
        ("202-555-0142 415-555-0199", "<PHONE_NUMBER> <PHONE_NUMBER>"),
        ("(202) 555-0142 (415) 555-0199", "<PHONE_NUMBER> <PHONE_NUMBER>"),
        ("202-555-0142/415-555-0199", "<PHONE_NUMBER>/<PHONE_NUMBER>"),
        ("07700 900123 07700 900124", "<PHONE_NUMBER> <PHONE_NUMBER>"),
        ("+33 1 99 00 12 34 +33 1 99 00 12 35", "<PHONE_NUMBER> <PHONE_NUMBER>"),
        ("电话13800138042 13900139042", "电话<PHONE_NUMBER> <PHONE_NUMBER>"),
        ("202-555-0142 2026-06-02", "<PHONE_NUMBER> 2026-06-02"),
        ("01/02/2024 202-555-0142 2", "01/02/2024 <PHONE_NUMBER> 2"),
        ("2026-06-02 20:15 202-555-0142", "2026-06-02 20:15 <PHONE_NUMBER>"),
        ("202-555-0142 10:30", "<PHONE_NUMBER> 10:30"),
        ("123-45-6789 202-555-0142", "<ID_NUMBER> <PHONE_NUMBER>"),
        ("GB82 WEST 1234 5698 7654 32 202-555-0142", "<BANK_ACCOUNT> <PHONE_NUMBER>"),
    ],
)
def test_numbers_in_a_row_are_found_one_by_one(text, hidden):
    assert masked(text, name="rules") == hidden


@pytest.mark.parametrize(
    ("rows", "type"),
    [
        (["4111", "1111", "1111", "1111"], "CREDIT_CARD"),
        (["4111 11", "1111111111"], "CREDIT_CARD"),
        (["GB82", "WEST", "1234", "5698", "7654", "32"], "BANK_ACCOUNT"),
        (["12 Birch Road", "Springfield", "IL 62704"], "ADDRESS"),
        (["Calle Mayor 5", "28013", "Madrid"], "ADDRESS"),
        (["Hauptstraße 5", "10115", "Berlin"], "ADDRESS"),
    ],
)
@pytest.mark.parametrize("side_by_side", [False, True])
def test_a_value_split_over_views_is_hidden_as_one(rows, type, side_by_side):
    got = set(seen(*rows, side_by_side=side_by_side))
    assert len(got) == 1
    assert got.pop().startswith(f"{type}#")


def test_a_number_typed_digit_by_digit():
    got = seen(*"4111111111111111", side_by_side=True)
    assert len(set(got)) == 1
    assert got[0].startswith("CREDIT_CARD#")


@pytest.mark.parametrize("side_by_side", [False, True])
def test_a_first_and_a_last_name_in_views_of_their_own(side_by_side):
    got = seen("John", "Smith", side_by_side=side_by_side)
    assert [text.partition("#")[0] for text in got] == ["PERSON_NAME"] * 2
    assert (len(set(got)) == 1) == side_by_side


def test_two_towns_below_one_another_are_no_name():
    assert seen("Georgia", "Virginia") == ["Georgia", "Virginia"]


def test_a_short_value_is_hidden_as_a_word_and_not_inside_words():
    label, user, report, mail = seen("Username", "ken", "It is broken, ken", "xken@example.com")
    assert label == "Username"
    assert report == f"It is broken, {user}"
    assert re.fullmatch(r"EMAIL#\w{5}", mail)
    name, empire = seen("Otto was here", "The Ottoman Empire", instruction="Write to Otto")
    assert re.fullmatch(r"PERSON_NAME#\w{5} was here", name)
    assert empire == "The Ottoman Empire"


PIECES = st.sampled_from(
    ["Dana Reyes", "dana@example.com", "(202) 555-0142", "4111 1111 1111 1111", "联系", "Eric's",
     "Call", "to", ",", "💍", "\u200b", "\n", "<&>", "2026-06-02", "EMAIL#zzzzz"]
)  # fmt: skip


@examples(40)
@given(st.lists(st.lists(PIECES, min_size=1, max_size=5).map(" ".join), min_size=1, max_size=4))
def test_nothing_of_a_found_value_is_left_and_a_second_look_changes_nothing(rows):
    session = opened(name="rules")
    frame = looked(session, quoted(*rows))
    shown = " ".join(texts(frame))
    for value in ("dana", "reyes", "example.com", "555", "0142", "1111"):
        assert value not in shown.casefold()
    again = looked(session, quoted(*texts(frame)))
    assert texts(again) == texts(frame)
