import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from properties import examples

from harness.core.action import (
    AskLocal,
    Back,
    Enter,
    Finish,
    Home,
    InputText,
    Launch,
    LongPress,
    OpenApp,
    Pause,
    PressKey,
    Swipe,
    SwipeBetween,
    Tap,
    TapAt,
    Type,
    Wait,
)
from harness.core.entity import EntityType
from harness.core.safe import SafeFrame, elements
from harness.privacy.gatekeeper import NoGatekeeper, RulesGatekeeper
from harness.privacy.placeholder import ConstantScheme, CounterScheme, HmacScheme, Sha256Scheme
from harness.privacy.proxy import Proxy
from harness.privacy.vault import SessionVault

T = EntityType
quick = examples(25)
SIZE = (1080, 2400)
TREE = etree.fromstring(
    '<hierarchy><node class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">'
    '<node class="android.widget.Button" text="Call" clickable="true" bounds="[100,200][300,260]"/>'
    '<node class="android.widget.ListView" scrollable="true" bounds="[0,400][1080,2600]"/>'
    '<node class="android.widget.TextView" text="half" bounds="[-100,300][100,360]"/>'
    "</node></hierarchy>"
)
FRAME = SafeFrame(elements(TREE, SIZE), TREE, None, SIZE)


def vault(scheme=None):
    return SessionVault(scheme or Sha256Scheme(), "US", b"k" * 32)


def proxy(table=None, **options):
    table = table or vault()
    return Proxy(table, NoGatekeeper(table, ""), **options)


def command(action, **options):
    resolution = proxy(**options).resolve(action, FRAME)
    assert resolution.status == "perform"
    return resolution.command


class TestElements:
    def test_the_middle_of_the_real_bounds(self):
        assert command(Tap(1)) == TapAt(200, 230)
        assert command(LongPress(1)) == TapAt(200, 230, ms=1000)

    def test_of_an_element_half_outside_the_visible_middle(self):
        assert command(Tap(2)) == TapAt(540, 1400)
        assert command(Tap(3)) == TapAt(50, 330)

    @pytest.mark.parametrize("index", [0, -1, 4, 99])
    @pytest.mark.parametrize("kind", [Tap, LongPress, lambda i: Swipe("up", i)])
    def test_a_wrong_number_is_explained(self, kind, index):
        resolution = proxy().resolve(kind(index), FRAME)
        assert resolution.status == "refused"
        assert resolution.command is None
        assert (
            resolution.feedback == f"There is no element {index}: this screen has elements 1 to 3."
        )

    def test_without_elements(self):
        masked = SafeFrame((), None, None, SIZE, masked="ScreenError")
        assert "hidden" in proxy().resolve(Tap(1), masked).feedback
        empty = SafeFrame((), None, None, SIZE)
        assert "no numbered elements" in proxy().resolve(Tap(1), empty).feedback


class TestSwipes:
    @pytest.mark.parametrize(
        ("direction", "sign"),
        [("up", (0, -1)), ("down", (0, 1)), ("left", (-1, 0)), ("right", (1, 0))],
    )
    @pytest.mark.parametrize("index", [None, 1, 2])
    def test_the_finger_moves_that_way_and_stays_on_the_screen(self, direction, sign, index):
        lengths = []
        for distance in ("short", "medium", "long"):
            drag = command(Swipe(direction, index, distance))
            moved = (drag.x2 - drag.x1, drag.y2 - drag.y1)
            assert tuple((m > 0) - (m < 0) for m in moved) == sign
            assert all(0 <= x < SIZE[0] for x in (drag.x1, drag.x2))
            assert all(0 <= y < SIZE[1] for y in (drag.y1, drag.y2))
            lengths.append(abs(sum(moved)))
        assert lengths == sorted(lengths)
        assert lengths[0] >= 96

    def test_edges_of_the_screen_are_left_to_the_system(self):
        assert command(Swipe("up", None, "long")) == SwipeBetween(540, 1968, 540, 432)

    def test_inside_the_visible_part_of_a_list(self):
        drag = command(Swipe("up", 2, "long"))
        assert 400 <= drag.y2 < drag.y1 < 2160


class TestKeysAndApps:
    def test_keys(self):
        assert command(Enter()) == PressKey("enter")
        assert command(Back()) == PressKey("back")
        assert command(Home()) == PressKey("home")
        assert command(Wait()) == Pause()

    def test_apps(self):
        assert command(OpenApp("anything")) == Launch("anything")
        assert command(OpenApp(" bank "), apps=("Bank", "Messages")) == Launch("Bank")
        refusal = proxy(apps=("Bank", "Messages")).resolve(OpenApp("Maps"), FRAME)
        assert (refusal.status, "Bank, Messages" in refusal.feedback) == ("refused", True)


class TestTyping:
    @pytest.mark.parametrize(
        ("typed", "arrives"),
        [
            ("PERSON_NAME#dxe53", "John Smith"),
            (
                "Dear PERSON_NAME#dxe53, call PHONE_NUMBER#6yvrf.",
                "Dear John Smith, call +15558675309.",
            ),
            ('{"to": "PHONE_NUMBER#6yvrf"}', '{"to": "+15558675309"}'),
            ("(PERSON_NAME#dxe53's)", "(John Smith's)"),
            ("给PERSON_NAME#dxe53发", "给John Smith发"),
            ("PERSON_NAME#dxe53PHONE_NUMBER#6yvrf", "John Smith+15558675309"),
            ("PHONE_NUMBER%236yvrf", "+15558675309"),
            ("Phone Number #6YVRF!", "+15558675309!"),
            ("PHONE_NUMBER&#35;6yvrf", "+15558675309"),
            (r"PHONE\_NUMBER\#6yvrf", "+15558675309"),
            ("PHONE_NUMBER＃6yvrf", "+15558675309"),
            # Everything else is ordinary text.
            ("order number #48213", "order number #48213"),
            ("JIRA#12345 and #6yvrf", "JIRA#12345 and #6yvrf"),
            ("phone number #zzzzz", "phone number #zzzzz"),
            ("100% of a&b", "100% of a&b"),
            ("", ""),
        ],
    )
    def test_known_placeholders_wherever_they_stand(self, typed, arrives):
        table = vault()
        table.register("John Smith", T.PERSON_NAME)
        table.register("+15558675309", T.PHONE_NUMBER)
        assert command(Type(typed), table=table) == InputText(arrives)

    @pytest.mark.parametrize("text", ["PHONE_NUMBER#zzzzz", "to EMAIL#a1b2c, now", "[PASSWORD]"])
    def test_unknown_ones_are_refused_and_nothing_is_typed(self, text):
        resolution = proxy().resolve(Type(text), FRAME)
        assert (resolution.status, resolution.command) == ("refused", None)
        assert "nothing was typed" in resolution.feedback
        assert re.search(r"#\w{5}|\[PASSWORD\]", resolution.feedback)[0] in text

    def test_or_typed_as_they_are_as_published(self):
        assert command(Type("EMAIL#a1b2c"), strict=False) == InputText("EMAIL#a1b2c")

    def test_one_unknown_among_known_ones_stops_all(self):
        table = vault()
        table.register("John Smith", T.PERSON_NAME)
        resolution = proxy(table).resolve(Type("PERSON_NAME#dxe53 EMAIL#zzzzz"), FRAME)
        assert resolution.status == "refused"
        assert "John" not in resolution.feedback

    def test_a_prefix_of_another_token(self):
        table = vault(CounterScheme())
        names = [f"Person {chr(65 + i)}" for i in range(11)]
        for name in names:
            table.register(name, T.PERSON_NAME)
        assert (
            command(Type("PERSON_NAME_11, PERSON_NAME_1"), table=table).text == "Person K, Person A"
        )
        assert proxy(table).resolve(Type("PERSON_NAME_12"), FRAME).status == "refused"

    def test_suffixes_of_colliding_values(self):
        table = vault()
        one = table.register("+15550000750", T.PHONE_NUMBER)
        two = table.register("+15550005513", T.PHONE_NUMBER)
        assert command(Type(f"{two} {one}"), table=table).text == "+15550005513 +15550000750"
        assert proxy(table).resolve(Type(f"{one}_3"), FRAME).status == "refused"

    def test_constants_cannot_be_typed_back(self):
        table = vault(ConstantScheme())
        table.register("John Smith", T.PERSON_NAME)
        resolution = proxy(table).resolve(Type("Hi [PERSON_NAME]"), FRAME)
        assert resolution.status == "refused"
        assert command(Type("Hi [PERSON_NAME] [x]"), table=table, strict=False).text == (
            "Hi [PERSON_NAME] [x]"
        )

    def test_a_token_of_another_session(self):
        token = vault(HmacScheme()).register("John Smith", T.PERSON_NAME)
        assert proxy(vault(HmacScheme())).resolve(Type(token), FRAME).status == "refused"

    @quick
    @given(st.text(max_size=20), st.text(max_size=20))
    def test_text_around_a_placeholder_is_left_alone(self, before, after):
        table = vault()
        token = table.register("John Smith", T.PERSON_NAME)
        typed = f"{before} {token} {after}"
        resolution = proxy(table).resolve(Type(typed), FRAME)
        assert resolution.command == InputText(f"{before} John Smith {after}")

    def test_raw_text_is_not_in_the_repr(self):
        table = vault()
        token = table.register("John Smith", T.PERSON_NAME)
        assert "John" not in repr(proxy(table).resolve(Type(token), FRAME))


class TestFinish:
    MESSAGE = "PERSON_NAME#dxe53 has PHONE_NUMBER#6yvrf (Phone number #6yvrf), EMAIL#zzzzz"

    def told(self, message=MESSAGE, **options):
        table = vault()
        table.register("John Smith", T.PERSON_NAME)
        table.register("+15558675309", T.PHONE_NUMBER)
        resolution = proxy(table, **options).resolve(Finish(message), FRAME)
        assert (resolution.status, resolution.command, resolution.feedback) == (
            "finished",
            None,
            "",
        )
        assert "John" not in repr(resolution)
        return resolution.user_message

    def test_resolve(self):
        assert self.told() == "John Smith has +15558675309 (+15558675309), EMAIL#zzzzz"

    def test_describe(self):
        assert self.told(output="describe") == (
            "this person has your phone number (your phone number), your e-mail address"
        )

    def test_redact(self):
        assert self.told(output="redact") == "[hidden] has [hidden] ([hidden]), [hidden]"

    def test_values_that_the_agent_should_not_know_are_hidden_too(self):
        assert self.told("call (555) 867-5309", output="describe") == "call your phone number"

    def test_any_other_word_is_a_mistake(self):
        with pytest.raises(ValueError, match="output"):
            proxy(output="shout")


class TestAskLocal:
    def test_answers_and_refusals_come_from_the_gatekeeper(self):
        table = vault()
        a, b = (table.register(v, T.ACCOUNT_BALANCE) for v in ("$10.00", "$20.00"))
        door = Proxy(table, RulesGatekeeper(table, "Which account holds more?"))
        answer = door.resolve(AskLocal("compare", (a, b)), FRAME)
        assert (answer.status, answer.feedback) == ("answered", "less")
        assert answer.bits > 1
        assert set(answer.ms) == {"gatekeeper"}
        refusal = door.resolve(AskLocal("compare", (a, "7")), FRAME)
        assert (refusal.status, refusal.bits) == ("refused", 0.0)

    def test_time_is_told(self):
        assert set(proxy().resolve(Tap(1), FRAME).ms) == {"proxy"}
