"""Time stamps of list rows in any common language, without a date parser."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from harness.core.canonical import fold
from harness.privacy.detector.vocabulary import calendar_words

_CLOCK = r"(?<!\d)(?:[01]?\d|2[0-3])[:.h][0-5]\d(?!\d)"
_WORDS = frozenset(
    """am pm a p m s h d w y mo yr yrs min mins minute minutes sec secs second seconds hr hrs hour
    hours day days week weeks wk wks month months year years ago in at on of the now just today
    yesterday tomorrow last this new edited hoy ayer mañana hace hora horas día días dia dias semana
    semanas mes meses año años ano anos atrás hoje ontem amanhã há às ahora agora aujourd hui hier
    demain il y a jour jours heure heures semaine semaines mois an ans maintenant vor stunde stunden
    std tag tagen tage woche wochen monat monaten jahr jahren heute gestern morgen
    vorgestern jetzt uhr
    oggi ieri domani fa ora ore giorno giorni settimana settimane mese mesi anno anni minuti minuto
    minutos сегодня вчера завтра назад час часа часов ч мин минут минуту минуты сек день дня дней дн
    нед неделю недели недель мес месяц года год лет в г сейчас только что позавчера
    dziś wczoraj temu
    godz dzień dni tydz bugün dün yarın önce dk dakika saat gün hafta ay yıl vandaag
    gisteren geleden
    uur dagen idag igår sedan timmar tim dag dagar hôm nay qua trước phút giờ ngày tuần tháng năm
    kemarin hari ini jam menit lalu yang baru saja minggu bulan tahun أمس اليوم منذ دقيقة دقائق ساعة
    יום שבת ראשון שני שלישי רביעי חמישי שישי א ב ג ד ה ו ש
    ساعات يوم أيام أسبوع ص م קודם לפני אתמול היום דקות שעות ימים שעה आज कल पहले मिनट घंटे दिन
    เมื่อวาน วันนี้ นาที ชั่วโมง วัน ที่แล้ว σήμερα χθες πριν ώρες λεπτά ημέρες πμ μμ de du le el la
    o ob a las st nd rd th dnes včera ma tegnap před""".split()
)
_YESTERDAY = frozenset(
    """yesterday ayer ontem hier gestern ieri вчера wczoraj dün gisteren igår kemarin أمس אתמול χθες
    včera tegnap eilen""".split()
)
_CJK_TIME = re.compile(
    r"[0-9:./\s년月年日号號時时分秒前天星期周週一二三四五六昨今明后上下午晚早凌晨刚剛小钟鐘间間中"
    r"曜頃내일전오후시간분초월요어제그저께개주昨日今日火水木金土방금월화수목금토]{1,16}"
)
_CJK_MARK = re.compile(
    r"\d|昨|今天|今日|明天|刚|剛|前天|星期|周[一二三四五六日天]|週|曜|어제|오늘|방금|요일|그저께"
)
_INSIDE = re.compile(
    rf"{_CLOCK}"
    r"|(?<!\d)\d{1,2}月\d{1,2}日|(?<!\d)\d{1,2}월 ?\d{1,2}일"
    r"|(?<!\d)(?:19|20)\d{2}[-./]\d{1,2}[-./]\d{1,2}(?!\d)"
    r"|(?<!\d)\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}(?!\d)"
    r"|(?<!\d)\d{1,3} ?(?:分钟|小时|天|周|个月|年|分|時間|日|分鐘|小時|분|시간|일|주)\s?(?:前|전)"
    r"|(?<!\w)\d{1,3} ?(?:[smhdwy]|mo|min|mins|hrs?|days?|weeks?|months?|years?|ч|мин|дн|std|"
    r"jours?|heures?|horas?|días?|dias?)(?!\w)(?: ago| назад)?",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def is_time(text: str) -> bool:
    """Whether the whole text is a time of day, a date or "3 hours ago"."""
    folded = fold(text)
    if not folded or len(folded) > 32 or re.search(r"\d{5}|\d{3}.*?\D\d{3}", folded):
        return False
    if _CJK_TIME.fullmatch(folded):
        plain_number = folded.replace(".", "").replace(" ", "").isdigit()
        return _CJK_MARK.search(folded) is not None and not plain_number
    words = re.findall(r"[^\W\d_]+", folded)
    # "To" and "me" are days in some languages; without a digit they count alone only.
    marked = len(words) == 1 and words[0] in calendar_words()
    marked = marked or any(len(w) > 2 for w in words)
    if not all(w in _WORDS or _is_day_or_month(w) for w in words):
        return False
    digits = any(c.isdigit() for c in folded)
    if words:
        return digits or marked
    return bool(
        re.fullmatch(rf"{_CLOCK}(?::\d\d)?", folded)
        or re.fullmatch(r"\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?[.]?(?:,? ?\d{1,2}:\d\d)?", folded)
    )


def _is_day_or_month(word: str) -> bool:
    """Whether it names one, in Hebrew perhaps with the word for "in" or "the" in front."""
    found = calendar_words()
    return word in found or (word[:1] in ("ב", "ה", "ל") and word[1:] in found)


def holds_time(text: str) -> bool:
    """Whether a time stamp stands somewhere in the text."""
    if is_time(text) or _INSIDE.search(text) is not None:
        return True
    words = re.findall(r"[^\W\d_]+|\d+", fold(text[:64]))
    return any(
        (_is_day_or_month(a) and b.isdigit()) or (a.isdigit() and _is_day_or_month(b))
        for a, b in pairwise(words)
    ) or any(w in _YESTERDAY for w in words)
