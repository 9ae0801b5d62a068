"""Typing into the simulated phone over a real adb server, through a real shell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.core.action import Launch, TapAt
from harness.core.geometry import Box
from harness.core.protocols import Effect
from harness.core.raw import nodes
from harness.device.adb.capture import Capture
from harness.device.adb.keyboard import Keyboard
from harness.device.adb.link import AdbLink
from harness.device.adb.server import AdbServer
from harness.device.simulated.adbd.commands import Commands
from harness.device.simulated.adbd.daemon import Adbd
from harness.device.simulated.phone import SimulatedPhone
from harness.errors import DeviceError


class Bench:
    """A phone with the cursor in an empty field, and a keyboard at the other end of adb."""

    def __init__(self, stack: ExitStack, server: AdbServer, tools: tuple[str, ...]) -> None:
        self.phone = SimulatedPhone()
        self.daemon = stack.enter_context(
            Adbd(
                self.phone,
                commands=lambda phone, files, faults: Commands(phone, files, faults, tools),
            )
        )
        self.link = AdbLink(self.daemon.serial, server.host, server.port)
        capture = Capture(self.link, budget_s=20)
        self.keyboard = Keyboard(self.link, capture.tree, pause_s=0, settle_s=0)

    def focus(self, app: str, field: str) -> None:
        if self.phone.state()["foreground"]["app"] == app and self.phone.focused_text is not None:
            self.phone.select_all()
            self.phone.erase()
            return
        self.phone.reset(1)
        self.phone.perform(Launch(app))
        for node in nodes(self.phone.capture().tree):
            if node.get("resource-id", "").endswith(f"/{field}"):
                box = Box.parse(node.get("bounds", ""))
                assert box is not None
                self.phone.perform(TapAt(*box.center))
        assert self.phone.focused_text == ""

    def ime(self) -> str:
        return self.link.shell("settings", "get", "secure", "default_input_method").out.decode()


@pytest.fixture(scope="module")
def server() -> Iterator[AdbServer]:
    with AdbServer.private() as server:
        yield server


@pytest.fixture(scope="module")
def bench(server: AdbServer) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(stack, server, ("adbkeyboard",))


@pytest.fixture
def search(bench: Bench) -> Bench:
    bench.focus("Contacts", "open_search_bar")
    return bench


TEXTS = [
    "+1 555-0142", "a.b+c@example.com", "O'Neil", "50%safe %%s%s", "~/x $HOME *#06#",
    "#1204 Elm St", "--help", "x; input keyevent 3", "$(input keyevent 3) `id`",
    "a\\b \"c\" | d > e", "  spaces  ", "Müller", "שלום 李 🐈", "\u2068+1 555-0142\u2069",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_text_arrives(search: Bench, text: str) -> None:
    ime = search.ime()
    assert search.keyboard.type(text) is Effect.VERIFIED
    assert search.phone.focused_text == text.strip("\u2068\u2069")
    assert search.ime() == ime
    assert search.phone.state()["foreground"]["app"] == "Contacts"


def test_a_thousand_characters_arrive(search: Bench) -> None:
    text = "".join(chr(32 + i % 95) for i in range(1000))
    assert search.keyboard.type(text) is Effect.VERIFIED
    assert search.phone.focused_text == text


def test_the_second_text_goes_behind_the_first(search: Bench) -> None:
    assert search.keyboard.type("Dana ") is Effect.VERIFIED
    assert search.keyboard.type("Reyes") is Effect.VERIFIED
    assert search.phone.focused_text == "Dana Reyes"


@examples(4)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60))
def test_every_printable_ascii_text_arrives(bench: Bench, text: str) -> None:
    bench.focus("Contacts", "open_search_bar")
    assert bench.keyboard.type(text) is Effect.VERIFIED
    assert bench.phone.focused_text == text


def test_a_pin_cannot_be_read_back(bench: Bench) -> None:
    bench.focus("Bank", "pin")
    assert bench.keyboard.type("4711") is Effect.TYPED
    assert bench.phone.focused_text == "4711"


def test_without_a_field_nothing_is_verified(bench: Bench) -> None:
    bench.phone.reset(1)
    assert bench.keyboard.type("Dana") is Effect.TYPED


@pytest.mark.parametrize("tools", [(), ("clipper",)])
def test_a_phone_without_adbkeyboard(server: AdbServer, tools: tuple[str, ...]) -> None:
    with ExitStack() as stack:
        bench = Bench(stack, server, tools)
        bench.focus("Contacts", "open_search_bar")
        if tools:
            assert bench.keyboard.type("Müller") is Effect.VERIFIED
            assert bench.phone.focused_text == "Müller"
        else:
            with pytest.raises(DeviceError, match="ADBKeyboard.*Clipper"):
                bench.keyboard.type("Müller")
            assert bench.phone.focused_text == ""
