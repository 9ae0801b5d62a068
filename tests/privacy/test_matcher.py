import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.entity import EntityType
from harness.privacy.matcher import KnownValueMatcher

T = EntityType
quick = examples(25)


def found(value, type, text, region="US"):
    """What of ``text`` is taken for ``value``."""
    matcher = KnownValueMatcher(region)
    matcher.add(value, type, 1)
    return [text[h.start : h.end] for h in matcher.find(text)]


@pytest.mark.parametrize(
    ("value", "type", "text", "hits"),
    [
        # Letters of one script end a word; everything else is a boundary.
        ("Otto", T.PERSON_NAME, "The Ottoman Otto, OTTO's", ["Otto", "OTTO"]),
        ("ken", T.USERNAME, "broken ken @ken", ["ken", "ken"]),
        ("Anna", T.PERSON_NAME, "请联系Anna确认, Анна Anna", ["Anna", "Anna"]),
        ("王小明", T.PERSON_NAME, "请联系王小明确认订单", ["王小明"]),
        ("Иван", T.PERSON_NAME, "Иванов, Иван!", ["Иван"]),
        ("Maria", T.PERSON_NAME, "x\u200bMaria maria_lopez", ["maria"]),
        # Case, width, invisible characters, marks, spacing, typographic quotes.
        ("Maria Lopez", T.PERSON_NAME, "MARIA\n  LÓPEZ maria\u00a0lopez", ["maria\u00a0lopez"]),
        ("Kröger", T.PERSON_NAME, "Kro\u0308ger, kroger", ["Kro\u0308ger"]),
        ("O’Neil", T.PERSON_NAME, "O'Neil", ["O'Neil"]),
        ("Maria Lopez", T.PERSON_NAME, "Ｍａｒｉａ Lo\u200bpez", ["Ｍａｒｉａ Lo\u200bpez"]),
        ("12 Main St, Springfield", T.ADDRESS, "12 Main St\nSpringfield", [
            "12 Main St\nSpringfield"]),
        # Re-spaced.
        ("Maria", T.PERSON_NAME, "M a r i a and M.a.r.i.a", ["M a r i a", "M.a.r.i.a"]),
        ("Maria", T.PERSON_NAME, "M ar ia", []),
        ("Ana", T.PERSON_NAME, "A n a", []),
        # E-mails stand anywhere.
        ("alice@example.com", T.EMAIL, "联系alice@example.com或Mailalice@example.com", [
            "alice@example.com", "alice@example.com"]),
        ("alice@example.com", T.EMAIL, "alice@example.org alice example com", []),
        # Numbers in other groups, with and without a country code.
        ("+1 555-867-5309", T.PHONE_NUMBER, "(555) 867-5309", ["(555) 867-5309"]),
        ("555-867-5309", T.PHONE_NUMBER, "+1 (555)867.5309", ["+1 (555)867.5309"]),
        ("555-867-5309", T.PHONE_NUMBER, "0015558675309 15558675309", [
            "0015558675309", "15558675309"]),
        ("555-867-5309", T.PHONE_NUMBER, "+49 555 867 5309, 55586753091", []),
        ("5558675309", T.PHONE_NUMBER, "电话5558675309转", ["5558675309"]),
        ("\u2068555 867 5309\u2069", T.PHONE_NUMBER, "555\u200e867\u202c5309", [
            "555\u200e867\u202c5309"]),
        ("4111111111111111", T.CREDIT_CARD, "4111 1111-1111/1111", ["4111 1111-1111/1111"]),
        ("GB82WEST12345698765432", T.BANK_ACCOUNT, "gb82 west 1234 5698 7654 32", [
            "gb82 west 1234 5698 7654 32"]),
        ("555-0142", T.PHONE_NUMBER, "555-0143 555 0142 5550142", ["555 0142", "5550142"]),
        # Short codes only in one piece, or spaced out evenly.
        ("4821", T.PASSWORD, "4821 4,821 14821 48.21 4 8 2 1", ["4821", "4 8 2 1"]),
        ("4821", T.PASSWORD, "PIN: four eight two one.", ["four eight two one"]),
        # Spelled out.
        ("555-867-5309", T.PHONE_NUMBER, "it's five five five eight six seven five three oh nine", [
            "five five five eight six seven five three oh nine"]),
        ("555-867-5309", T.PHONE_NUMBER, "double five five, 8 6 seven five three zero nine ok", [
            "double five five, 8 6 seven five three zero nine"]),
        ("555-867-5309", T.PHONE_NUMBER, "五五五八六七五三零九", ["五五五八六七五三零九"]),
        ("555-867-5309", T.PHONE_NUMBER, "al cinco cinco cinco ocho seis siete cinco tres 0 9", [
            "cinco cinco cinco ocho seis siete cinco tres 0 9"]),
        # Amounts by what they say.
        ("$1,234.56", T.ACCOUNT_BALANCE, "1234.56; 1.234,56 €; $1,234.56; 1 234,56", [
            "1234.56", "1.234,56", "$1,234.56", "1 234,56"]),
        ("$1,234.56", T.ACCOUNT_BALANCE, "21,234.56 1,234.567 123456 12,34.56", []),
        ("$50.00", T.ACCOUNT_BALANCE, "50 apples, $50, 50 €, $500, $50.01", ["$50", "50"]),
        # Signs that belong to the value.
        ("hunter2!", T.PASSWORD, "hunter2! hunter2", ["hunter2!"]),
        ("•••• 1111", T.CREDIT_CARD, "1111, •••• 1111", ["•••• 1111"]),
        ("!?*§", T.PASSWORD, "the !?*§ sign", ["!?*§"]),
        # Ordinary words, labels and small talk are nobody's.
        ("Will", T.PERSON_NAME, "Will will", []),
        ("Settings", T.PERSON_NAME, "Settings", []),
        ("Will Graham", T.PERSON_NAME, "Will Graham will", ["Will Graham"]),
        ("Okay!", T.MESSAGE_CONTENT, "Okay! Okay", []),
        ("Mark as read", T.MESSAGE_CONTENT, "Mark as read", []),
        ("Dinner at eight?", T.MESSAGE_CONTENT, "Bob: Dinner at eight?", ["Dinner at eight?"]),
        # Too short to mean anything.
        ("Li", T.PERSON_NAME, "Li", []),
        ("李", T.PERSON_NAME, "李", []),
        ("12", T.ORDER_NUMBER, "12", []),
    ],
)  # fmt: skip
def test_spellings(value, type, text, hits):
    assert found(value, type, text) == hits


def test_numbers_of_other_regions_have_a_trunk_prefix():
    assert found("+44 7700 900123", T.PHONE_NUMBER, "07700 900123", "GB") == ["07700 900123"]
    assert found("+44 7700 900123", T.PHONE_NUMBER, "0 7700 900123", "US") == ["0 7700 900123"]


def test_the_longest_value_wins_and_every_mention_counts():
    matcher = KnownValueMatcher("US")
    matcher.add("Dana", T.PERSON_NAME, 1)
    matcher.add("Dana Reyes", T.PERSON_NAME, 2)
    text = "I am Dana. Dana Reyes. dana"
    assert [(text[h.start : h.end], h.owner) for h in matcher.find(text)] == [
        ("Dana", 1), ("Dana Reyes", 2), ("dana", 1),
    ]  # fmt: skip


def test_protected_stretches_are_left_alone():
    matcher = KnownValueMatcher("US")
    matcher.add("12345", T.ORDER_NUMBER, 1)
    text = "EMAIL#12345 12345"
    assert [h.start for h in matcher.find(text, [(0, 11)])] == [12]


def test_a_removed_value_is_not_found_and_its_namesake_still_is():
    matcher = KnownValueMatcher("US")
    matcher.add("Dana Reyes", T.PERSON_NAME, 1)
    matcher.add("dana reyes", T.USERNAME, 2)
    assert [h.owner for h in matcher.find("Dana Reyes")] == [1]
    matcher.remove(1)
    assert [h.owner for h in matcher.find("Dana Reyes")] == [2]
    matcher.remove(2)
    assert matcher.find("Dana Reyes") == []


def test_no_values_in_its_repr():
    matcher = KnownValueMatcher("US")
    matcher.add("Dana Reyes", T.PERSON_NAME, 1)
    assert "ana" not in repr(matcher)


@quick
@given(st.text(min_size=1), st.text(), st.text(), st.sampled_from(EntityType))
def test_hits_are_sorted_inside_and_apart(value, before, after, type):
    text = f"{before} {value} {after}"
    matcher = KnownValueMatcher("US")
    matcher.add(value, type, 1)
    end = 0
    for hit in matcher.find(text):
        assert end <= hit.start < hit.end <= len(text)
        end = hit.end


NAMES = st.from_regex(r"[A-ZÀ-ÖА-Я][a-zà-öа-я]{3,9} [A-Z][a-zß]{3,9}", fullmatch=True)


@quick
@given(NAMES, st.sampled_from([str.upper, str.lower, str.title, str.swapcase]))
def test_a_name_is_found_in_any_case(name, spelling):
    assert found(name, T.PERSON_NAME, f"({spelling(name)})") == [spelling(name)]


@quick
@given(st.from_regex(r"[2-9]\d{2}[2-9]\d{6}", fullmatch=True), st.sampled_from(["", "-", " ", "."]))
def test_a_phone_is_found_in_any_grouping(digits, separator):
    shown = separator.join((digits[:3], digits[3:6], digits[6:]))
    assert found(f"+1{digits}", T.PHONE_NUMBER, f"tel:{shown};") == [shown]


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("Reyes, Dana", ["Reyes, Dana"]),
        ("danareyes and Dana_Reyes", ["danareyes", "Dana_Reyes"]),
        ("dana-reyes.", ["dana-reyes"]),
        ("says Reyes. Dana left", []),
        ("bandanareyes", []),
    ],
)
def test_a_name_listed_by_family_or_written_as_one(text, hits):
    assert found("Dana Reyes", T.PERSON_NAME, text) == hits
