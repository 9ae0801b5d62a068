"""Every file in conf/ composes, and every override works on every pipeline variant."""

import itertools
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from hydra.utils import get_class
from omegaconf import OmegaConf

CONF = Path(__file__).parents[1] / "conf"
GROUPS = sorted(
    {
        path.parent.relative_to(CONF).as_posix()
        for path in CONF.rglob("*.yaml")
        if path.parent != CONF and "hydra" not in path.parts
    }
)
OPTIONS = [(group, path.stem) for group in GROUPS for path in sorted((CONF / group).glob("*.yaml"))]
VARIANTS = [option for group, option in OPTIONS if group == "pipeline"]
SLOTS = [(group, option) for group, option in OPTIONS if group.startswith("pipeline/")]


@pytest.fixture(scope="module")
def composed():
    with initialize_config_dir(str(CONF), version_base="1.3"):
        yield lambda *overrides: compose("config", list(overrides))


def leaves(node, prefix=""):
    for key, value in node.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def targets(node):
    for key, value in node.items():
        if key == "_target_" and value is not None:
            yield value
        elif isinstance(value, dict):
            yield from targets(value)


def plain(cfg):
    return OmegaConf.to_container(cfg, resolve=True)


@pytest.mark.parametrize(("group", "option"), OPTIONS, ids="=".join)
def test_every_option_composes_and_names_real_classes(composed, group, option):
    cfg = plain(composed(f"{group}={option}"))
    for target in targets(cfg):
        get_class(target)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_slot_can_be_switched_on_every_variant(composed, variant):
    for group, option in SLOTS:
        composed(f"pipeline={variant}", f"{group}={option}")


def test_every_variant_declares_every_key(composed):
    shield = set(leaves(plain(composed("pipeline=shield").pipeline)))
    for variant in VARIANTS:
        assert set(leaves(plain(composed(f"pipeline={variant}").pipeline))) == shield, variant


@pytest.mark.parametrize("group", [g for g in GROUPS if g.startswith("pipeline/")])
def test_the_options_of_a_slot_declare_the_same_keys(composed, group):
    options = [option for slot, option in SLOTS if slot == group]

    def keys(option):
        return set(leaves(plain(composed("pipeline=shield", f"{group}={option}").pipeline)))

    for one, other in itertools.pairwise(options):
        assert keys(one) == keys(other)


def test_values_of_a_variant_survive_an_override_elsewhere(composed):
    cfg = composed("pipeline=paper", "pipeline.align.tau=0.7", "pipeline/placeholder=counter")
    assert cfg.pipeline.align.tau == 0.7
    assert cfg.pipeline.align.guard is False
    assert cfg.pipeline.placeholder._target_.endswith("CounterScheme")
