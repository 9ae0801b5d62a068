"""Kinds of apps, by the name of their package: what a title or an amount means depends on it."""

from __future__ import annotations

import re

PEOPLE_APP = re.compile(
    r"contacts|dialer|telecom|incallui|messag|mms|\bsms|chat|whatsapp|telegram|tencent\.(?:mm|wework"
    r"|mobileqq)|\.line\.|viber|securesms|signal|kakao|dingtalk|rimet|skype|teams|slack|discord|orca"
    r"|zalo|\bimo|snapchat|wire|threema|element|android\.gm|mail|outlook|thunderbird|email|k9"
    r"|linkedin|hinge|tinder|bumble|okcupid|badoo|bumble|zoom|vkontakte"
)
NOTE_APP = re.compile(r"note|\bkeep|memo|todo|tasks|checklist|joplin")
NO_TALK = re.compile(
    rf"{NOTE_APP.pattern}|books?\b|browser|chrome|firefox|com\.android\.systemui|health|medic|fitness"
    r"|calendar|clock|expens|wallet|\bbank|\bmaps"
)
"""Apps with rows of a title, a text and a time that nobody wrote to somebody."""
STORE_APP = re.compile(
    r"shop|store|food|deliver|market|vending|booking|hotel|travel|restaurant|game"
)
PUBLIC_APP = re.compile(
    r"music|spotify|player|podcast|youtube|video|netflix|\bnews|weather|books?\b|kindle|ebook|reader"
)
"""Apps full of people in public life: artists, authors, heroes of novels."""
MEDIA_APP = re.compile(
    r"music|spotify|player|podcast|youtube|video|netflix|news|browser|chrome|weather|clock|alarm"
    r"|vending|store|market|files|documents|gallery|photos"
)
LETTERBOX = re.compile(r"mail|android\.gm|outlook|thunderbird|k9|messaging|\bmms|\bsms")
"""Apps in which companies write to people, and no group has a name."""
MONEY_APP = re.compile(
    r"bank|wallet|finance|broker|trading|invest|stock|securit|money|venmo|paypal|revolut|wise|monzo"
    r"|n26|cashapp|coinbase|binance|robinhood|zelle|splitwise|mint|budget|alipay|hexin|futu|tiger"
    r"|expens|ledger|accounting|cashbook|spending|payroll|invoice|sber|tinkoff|nubank|mercadopago|picpay|paytm|phonepe|upi|gcash|mpesa|kaspi|crypto|bitcoin"
)
HEALTH_APP = re.compile(
    r"health|medic|medisafe|pharma|doctor|clinic|patient|hospital|fitbit|diabet"
)
OWN_APP = re.compile(rf"{MONEY_APP.pattern}|{HEALTH_APP.pattern}|{NOTE_APP.pattern}")
"""Apps that speak of the user's own affairs, and of nobody in public life."""
PRIVATE_APP = re.compile(
    r"note|\bkeep|memo|todo|tasks|calendar|clock|remind|journal|diary|photos|gallery|meeting"
)
"""Apps in which people write for themselves, and call others by a given name."""
