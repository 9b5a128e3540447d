"""Runs train.py on hostile files, options and checkpoints: `python training.py FOLDER MODEL TRAIN DEV RUNS SEED`.

Prints how many were read and trained, how many were refused in one line, and the milliseconds of the slowest; anything
else raises. FOLDER is empty.
"""

import io
import json
import os
import random
import sys
import time
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import torch
from tagsmith_torch.tagger import Tagger
from tagsmith_torch.training import command_line

MODEL, TRAIN, DEV, RUNS, SEED = *(Path(path) for path in sys.argv[2:5]), *map(int, sys.argv[5:])
os.chdir(sys.argv[1])
OPTIONS = ["m.zip", "--train", "t.conll", "--dev", "d.conll", "--out", "new.zip", "--set", "epochs=2"]
SETTINGS = "learningRate=nan learningRate=inf epochs=0 epochs =  seed=-1 __class__=1 batchSize=1_0 patience=٣ l2=1".split(" ")
CHOICES = {
    "--tag-column": ["-1", "0", "99", "x", "9" * 20, "1"],
    "--set": [*SETTINGS, "unknownReplacement=1", "optimizer=__init__", "constraints=True", "averaging=10", "optimizer=sgd"],
    "--device": ["none", "cuda", "cuda:99", "meta", "cpu:7", ""],
    "--out": ["missing/new.zip", ".", "m.zip", "", "/proc/new.zip", "x" * 300],
    "--train": [".", "missing", "/dev/null", "m.zip"],
    "--dev": [".", "missing", "/dev/null", "m.zip"],
}
ODD = [None, True, -1, 0, 0.5, 1e9, float("nan"), "", "x", [], {}, 10**18]
choose = random.Random(SEED)
row = {"read": 0, "refused": 0, "slowest": 0.0}


def damaged(data: bytes) -> bytes:
    at = choose.randrange(len(data) + 1)
    before, after = data[:at], data[at:]
    noise = bytes(choose.randrange(256) for _ in range(9))
    return choose.choice([before, before + noise + after, before + after[99:], before + noise + after[9:]])


def hostile(text: str) -> bytes:
    changes = {" ": ["\t", "  ", "", " _ "], "\n": ["\r", "\r\n", "\n\n", "\0"], "B-": ["I-", "b_", "__proto__"], "O": ["", "🦦", "\u2028"]}
    before = choose.choice(list(changes))
    changed = text.replace(before, choose.choice(changes[before]), choose.choice([1, -1]))
    written = [changed, f"\ufeff{changed}", f"{'a' * 9999} O\n{text}", "-DOCSTART- O\n\n", "\n\n", "", f"# one\n{text}# two"]
    return choose.choice([*(one.encode() for one in written), text.encode("utf-16"), damaged(text.encode())])


def changed(state: object) -> object:
    """A checkpoint with another value in one place."""
    if isinstance(state, torch.Tensor) and state.is_floating_point():
        return choose.choice([state * float("nan"), state[:0], state.flatten()[None], state * 1e30 + 1e30])
    if isinstance(state, dict) and state and choose.random() < 0.9:
        key = choose.choice(list(state))
        others = {name: value for name, value in state.items() if name != key}
        return others if choose.random() < 0.1 else {**others, key: changed(state[key])}
    if isinstance(state, list) and state and choose.random() < 0.9:
        at = choose.randrange(len(state))
        return [*state[:at], changed(state[at]), *state[at + 1 :]]
    return choose.choice([odd for odd in ODD if type(odd) is not type(state) or odd != state])


def same(one: object, other: object) -> bool:
    """Whether two states of a run are equal in all bits."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.dtype == other.dtype and torch.equal(one, other)  # a state has no NaN
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


def end(outcome: str, started: float) -> bool:
    row[outcome] += 1
    row["slowest"] = max(row["slowest"], 1000 * (time.perf_counter() - started))
    return outcome == "read"


def train(options: list[str]) -> bool:
    """Whether it wrote a model, which can be used; else it ended in one line."""
    started = time.perf_counter()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("error")
            command_line.main(options)
    except SystemExit as error:  # 2: of argparse, which has written the reason
        assert error.code == 2 or (isinstance(error.code, str) and "\n" not in error.code), error.code
        return end("refused", started)
    if Path("new.zip").exists():
        assert all(0 <= entity.probability <= 1 for entity in Tagger.load("new.zip").predict("Nora Field sails."))
    return end("read", started)


def start_over() -> None:
    for path in Path(".").iterdir():
        path.unlink()
    for name, source in {"m.zip": MODEL, "t.conll": TRAIN, "d.conll": DEV}.items():
        Path(name).write_bytes(source.read_bytes())


for _ in range(RUNS):
    start_over()
    file = choose.choice(["t.conll", "d.conll"])
    Path(file).write_bytes(hostile(Path(file).read_text()))
    option = choose.choice(list(CHOICES))
    train([*OPTIONS, *choose.choice([[], [option, choose.choice(CHOICES[option])]])])

start_over()
save = command_line.save_checkpoint


def save_and_stop(run: command_line.Run, path: str) -> None:
    save(run, path)
    sys.exit("stopped")


command_line.save_checkpoint = save_and_stop
train(OPTIONS)
command_line.save_checkpoint = save
checkpoint = Path("new.zip.checkpoint").read_bytes()
state = torch.load(io.BytesIO(checkpoint), weights_only=True)
for _ in range(RUNS):
    start_over()
    if choose.random() < 0.3:
        Path("new.zip.checkpoint").write_bytes(damaged(checkpoint))
    else:
        torch.save(changed(state), "new.zip.checkpoint")
    given = Path("new.zip.checkpoint").read_bytes()
    # Some bytes of a zip file mean nothing: then it has the same content.
    if train([*OPTIONS, "--resume"]) and not same(torch.load(io.BytesIO(given), weights_only=True), state):
        raise AssertionError("a damaged checkpoint was accepted")
print(json.dumps(row))
