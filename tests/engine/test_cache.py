import pytest

from harness.engine.cache import LruCache


def test_forgets_what_was_not_used_for_longest():
    cache: LruCache[str, int] = LruCache(2)
    made = []

    def get(name):
        return cache.get(name, lambda: made.append(name) or len(made))

    get("a"), get("b"), get("a"), get("c"), get("a"), get("b")
    assert made == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_refuses_an_empty_cache():
    with pytest.raises(ValueError, match="at least 1"):
        LruCache(0)
