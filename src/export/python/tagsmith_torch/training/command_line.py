"""The program `python tagger.py train`."""

import argparse
import json
import math
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor

from ..files import reason_of
from ..tagger import Tagger
from ..tags import spans_of
from ..types import Json
from .columns import BadFile, read_corpus
from .corpus import Corpus
from .processes import Processes
from .run import Best, Run, resume_run, save_checkpoint
from .settings import parse_setting
from .words import add_words, note_frequencies

Say = Callable[[str], None]


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python tagger.py train",
        description="Trains a Tagsmith model further, in one process or under torchrun in several.",
        epilog="The environment variable DEBUG=1 prints the trace of an error.",
    )
    parser.add_argument("model", help="the model's zip, or its folder")
    parser.add_argument("--train", nargs="+", required=True, metavar="FILE", help="columns: token, ..., tag")
    parser.add_argument(
        "--dev", nargs="+", required=True, metavar="FILE", help="scored after each epoch; the best one is kept"
    )
    parser.add_argument(
        "--out", required=True, metavar="NEW.zip", help="the model; NEW.zip.checkpoint until it is done"
    )
    parser.add_argument(
        "--set", nargs="+", default=[], type=parse_setting, metavar="NAME=VALUE", help="other settings than the model's"
    )
    parser.add_argument("--force", action="store_true", help="replace NEW.zip if it exists")
    parser.add_argument("--resume", action="store_true", help="go on after the last complete epoch, if there is one")
    parser.add_argument(
        "--keep-vocabulary", action="store_true", help="give new words and characters no rows of their own"
    )
    parser.add_argument("--tag-column", type=int, metavar="N", help="column of the tags, from 0 (default: the last)")
    parser.add_argument("--backend", choices=("gloo", "nccl"), help="default: nccl with GPUs, else gloo")
    parser.add_argument("--device", help="default: the GPU of the process, else cpu")
    parser.add_argument("--compile", action="store_true", help="compile the model with torch.compile (PyTorch 2.0)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per epoch")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> None:
    """Runs the program. arguments: those after `train`."""
    options = parse_arguments(arguments)
    try:
        processes = Processes(options.backend, options.device)
        train_model(options, processes)
    except (BadFile, ValueError, OSError, RuntimeError) as error:  # PyTorch raises RuntimeError for a missing device
        if os.environ.get("DEBUG"):
            traceback.print_exc()
        reason = reason_of(error) if isinstance(error, RuntimeError) else str(error)  # the others are ours, or one line
        sys.exit(f"tagger.py train: {reason}")
    processes.close()


def train_model(options: argparse.Namespace, processes: Processes) -> None:
    """Trains according to the options. Raises BadFile, ValueError or OSError."""
    checkpoint_path = f"{options.out}.checkpoint"
    if not Path(options.out).resolve().parent.is_dir():
        raise BadFile(f"{options.out} cannot be written: there is no such folder.")
    if processes.rank == 0 and Path(options.out).exists() and not options.force:
        raise BadFile(f"{options.out} exists. Pass --force to replace it, or choose another --out.")
    say: Say = (lambda text: print(text, file=sys.stderr, flush=True)) if processes.rank == 0 else (lambda text: None)
    run = prepare_run(options, processes, say)
    if resume_run(run, checkpoint_path, options.resume):
        say(f"Resuming after epoch {run.epoch}.")
    sentences, tokens = len(run.train.sentences), int(run.train.lengths.sum())
    say(f"{sentences:,} sentences, {tokens:,} tokens; PyTorch {torch.__version__} on {device_of(processes)}.")
    augmentation = run.config.get("augmentation", "none")
    if augmentation != "none":
        say(f"The model was trained with augmentation={augmentation}; this program trains without.")
    while not run.is_over():
        report = epoch_report(run, say)
        if processes.rank == 0:
            print(json.dumps(report) if options.json else describe(report, run.config["epochs"]), flush=True)
            save_checkpoint(run, checkpoint_path)
    if processes.rank != 0:
        return
    tagger, best = run.tagger, run.best
    assert best is not None
    tagger.model.load_state_dict(best.weights)
    note_frequencies(tagger, run.train)
    for remark in tagger.save(options.out, provenance_of(run, best, options)):
        say(remark)
    Path(checkpoint_path).unlink()
    say(f"Wrote {options.out}: epoch {best.epoch}, dev F1 {100 * best.scores['overall']['f1']:.2f}.")


def prepare_run(options: argparse.Namespace, processes: Processes, say: Say) -> Run:
    """Reads the model and the corpora."""
    tagger = Tagger.load(options.model, dict(options.set))
    if tagger.model.indicators is not None:
        raise BadFile(f"{options.model} is a feature CRF, which only Tagsmith trains further: tagsmith train --from")
    if tagger.classifies:
        raise BadFile(
            f"{options.model} gives each text one class, which only Tagsmith trains further: tagsmith train --from"
        )
    train, dev = (
        [sentence for i, path in enumerate(paths) for sentence in read_corpus(path, tagger, options.tag_column, i)]
        for paths in (options.train, options.dev)
    )
    if not options.keep_vocabulary:
        words, characters = add_words(tagger, train)
        if words + characters > 0:
            say(f"New in the training files, with rows of their own: {words:,} words, {characters:,} characters.")
    run = Run(tagger, Corpus(tagger, train), Corpus(tagger, dev), processes, options.compile)
    if len(set(processes.gather(run.fingerprint))) > 1:
        raise BadFile(
            "the processes do not have the same files or settings. Copy the same model and data to every machine."
        )
    return run


def provenance_of(run: Run, best: Best, options: argparse.Namespace) -> Json:
    """The provenance of the model in config.json."""
    provenance, train = run.tagger.about["provenance"], run.train
    train_files, dev_files = (", ".join(Path(path).name for path in paths) for paths in (options.train, options.dev))
    has_entities = run.tagger.scheme != "none"
    data = {
        "train": f"{provenance['data']['train']}, then {train_files}",
        "dev": dev_files,
        "sentences": len(train.sentences),
        "tokens": int(train.lengths.sum()),
        "entities": sum(len(spans_of(sentence.tags)) for sentence in train.sentences) if has_entities else 0,
    }
    return {
        **provenance,
        "data": data,
        "device": f"PyTorch on {device_of(run.processes)}",
        "bestEpoch": best.epoch,
        "dev": best.scores,
    }


def device_of(processes: Processes) -> str:
    return f"{processes.device.type}, {processes.count} process{'es' if processes.count > 1 else ''}"


def epoch_report(run: Run, say: Say) -> Json:
    """Trains and scores an epoch. The fields are those of `tagsmith train --json`."""
    losses: list[Tensor] = []
    started = told = time.monotonic()
    for loss in run.train_epoch():
        losses.append(loss)
        if not math.isfinite(float(loss)):
            raise ValueError(f"the loss became {float(loss)} in step {run.step}. Lower --set learningRate=…")
        if time.monotonic() - told > 30:
            told = time.monotonic()
            say(f"Epoch {run.epoch + 1}: step {len(losses):,} of {run.steps_per_epoch:,}, loss {float(loss):.3f}")
    values = torch.stack(losses).tolist()
    seconds = time.monotonic() - started
    scores = run.evaluate()
    return {
        "epoch": run.epoch,
        "loss": sum(values) / len(values),
        "devF1": scores["overall"]["f1"],
        "byType": scores["byType"],
        "tokensPerSecond": float(run.train.lengths.sum()) / seconds,
        "seconds": seconds,
    }


def describe(report: Json, epochs: int) -> str:
    """Formats the line of an epoch."""
    return (
        f"epoch {report['epoch']} of {epochs}: loss {report['loss']:.4f}, dev F1 {100 * report['devF1']:.2f}, "
        f"{report['tokensPerSecond']:,.0f} tokens/s"
    )
