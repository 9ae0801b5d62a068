"""What the resource id of a view says that its text is: ``passcode``, ``birthday_row``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harness.core.entity import EntityType as T
from harness.privacy.detector.apps import STORE_APP
from harness.privacy.detector.codes import DATES
from harness.privacy.detector.folding import trim
from harness.privacy.detector.labelled import plausible
from harness.privacy.detector.tree import Found, Tree
from harness.privacy.detector.vocabulary import Vocabulary

_IDS: tuple[tuple[T, str, str], ...] = (
    (
        T.PASSWORD,
        r"pass_?code|otp|one_time_code|verification_code|security_code|pin_code|code|pin",
        r"(?:country|area|zip|post|postal|error|qr|bar|promo|coupon|discount|language|dial)_?code",
    ),
    (T.PASSWORD, r"cvv2?|cvc2?|csc", "^$"),
    (T.DATE_OF_BIRTH, r"birth|birthday|birth_?date|dob|date_of_birth", "^$"),
    (T.PHONE_NUMBER, r"phone|mobile|msisdn|phone_?number", r"phone_(?:name|type|label)"),
    (
        T.ADDRESS,
        r"(?:address|street)(?:_line|_text|_value)?(?:_\d)?$",
        r"^(?:edit|add|new|delete|save|choose|change|copy|e?mail|ip|mac|web|search)_|url|bar",
    ),
    (T.BANK_ACCOUNT, r"iban|account_?number|sort_code|routing_?number", "^$"),
    (
        T.CREDIT_CARD,
        r"card_?number|card_(?:group|last|digits|ending)|last_?(?:four|4)(?:_digits)?",
        r"gift|loyalty",
    ),
    (
        T.ID_NUMBER,
        r"passport|national_id|id_number|ssn|tax_id|patient|insurance|policy_?number"
        r"|member(?:ship)?_(?:id|number)|licen[cs]e_number|meeting_id",
        "^$",
    ),
    (T.LICENSE_PLATE, r"(?:license_|number_)?plate|plate_number", r"template"),
    (
        T.ORDER_NUMBER,
        r"order_?(?:number|id|no)|tracking(?:_?number)?|booking_?(?:code|number)|pnr",
        "^$",
    ),
    (
        T.HEALTH_INFO,
        r"medication_(?:name|purpose|dose)|diagnosis|allergy|allergen|symptom|condition_name",
        "^$",
    ),
    (
        T.ACCOUNT_BALANCE,
        r"balance|total|amount|saldo|fee|share|payment|owed|spent",
        r"total_(?:count|items|size|time)|count",
    ),
)
"""Type, the words of an id that announce it, and those that say that it is something else."""
_PATTERNS = tuple(
    (type_, re.compile(rf"(?:^|_)(?:{ids})(?:_|$)"), re.compile(without))
    for type_, ids, without in _IDS
)
_CODE = re.compile(
    r"(?<![\w-])(?=[\w-]*\d[\w-]*\d)[A-Z0-9][A-Z0-9-]{3,}(?: [A-Z0-9-]*\d[A-Z0-9-]*)*(?!\w)"
)
_TOKEN = re.compile(r"(?=\D*\d)(?=[\d\W_]*[^\W\d_])[^\s:/@]{4,24}")
_LOCATOR = re.compile(r"[A-Z0-9]{5,8}")
_CARD_CODE = re.compile(r"(?<!\d)\d{3,4}(?!\d)")
_NUMBER = re.compile(r"[+(]?\d[\d ()./-]{4,}\d")
_SCORE = 0.7


def identified(tree: Tree, vocabulary: Vocabulary) -> Iterator[Found]:
    """Values that have the form that the id of their view announces."""
    for node in tree.nodes:
        if not node.id:
            continue
        for type_, wanted, unwanted in _PATTERNS:
            if not wanted.search(node.id) or unwanted.search(node.id):
                continue
            if type_ is T.ACCOUNT_BALANCE and STORE_APP.search(node.package):
                continue
            hint = node.attributes.get("hint")
            for attribute, index in node.attributes.items():
                if type_ is T.ADDRESS and attribute != "text":
                    continue
                if index != hint and (hint is None or tree.texts[index] != tree.texts[hint]):
                    yield from _values(index, tree.texts[index], type_, vocabulary)


def _values(index: int, text: str, type_: T, vocabulary: Vocabulary) -> Iterator[Found]:
    if type_ is T.DATE_OF_BIRTH:
        for match in DATES.finditer(text):
            yield Found(index, *match.span(), type_, _SCORE)
    elif type_ is T.ORDER_NUMBER and _LOCATOR.fullmatch(text.strip()):
        yield Found(index, *trim(text, 0, len(text)), type_, _SCORE)
    elif type_ is T.PASSWORD and _TOKEN.fullmatch(text.strip()):
        yield Found(index, *trim(text, 0, len(text)), type_, _SCORE)
    elif type_ in (T.ID_NUMBER, T.ORDER_NUMBER, T.PASSWORD):
        for pattern in (_CODE, _CARD_CODE):
            if found := pattern.search(text):
                yield Found(index, *found.span(), type_, _SCORE)
                return
    elif type_ is T.PHONE_NUMBER:
        for match in _NUMBER.finditer(text):
            yield Found(index, *match.span(), type_, _SCORE)
    elif plausible(text, type_, vocabulary):
        yield Found(index, *trim(text, 0, len(text)), type_, _SCORE)
