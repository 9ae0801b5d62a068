"""Days and times of day in texts."""

import pytest

from harness.core.day import parse_date, parse_time


@pytest.mark.parametrize(
    ("text", "region", "iso"),
    [
        ("1990-03-04", "US", "1990-03-04"),
        ("3/4/1990", "US", "1990-03-04"),
        ("3/4/1990", "GB", "1990-04-03"),
        ("04.03.1990", "US", "1990-03-04"),
        ("4th of March 1990", "GB", "1990-03-04"),
        ("Mar. 4, 1990", "US", "1990-03-04"),
        ("Sunday, March 4, 1990", "US", "1990-03-04"),
        ("Sonntag, 4. März 1990", "DE", "1990-03-04"),
        ("4 de marzo de 1990", "ES", "1990-03-04"),
        ("4 במרץ 1990", "IL", "1990-03-04"),
        ("1990年3月4日", "CN", "1990-03-04"),
        ("1990年3月4日星期日", "CN", "1990-03-04"),
        ("31/02/1990", "GB", None),
        ("last week", "US", None),
        ("5 foo 1990", "US", None),
        ("March 1990", "US", None),
        ("March or May 4, 1990", "US", None),
    ],
)
def test_reading_dates(text, region, iso):
    day = parse_date(text, region)
    assert (day and day.isoformat()) == iso


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("9:30 AM", "09:30:00"),
        ("12:05 am", "00:05:00"),
        ("12:05 p.m.", "12:05:00"),
        ("18:05", "18:05:00"),
        ("13:05 PM", None),
        ("24:00", None),
        ("soon", None),
    ],
)
def test_reading_times(text, iso):
    time = parse_time(text)
    assert (time and time.isoformat()) == iso
