import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.device.adb.quoting import quoted
from harness.errors import DeviceError

SHELLS = [path for name in ("mksh", "sh") if (path := shutil.which(name))]
WORDS = st.lists(
    st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30),
    min_size=1,
    max_size=4,
)
TRAPS = [
    "", " ", "'", "''", "\\", "\\'", '"', "O'Neil", "a$b", "$(id)", "`id`", "x; input keyevent 3",
    "#1204 Elm St", "*#06#", "~/x", "~", "-n", "--", "50%safe", "a\nb", "\r\n", "!!", "{a,b}", "*",
    "[a-z]", "a&b", "a|b", "<x>", "PERSON#a1b2c", "Müller", "שלום", "李", "\u2068x\u2069",
    "\x01\x7f",
]  # fmt: skip


def words_seen(shell, argv):
    """What a program on the device would find in its argv."""
    script = f"show() {{ for w; do printf '%s\\0' \"$w\"; done; }}; show {quoted(argv)}"
    done = subprocess.run([shell, "-c", script.encode()], capture_output=True, check=True)
    return [word.decode() for word in done.stdout.split(b"\0")[:-1]]


@pytest.mark.parametrize("shell", SHELLS)
def test_awkward_words_arrive_as_they_are(shell):
    assert words_seen(shell, TRAPS) == TRAPS


@pytest.mark.parametrize("shell", SHELLS)
@examples(40)
@given(argv=WORDS)
def test_every_text_arrives_as_it_is(shell, argv):
    assert words_seen(shell, argv) == argv


@pytest.mark.parametrize("word", ["plain", "two words", "it's", ""])
def test_every_word_is_quoted_needed_or_not(word):
    line = quoted([word])
    assert line.startswith("'")
    assert line.endswith("'")


def test_a_command_line_is_read_from_left_to_right():
    assert quoted(("input", "text", "it's")) == r"'input' 'text' 'it'\''s'"


@pytest.mark.parametrize("word", ["a\0b", "\0", "half \ud83d of a pair"])
def test_what_no_argument_can_hold_is_refused_without_being_shown(word):
    with pytest.raises(DeviceError) as refused:
        quoted(["input", "text", word])
    assert word not in str(refused.value)
