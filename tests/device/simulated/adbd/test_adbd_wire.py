"""Messages survive the wire, and nothing else is taken for one."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.device.simulated.adbd.wire import (
    MAX_PAYLOAD,
    OPEN,
    WRTE,
    Message,
    ProtocolError,
    pack,
    read,
)

NUMBERS = st.integers(0, 2**32 - 1)


@examples(100)
@given(
    command=st.binary(min_size=4, max_size=4),
    arg0=NUMBERS,
    arg1=NUMBERS,
    data=st.binary(max_size=300),
    checksum=st.booleans(),
)
def test_messages_arrive_as_sent(command, arg0, arg1, data, checksum):
    message = Message(command, arg0, arg1, data)
    source = io.BytesIO(pack(message, checksum=checksum) + b"rest")
    assert read(source, checksum=checksum) == message
    assert source.read() == b"rest"


def test_the_header_is_the_documented_one():
    packed = pack(Message(OPEN, 1, 0, b"ab\0"))
    assert packed == (
        b"OPEN"
        b"\x01\0\0\0"
        b"\0\0\0\0"
        b"\x03\0\0\0"
        b"\xc3\0\0\0"
        b"\xb0\xaf\xba\xb1"
        b"ab\0"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("at", "what"), [(20, "magic"), (24, "checksum"), (16, "checksum"), (15, "payload of")]
)
def test_a_changed_byte_is_noticed(at, what):
    packed = bytearray(pack(Message(WRTE, 1, 2, b"a value of somebody")))
    packed[at] ^= 0x40
    with pytest.raises(ProtocolError, match=what) as error:
        read(io.BytesIO(packed))
    assert "somebody" not in str(error.value)


def test_nothing_larger_than_agreed_is_read():
    packed = pack(Message(WRTE, 1, 2, bytes(MAX_PAYLOAD + 1)))
    source = io.BytesIO(packed)
    with pytest.raises(ProtocolError, match="at most"):
        read(source)
    assert source.tell() == 24


@examples(100)
@given(st.binary(max_size=100))
def test_any_other_bytes_are_refused(data):
    with pytest.raises((EOFError, ProtocolError)):
        read(io.BytesIO(data))


def test_payloads_stay_out_of_reprs():
    assert "secret" not in repr(Message(WRTE, 1, 2, b"secret"))
