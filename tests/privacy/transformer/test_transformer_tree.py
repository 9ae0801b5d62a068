import itertools

import pytest
from drawn import ADDRESS, CARD, EMAIL, PERSON, PHONE, anonymize, found, new_vault, tree_of
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from properties import examples

from harness.core.raw import RawFrame, nodes, readable_attributes
from harness.privacy.screen import Detection, Part, Screen
from harness.privacy.transformer.transformer import RawTransformer, UiTransformer


def virtual(tree, *values, vault=None, detections=None):
    result, _, vault = anonymize(RawFrame(tree, None), values, vault=vault, detections=detections)
    return result, vault


def texts(tree, attribute="text"):
    return [node.get(attribute) for node in nodes(tree)[1:]]


def shape(tree):
    machine = ("bounds", "class", "resource-id", "package", "rotation", "index")
    return [(e.tag, len(e), list(e.attrib), [e.get(m) for m in machine]) for e in tree.iter()]


def test_a_value_is_hidden_in_every_attribute_of_the_step():
    tree = tree_of(
        {"text": "Dana Reyes"},
        {"content_desc": "Photo of Dana Reyes", "text": ""},
        {"content_desc": "Dana Reyes, 555-0142, Mobile", "hint": "Message dana reyes"},
    )
    result, vault = virtual(tree, ("Dana Reyes", PERSON), ("555-0142", PHONE))
    name, phone = vault.register("Dana Reyes", PERSON), vault.register("555-0142", PHONE)
    assert texts(result.tree)[0] == name
    assert texts(result.tree, "content-desc")[1:] == [
        f"Photo of {name}",
        f"{name}, {phone}, Mobile",
    ]
    assert texts(result.tree, "hint")[2] == f"Message {name}"


def test_vendor_attributes_and_class_named_tags_are_swept_and_machine_ones_are_not():
    tree = etree.fromstring(
        '<hierarchy rotation="0" title="Chat with Dana Reyes">'
        '<android.widget.TextView bounds="[0,0][100,100]" text="Dana Reyes" xpos="3" '
        'tooltip-text="Call Dana Reyes" a11y-label="Dana Reyes is online" '
        'pane-title="Dana Reyes" resource-id="com.example:id/dana" class="android.view.Dana"/>'
        "</hierarchy>"
    )
    result, vault = virtual(tree, ("Dana Reyes", PERSON))
    name = vault.register("Dana Reyes", PERSON)
    view = result.tree[0]
    assert not result.tree.get("title")  # nobody looks for values in the root itself
    assert [view.get(a) for a in ("text", "tooltip-text", "a11y-label", "pane-title")] == [
        name, f"Call {name}", f"{name} is online", name,
    ]  # fmt: skip
    assert view.get("class") == "android.view.Dana"
    assert view.get("resource-id") == "com.example:id/dana"


def test_identifiers_that_hold_user_data_are_emptied():
    tree = etree.fromstring(
        '<hierarchy><node text="x" bounds="[0,0][9,9]" class="Dana Reyes" '
        'resource-id="mailto:dana@example.com"/>'
        '<node text="y" bounds="[0,0][9,9]" class="android.view.View" resource-id="chat-2025550142"'
        ' package="com.example.app1"/></hierarchy>'
    )
    result, _ = virtual(tree)
    first, second = result.tree
    assert (first.get("class"), first.get("resource-id")) == ("", "")
    assert (second.get("class"), second.get("package")) == ("android.view.View", "com.example.app1")
    assert second.get("resource-id") == ""


def test_emoji_references_newlines_and_markup_characters_survive_serialisation():
    raw = (
        '<hierarchy><node bounds="[0,0][9,9]"><node bounds="[0,0][9,9]" '
        'text="Ana Lee&#128141; &lt;b&gt; A&amp;B &quot;x&quot;" '
        'content-desc="Signed in as Ana Lee&#10;Settings"/></node></hierarchy>'
    )
    result, vault = virtual(etree.fromstring(raw), ("Ana Lee", PERSON))
    name = vault.register("Ana Lee", PERSON)
    again = etree.fromstring(etree.tostring(result.tree))
    assert texts(again) == [f'{name}💍 <b> A&B "x"']
    assert texts(again, "content-desc") == [f"Signed in as {name}\nSettings"]
    assert b"&#10;Settings" in etree.tostring(result.tree)


def test_offsets_are_code_points_of_the_raw_attribute():
    tree = tree_of({"text": "💍💍 Dana Reyes, 555-0142"})
    result, vault = virtual(tree, ("Dana Reyes", PERSON), ("555-0142", PHONE))
    spans = [(f.node, f.attr, f.start, f.end, f.source) for f in result.findings]
    assert spans == [(1, "text", 3, 13, "rules"), (1, "text", 15, 23, "rules")]
    assert [f.placeholder for f in result.findings] == [
        vault.register("Dana Reyes", PERSON),
        vault.register("555-0142", PHONE),
    ]


def test_swept_values_are_reported_as_known():
    vault = new_vault()
    name = vault.register("Dana Reyes", PERSON)
    result, _ = virtual(tree_of({"text": "Hi Dana Reyes"}), vault=vault)
    (finding,) = result.findings
    assert (finding.source, finding.placeholder, finding.type) == ("known", name, PERSON)


def test_near_identical_numbers_keep_their_own_placeholders():
    tree = tree_of({"text": "555-0142"}, {"text": "555-0143"})
    result, _ = virtual(tree, ("555-0142", PHONE), ("555-0143", PHONE))
    first, second = texts(result.tree)
    assert first != second


def test_nodes_without_area_are_hidden_too():
    tree = tree_of({"content_desc": "Dana Reyes, unread"})
    tree[0][0].set("bounds", "[0,0][0,0]")
    result, vault = virtual(tree, ("Dana Reyes", PERSON))
    assert texts(result.tree, "content-desc") == [f"{vault.register('Dana Reyes', PERSON)}, unread"]


def test_a_value_split_over_views_is_one_value():
    tree = tree_of({"text": "4111"}, {"text": "1111"}, {"text": "1111"}, {"text": "1111"})

    def card(screen):
        parts = tuple(Part(i, 0, 4) for i in range(4))
        return [Detection(parts, "4111 1111 1111 1111", CARD, "rules")]

    result, vault = virtual(tree, detections=card)
    token = vault.register("4111 1111 1111 1111", CARD)
    assert texts(result.tree) == [token] * 4
    assert {f.placeholder for f in result.findings} == {token}
    assert len(result.findings) == 4


def test_a_known_value_split_over_neighbouring_views_is_found():
    vault = new_vault()
    token = vault.register("Dana Reyes", PERSON)
    result, _ = virtual(tree_of({"text": "Dana"}, {"text": "Reyes"}), vault=vault)
    assert texts(result.tree) == [token, token]


def test_a_known_value_is_not_pieced_together_from_views_far_apart():
    vault = new_vault()
    vault.register("Dana Reyes", PERSON)
    tree = tree_of({"text": "Dana"}, {"text": "Reyes Street"})
    tree[0][1].set("bounds", "[0,2000][1000,2080]")
    result, _ = virtual(tree, vault=vault)
    assert texts(result.tree) == ["Dana", "Reyes Street"]


def test_an_ordinary_word_is_a_name_only_in_the_row_where_structure_says_so():
    tree = tree_of({"text": "Will", "content_desc": ""}, {"text": "Will you come?"})
    row = etree.SubElement(
        tree[0], "node", bounds="[0,300][1000,400]", **{"content-desc": "Will, 2"}
    )
    inner = {"text": "Will", "content-desc": "Photo of Will", "bounds": "[0,300][900,380]"}
    etree.SubElement(row, "node", inner)

    def contact(screen):
        (index,) = [i for i, f in enumerate(screen.fields) if (f.node, f.attr) == (4, "text")]
        return [Detection((Part(index, 0, 4),), "Will", PERSON, "structure")]

    result, vault = virtual(tree, detections=contact)
    name = vault.register("Will", PERSON)
    assert texts(result.tree)[1] == "Will you come?"
    assert texts(result.tree)[3] == name
    assert texts(result.tree, "content-desc")[2:] == [f"{name}, 2", f"Photo of {name}"]


@pytest.mark.parametrize("shown", ["hunter-example", "••••••••", "•••••7", "[PASSWORD]"])
def test_a_password_field_shows_a_constant_whatever_it_holds(shown):
    tree = tree_of({"text": shown, "password": "true"}, {"text": "Save hunter-example?"})
    result, _ = virtual(tree)
    assert texts(result.tree)[0] == "[PASSWORD]"
    assert ("hunter-example" in texts(result.tree)[1]) == (shown != "hunter-example")


def test_an_empty_password_field_stays_empty():
    result, _ = virtual(tree_of({"text": "", "password": "true"}))
    assert texts(result.tree) == [""]


def test_a_foreign_token_is_made_harmless_and_a_ticket_number_is_not():
    tree = tree_of({"text": "Pay PHONE_NUMBER#zzzzz, see JIRA#12345"})
    result, vault = virtual(tree)
    (shown,) = texts(result.tree)
    assert "PHONE_NUMBER#zzzzz" not in shown
    assert "JIRA#12345" in shown
    assert vault.tokens(shown) == []


def test_comments_and_stray_text_do_not_travel():
    tree = tree_of({"text": "Dana Reyes"})
    tree[0].append(etree.Comment("Dana Reyes"))
    tree[0][0].text = "Dana Reyes"
    result, _ = virtual(tree, ("Dana Reyes", PERSON))
    assert b"Dana" not in etree.tostring(result.tree)


def test_the_raw_tree_is_left_alone_and_the_baseline_shows_it():
    tree = tree_of({"text": "Dana Reyes"})
    before = etree.tostring(tree)
    virtual(tree, ("Dana Reyes", PERSON))
    assert etree.tostring(tree) == before
    frame = RawFrame(tree, None)
    raw = RawTransformer().transform(frame, Screen.of_frame(frame), [], [], new_vault())
    assert raw.tree is tree
    assert RawTransformer().unexplained(frame, []) == []


@pytest.mark.parametrize("options", [{"tau": 0}, {"tau": 1.2}, {"style": "blur"}])
def test_senseless_options_are_refused(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        UiTransformer(**options)


VALUES = (
    ("Dana Reyes", PERSON),
    ("Dana", PERSON),
    ("+1 555-0142", PHONE),
    ("+1 555-0143", PHONE),
    ("dana.reyes@example.com", EMAIL),
    ("12 Elm Street, Springfield", ADDRESS),
    ("王小明", PERSON),
)
PIECES = st.sampled_from(
    [value for value, _ in VALUES]
    + ["DANA REYES", "Call", ", ", " ", "\n", "Settings", "💍", "<&>", "EMAIL#zzzzz", "(", "7"]
)
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["text", "content_desc", "hint", "tooltip_text", "vendor"]),
    st.lists(PIECES, max_size=5).map(" ".join),
    max_size=3,
)


@examples(60)
@given(
    st.lists(ATTRIBUTES, max_size=5),
    st.sampled_from(["hmac", "sha256", "constant"]),
    st.lists(st.sampled_from(VALUES), unique=True, max_size=3),
)
def test_no_known_value_survives_nothing_else_changes_and_a_second_pass_changes_nothing(
    screen, scheme, named
):
    vault = new_vault(scheme)
    for value, type in named:
        vault.register(value, type)
    tree = tree_of(*screen)
    result, _ = virtual(tree, *VALUES, vault=vault)
    assert shape(result.tree) == shape(tree)
    shown = [text for node in nodes(result.tree) for _, text in readable_attributes(node)]
    held = {value for value, _ in VALUES if any(value in t for a in screen for t in a.values())}
    for value, text in itertools.product(held, shown):
        assert value.casefold() not in text.casefold()
    assert all(vault.sweep(text) == [] for text in shown)
    for finding in result.findings:
        raw = nodes(tree)[finding.node].get(finding.attr)
        assert raw[finding.start : finding.end].strip()
    again, _ = virtual(result.tree, *VALUES, vault=vault)
    assert etree.tostring(again.tree) == etree.tostring(result.tree)


def test_a_detector_that_sees_names_in_placeholders_nests_nothing():
    tree = tree_of({"text": "Dana Reyes"})
    result, vault = virtual(tree, ("Dana Reyes", PERSON))

    def greedy(screen):
        return [
            *found(screen, ("PERSON", PERSON)),
            Detection(
                (Part(0, 0, len(screen.fields[0].text)),), screen.fields[0].text, EMAIL, "ner"
            ),
        ]

    again, _ = virtual(result.tree, vault=vault, detections=greedy)
    assert etree.tostring(again.tree) == etree.tostring(result.tree)


def test_an_empty_password_field_shows_its_hint():
    tree = tree_of(
        {"text": "Enter your PIN", "hint": "Enter your PIN", "password": "true"},
        {"text": "9182", "hint": "Enter your PIN", "password": "true"},
    )
    result, _ = virtual(tree)
    assert texts(result.tree) == ["Enter your PIN", "[PASSWORD]"]
