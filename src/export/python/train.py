"""Trains a Tagsmith model further in PyTorch: in one process or, under torchrun, in several, on one machine or many.

    python tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip
    torchrun --nproc_per_node 4 tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip

TRAIN and DEV are files of columns: the token first, its tag last, a blank line after each sentence. Both options take
several files. Every process reads all of them; they must be the same on every machine, and so must MODEL.

Training is Tagsmith's own: the same batches, unknown replacement, dropout masks, update rules, learning rates and
weight averaging, all functions of the seed. Each process takes a share of the sentences of each batch. The gradient is
that of the whole batch, so that any number of processes gives the same model, up to the order of sums.

If the model reads documents, a process also computes the states of the sentences that its own have links to.

Shapes: B sentences of a batch, b of them in this process, T tokens of the longest, E word dimensions, V words,
W distinct words of a batch.
"""

import argparse
import copy
import json
import math
import os
import sys
import time
import zlib
from pathlib import Path
from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, distributed, nn
from torch.nn import functional as F
from torch.nn.parallel import DistributedDataParallel

from tagger import Batch, Model, Tagger, padded_links, spans_of
from training_data import (
    BadFile,
    Corpus,
    add_words,
    epoch_batches,
    hash32,
    padded,
    read_corpus,
    score,
    stream_key,
    uniform,
)

# ---- Dropout --------------------------------------------------------------------------------------------------------


class Masks:
    """Dropout masks of one step: functions of the place of a token in the whole batch, whichever process has it."""

    SITES = {"characters": 0, "input": 1, "context": 9}

    def __init__(self, config: dict, step: int, rows: Tensor, linked: Tensor):
        self.config, self.step = config, step
        self.rows = rows  # [b, T] the place of each token
        self.linked = linked  # of each linked token, in the order of the batch, its place among those of the whole batch

    def __call__(self, x: Tensor, site: str) -> Tensor:
        name = {"characters": "dropoutChar", "input": "dropoutInput"}.get(site, "dropoutOutput")
        rate = self.config[name]
        if rate == 0:
            return x
        columns = torch.arange(x.shape[-1], device=x.device)
        rows = self.rows if x.dim() == 3 else torch.arange(len(x), device=x.device)
        if site == "context":
            rows = self.linked
        number = self.SITES[site] if site in self.SITES else 2 + int(site[len("output") :])
        key = stream_key(self.config["seed"], self.step, number)
        bits = hash32(hash32(rows[..., None] * x.shape[-1] + columns) ^ key)
        return torch.where(bits < rate * 2**32, torch.zeros_like(x), x / (1 - rate))


# ---- Updates --------------------------------------------------------------------------------------------------------


class Optimizer:
    """SGD with momentum, Adam or AdamW (src/kernels/optimizer/op.ts). Only the rows of a batch's words change."""

    def __init__(self, config: dict, model: Model):
        self.config = config
        self.dense = [
            parameter
            for name, parameter in model.named_parameters()
            if parameter.requires_grad and name != "words.weight"
        ]
        self.words = model.words.weight
        trained = self.dense + ([self.words] if config["fineTuneWords"] else [])
        slots = 1 if config["optimizer"] == "sgd" else 2
        self.slots = [[torch.zeros_like(parameter) for _ in range(slots)] for parameter in trained]
        self.updates = 0

    @torch.no_grad()
    def step(self, ids: Tensor, word_gradient: Optional[Tensor], learning_rate: float) -> None:
        """ids: [W] rows of the word table; word_gradient: [W, E], None if words are not trained."""
        self.updates += 1
        gradients = [parameter.grad for parameter in self.dense] + ([] if word_gradient is None else [word_gradient])
        clip = 1.0
        if self.config["clipNorm"] > 0:
            norm = torch.stack([gradient.square().sum() for gradient in gradients]).sum().sqrt()
            clip = (self.config["clipNorm"] / (norm + 1e-6)).clamp(max=1)
        for i, gradient in enumerate(gradients):
            slots = self.slots[i]
            if i < len(self.dense):
                self.update(self.dense[i], clip * gradient, slots, learning_rate)
                continue
            rows, states = self.words[ids], [slot[ids] for slot in slots]
            self.update(rows, clip * gradient, states, learning_rate)
            self.words[ids] = rows
            for slot, state in zip(slots, states):
                slot[ids] = state

    def update(self, parameter: Tensor, gradient: Tensor, slots: List[Tensor], rate: float) -> None:
        gradient = gradient + self.config["l2"] * parameter
        if self.config["optimizer"] == "sgd":
            slots[0].mul_(self.config["momentum"]).add_(gradient)
            parameter.sub_(rate * slots[0])
            return
        mean, variance = slots
        mean.lerp_(gradient, 1 - 0.9)
        variance.lerp_(gradient.square(), 1 - 0.999)
        step = mean / (1 - 0.9**self.updates) / ((variance / (1 - 0.999**self.updates)).sqrt() + 1e-8)
        decay = self.config["weightDecay"] if self.config["optimizer"] == "adamw" else 0.0
        parameter.sub_(rate * (step + decay * parameter))


class Average:
    """An exponential moving average of the weights, over about `averaging` epochs (src/model/average.ts)."""

    def __init__(self, model: Model, epochs: float, steps_per_epoch: int):
        self.model = copy.deepcopy(model).eval()
        self.steps_apart = min(max(1, steps_per_epoch // 50), 16)
        self.decay = math.exp(-self.steps_apart / (epochs * steps_per_epoch))
        self.updates = 0

    @torch.no_grad()
    def update(self, model: Model, step: int) -> None:
        if step % self.steps_apart != 0:
            return
        kept = min(self.decay, (1 + self.updates) / (10 + self.updates))
        self.updates += 1
        for average, now in zip(self.model.parameters(), model.parameters()):
            average.lerp_(now, 1 - kept)


def learning_rate_at(config: dict, progress: float) -> float:
    """progress: epochs done, with the part of the current one that is."""
    if config["schedule"] == "inverse":
        return config["learningRate"] / (1 + config["decay"] * math.floor(progress))
    return config["learningRate"] * max(0, 1 - progress / config["epochs"])


# ---- Training -------------------------------------------------------------------------------------------------------


class Processes:
    """This process among those that torchrun started; alone without it."""

    def __init__(self, backend: Optional[str] = None, device: Optional[str] = None):
        self.rank, self.count = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        local = int(os.environ.get("LOCAL_RANK", 0))
        cuda = device != "cpu" and torch.cuda.is_available()
        self.device = torch.device(device or (f"cuda:{local}" if cuda else "cpu"))
        if self.device.type == "cuda":
            torch.cuda.set_device(self.device)
        if self.count > 1:
            distributed.init_process_group(backend or ("nccl" if cuda else "gloo"))

    def sum(self, values: Tensor) -> Tensor:
        """In place, over all processes."""
        if self.count > 1:
            distributed.all_reduce(values)
        return values

    def gather(self, value: object) -> list:
        """The value of each process."""
        if self.count == 1:
            return [value]
        values = [None] * self.count
        distributed.all_gather_object(values, value)
        return values

    def from_first(self, value: object) -> object:
        """The value of the first process."""
        if self.count == 1:
            return value
        values = [value]
        distributed.broadcast_object_list(values)
        return values[0]

    def close(self) -> None:
        if self.count > 1:
            distributed.barrier()
            distributed.destroy_process_group()


class Part(NamedTuple):
    """What a process has of a batch."""

    batch: Batch
    gold: Tensor  # [b, T]
    places: Tensor  # [b, T] of each word among the distinct ones of the whole batch
    rows: Tensor  # [b, T] of each token in the whole batch, which is laid out step by step, longest sentence first
    linked: Tensor  # the place of each linked token among those of the whole batch
    own: Tensor  # rows of the batch that this process scores; it has the others because its own are linked to them


class PartLoss(nn.Module):
    """The loss of a part of a batch. DistributedDataParallel wraps it, and synchronises gradients of its forward."""

    def __init__(self, model: Model):
        super().__init__()
        self.model = model

    def forward(self, part: Optional[Part], vectors: Tensor, masks: Optional[Masks], scale: float) -> Tensor:
        """vectors: [W, E] of the distinct words. part: None if there are fewer sentences than processes."""
        if part is None:  # takes part in the sum of gradients nevertheless: the other processes wait for it
            return sum(0 * parameter.sum() for parameter in self.parameters() if parameter.requires_grad)
        states = self.model.states(part.batch, F.embedding(part.places, vectors), masks)

        def losses(states: Tensor) -> Tensor:
            emissions = self.model.output(states[part.own])
            return self.model.crf.losses(emissions, part.gold, part.batch.lengths[part.own]).sum()

        alone = losses(states)
        if self.model.context is None:
            return scale * alone
        if part.batch.links is None:  # the same, and gradients of 0, for which the other processes wait
            return scale * alone + sum(0 * parameter.sum() for parameter in self.model.context.parameters())
        return scale / 2 * (alone + losses(self.model.informed(states, part.batch, masks)))


class Run:
    """Trains `tagger.model` in place."""

    def __init__(self, tagger: Tagger, train: Corpus, dev: Corpus, processes: Processes):
        self.tagger, self.train, self.dev, self.processes = tagger, train, dev, processes
        self.config = config = tagger.config
        self.model = model = tagger.model.to(processes.device).train()
        model.words.weight.requires_grad_(
            False
        )  # its rows are updated by hand: the whole table is too large to send each step
        self.loss = PartLoss(model)
        if processes.count > 1:
            self.loss = DistributedDataParallel(self.loss, broadcast_buffers=False)
        self.optimizer = Optimizer(config, model)
        self.steps_per_epoch = math.ceil(len(train.sentences) / config["batchSize"])
        self.average = Average(model, config["averaging"], self.steps_per_epoch) if config["averaging"] > 0 else None
        self.replaced = self.replacement_rates()
        self.epoch = self.step = 0
        self.best: Optional[dict] = None  # epoch, scores, weights
        self.fingerprint = zlib.crc32(
            json.dumps([config, tagger.vocabulary.data["words"][-1], train.sentences, dev.sentences]).encode()
        )

    def replacement_rates(self) -> np.ndarray:
        """[V] how probably each word is taken for the unknown one in training."""
        words, config = self.tagger.vocabulary.words, self.config
        rates = np.full(len(words), config["wordDropout"], np.float32)
        single = self.train.word_counts(len(words)) == 1
        hashes = self.tagger.vocabulary.vector_rows
        for row, word in enumerate(words):
            if row == 0 or not single[row]:
                continue
            if not config["replaceKnownWords"] and hashes and self.has_vector(word):
                continue
            rates[row] = max(config["unknownReplacement"], config["wordDropout"])
        return rates

    def has_vector(self, entry: str) -> bool:
        vocabulary = self.tagger.vocabulary
        if vocabulary.options.get("hashedWords"):
            return int(entry[1:], 16) in vocabulary.vector_rows
        return vocabulary.vector_row(entry) is not None

    def train_epoch(self) -> Iterator[Tensor]:
        """Yields the loss of each step, the mean over the sentences of the batch, []."""
        epoch = self.epoch + 1
        self.model.train()
        batches = epoch_batches(self.train, self.config["batchSize"], stream_key(self.config["seed"], epoch, 2))
        for i, chosen in enumerate(batches):
            self.step += 1
            yield self.train_step(chosen, learning_rate_at(self.config, self.epoch + i / len(batches)))
        self.epoch = epoch

    def train_step(self, chosen: np.ndarray, learning_rate: float) -> Tensor:
        ids, part = self.share_of(chosen)
        vectors = self.model.word_vectors(ids[None])[0].detach().requires_grad_(self.config["fineTuneWords"])  # [W, E]
        masks = part and Masks(self.config, self.step, part.rows, part.linked)
        # DDP divides the sum of gradients by the number of processes; what is left is the mean over the whole batch.
        scale = self.processes.count / len(chosen)
        for parameter in self.optimizer.dense:
            parameter.grad = None
        loss = self.loss(part, vectors, masks, scale)
        loss.backward()
        gradient = torch.zeros_like(vectors) if vectors.grad is None else vectors.grad
        shared = self.processes.sum(torch.cat([gradient.flatten(), loss.detach()[None]])) / self.processes.count
        known = ids < self.model.words.num_embeddings  # rows of vectors.bin stay as they are
        gradient = shared[:-1].view_as(gradient)[known] if self.config["fineTuneWords"] else None
        self.optimizer.step(ids[known], gradient, learning_rate)
        if self.average is not None:
            self.average.update(self.model, self.step)
        return shared[-1]

    def share_of(self, chosen: np.ndarray) -> Tuple[Tensor, Optional[Part]]:
        """The distinct words of a batch [W], and this process' part of it."""
        lengths = self.train.lengths[chosen]
        chosen = chosen[np.lexsort((chosen, -lengths))]  # longest first
        lengths = self.train.lengths[chosen]
        steps = np.arange(lengths[0])
        offsets = np.concatenate([[0], np.cumsum((lengths[None] > steps[:, None]).sum(1))[:-1]])  # [T]
        rows = offsets[None] + np.arange(len(chosen))[:, None]  # [B, T]
        words = padded([self.train.words[i] for i in chosen])
        inside = steps[None] < lengths[:, None]
        rates = np.append(self.replaced, np.float32(self.config["wordDropout"]))[np.minimum(words, len(self.replaced))]
        drawn = uniform(stream_key(self.config["seed"], self.step, 1000), rows)
        words = np.where(inside & (drawn >= rates), words, 0)
        device = self.processes.device
        ids, places = np.unique(words[inside], return_inverse=True)
        all_places = np.zeros_like(words)
        all_places[inside] = places
        own = np.arange(self.processes.rank, len(chosen), self.processes.count)
        ids_here = torch.from_numpy(ids).to(device)
        if len(own) == 0:
            return ids_here, None
        links = self.train.links(chosen)
        T = lengths[0]
        mine = set(own.tolist())
        linked_from = {other // T for token, others in links.items() if token // T in mine for other in others}
        here = np.array(sorted(mine | linked_from))
        longest = lengths[here[0]]
        place = {int(b): row for row, b in enumerate(here)}
        moved = lambda token: place[token // T] * longest + token % T
        found = {
            moved(token): (m, list(map(moved, others)))
            for m, (token, others) in enumerate(links.items())
            if token // T in mine
        }
        linked = torch.tensor([found[token][0] for token in sorted(found)], dtype=torch.long, device=device)
        table = padded_links({token: others for token, (_, others) in found.items()}, len(here), longest)
        batch = self.train.batch(chosen[here], device)._replace(links=None if table is None else table.to(device))
        rows_here = torch.tensor([place[int(b)] for b in own], device=device)
        gold = self.train.gold(chosen[here], device)[rows_here]
        tables = (
            torch.from_numpy(np.ascontiguousarray(table[here, :longest])).to(device) for table in (all_places, rows)
        )
        return ids_here, Part(batch, gold, *tables, linked, rows_here)

    @torch.no_grad()
    def evaluate(self) -> dict:
        """Scores the dev sentences with the averaged weights, each process some of them."""
        model = self.average.model if self.average is not None else self.model.eval()
        found: List[Tuple[int, List[str]]] = []
        for chosen in self.dev.scoring_batches(32)[self.processes.rank :: self.processes.count]:
            batch = self.dev.batch(chosen, self.processes.device)
            links = padded_links(self.dev.links(chosen), len(chosen), batch.words.shape[1])
            links = None if links is None else links.to(self.processes.device)
            scores = model(batch._replace(links=links)).cpu().numpy()
            for row, i in zip(scores, chosen):
                path = model.crf.viterbi(row[: self.dev.lengths[i]])
                found.append((int(i), [self.tagger.tags[k] for k in path]))
        predicted = dict(pair for part in self.processes.gather(found) for pair in part)
        scheme = "none" if self.tagger.style["scheme"] == "none" else self.config["scheme"]
        scores = score(self.dev.sentences, [predicted[i] for i in range(len(self.dev.sentences))], scheme)
        if self.best is None or scores["overall"]["f1"] > self.best["scores"]["overall"]["f1"]:
            weights = (
                {name: value.cpu().clone() for name, value in model.state_dict().items()}
                if self.processes.rank == 0
                else None
            )
            self.best = {"epoch": self.epoch, "scores": scores, "weights": weights}
        return scores

    def is_over(self) -> bool:
        patience = self.config["patience"]
        without_gain = self.epoch - (self.best["epoch"] if self.best else 0)
        return self.epoch >= self.config["epochs"] or 0 < patience <= without_gain

    def checkpoint(self) -> dict:
        average = self.average and {"weights": self.average.model.state_dict(), "updates": self.average.updates}
        optimizer = {"slots": self.optimizer.slots, "updates": self.optimizer.updates}
        state = {"model": self.model.state_dict(), "optimizer": optimizer, "average": average, "best": self.best}
        return {"fingerprint": self.fingerprint, "epoch": self.epoch, "step": self.step, **state}

    @torch.no_grad()
    def resume(self, state: dict) -> None:
        self.epoch, self.step, self.best = state["epoch"], state["step"], state["best"]
        self.model.load_state_dict(state["model"])
        self.optimizer.updates = state["optimizer"]["updates"]
        for mine, saved in zip(self.optimizer.slots, state["optimizer"]["slots"]):
            for slot, values in zip(mine, saved):
                slot.copy_(values)
        if self.average is not None:
            self.average.model.load_state_dict(state["average"]["weights"])
            self.average.updates = state["average"]["updates"]


# ---- Command line ---------------------------------------------------------------------------------------------------

# The settings that can change, with their bounds or choices; the others belong to the architecture.
SETTINGS = {
    "seed": (0, 2**31 - 1),
    "epochs": (1, 1000),
    "patience": (0, 1000),
    "batchSize": (1, 512),
    "unknownReplacement": (0, 1),
    "replaceKnownWords": (False, True),
    "fineTuneWords": (False, True),
    "consistency": (0, 10),
    "constraints": (False, True),
    "dropoutChar": (0, 0.95),
    "wordDropout": (0, 0.95),
    "dropoutInput": (0, 0.95),
    "dropoutOutput": (0, 0.95),
    "l2": (0, 1),
    "weightDecay": (0, 1),
    "optimizer": ("sgd", "adam", "adamw"),
    "learningRate": (1e-7, 10),
    "momentum": (0, 0.999),
    "schedule": ("inverse", "linear"),
    "decay": (0, 10),
    "averaging": (0, 10),
    "clipNorm": (0, 1000),
}
WHOLE = ("seed", "epochs", "patience", "batchSize")


def parse_setting(text: str) -> Tuple[str, object]:
    """`epochs=10` to a name and a value within its bounds."""
    name, _, value = text.partition("=")
    if name not in SETTINGS:
        raise argparse.ArgumentTypeError(f"no setting {name} can be changed, only {', '.join(SETTINGS)}")
    choices = SETTINGS[name]
    if isinstance(choices[0], str):
        if value in choices:
            return name, value
        raise argparse.ArgumentTypeError(f"{name} is {value}, expected {' or '.join(choices)}")
    if isinstance(choices[0], bool):
        if value in ("true", "false"):
            return name, value == "true"
        raise argparse.ArgumentTypeError(f"{name} is {value}, expected true or false")
    try:
        number = int(value) if name in WHOLE else float(value)
    except ValueError:
        number = math.nan
    if choices[0] <= number <= choices[1]:
        return name, number
    kind = "a whole number" if name in WHOLE else "a number"
    raise argparse.ArgumentTypeError(f"{name} is {value}, expected {kind} from {choices[0]} to {choices[1]}")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python tagger.py train",
        description="Trains a Tagsmith model further, in one process or under torchrun in several.",
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
    parser.add_argument("--resume", action="store_true", help="go on after the last complete epoch, if there is one")
    parser.add_argument(
        "--keep-vocabulary", action="store_true", help="give new words and characters no rows of their own"
    )
    parser.add_argument("--tag-column", type=int, metavar="N", help="column of the tags, from 0 (default: the last)")
    parser.add_argument("--backend", choices=("gloo", "nccl"), help="default: nccl with GPUs, else gloo")
    parser.add_argument("--device", help="default: the GPU of the process, else cpu")
    parser.add_argument("--json", action="store_true", help="print one JSON object per epoch")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> None:
    options = parse_arguments(arguments)
    processes = Processes(options.backend, options.device)
    try:
        train_model(options, processes)
    except (BadFile, ValueError, OSError) as error:
        sys.exit(f"tagger.py train: {error}")
    processes.close()


def train_model(options: argparse.Namespace, processes: Processes) -> None:
    checkpoint_path = f"{options.out}.checkpoint"
    if not Path(options.out).resolve().parent.is_dir():
        raise BadFile(f"{options.out} cannot be written: there is no such folder.")
    say = (lambda text: print(text, file=sys.stderr, flush=True)) if processes.rank == 0 else (lambda text: None)
    tagger = Tagger.load(options.model)
    tagger.config.update(options.set)
    train, dev = (
        [sentence for i, path in enumerate(paths) for sentence in read_corpus(path, tagger, options.tag_column, i)]
        for paths in (options.train, options.dev)
    )
    if not options.keep_vocabulary:
        words, characters = add_words(tagger, train)
        if words + characters > 0:
            say(f"New in the training files, with rows of their own: {words:,} words, {characters:,} characters.")
    run = Run(tagger, Corpus(tagger, train), Corpus(tagger, dev), processes)
    if len(set(processes.gather(run.fingerprint))) > 1:
        raise BadFile(
            "the processes do not have the same files or settings. Copy the same model and data to every machine."
        )
    resume_run(run, options, checkpoint_path, say)
    tokens, entities = int(run.train.lengths.sum()), sum(
        len(spans_of(sentence.tags)) for sentence in train if tagger.style["scheme"] != "none"
    )
    where = f"{processes.device.type}, {processes.count} process{'es' if processes.count > 1 else ''}"
    say(f"{len(train):,} sentences, {tokens:,} tokens; PyTorch {torch.__version__} on {where}.")
    while not run.is_over():
        report = epoch_report(run, say)
        if processes.rank == 0:
            print(json.dumps(report) if options.json else describe(report, run.config["epochs"]), flush=True)
            save_checkpoint(run, checkpoint_path)
    if processes.rank != 0:
        return
    tagger.model.load_state_dict(run.best["weights"])
    note_frequencies(tagger, run.train)
    before = tagger.about["provenance"]["data"]["train"]
    named = {
        role: ", ".join(Path(path).name for path in paths)
        for role, paths in (("train", options.train), ("dev", options.dev))
    }
    named["train"] = f"{before}, then {named['train']}"
    data = {**named, "sentences": len(train), "tokens": tokens, "entities": entities}
    provenance = {
        **tagger.about["provenance"],
        "data": data,
        "device": f"PyTorch on {where}",
        "bestEpoch": run.best["epoch"],
        "dev": run.best["scores"],
    }
    for remark in tagger.save(options.out, provenance):
        say(remark)
    Path(checkpoint_path).unlink()
    say(f"Wrote {options.out}: epoch {run.best['epoch']}, dev F1 {100 * run.best['scores']['overall']['f1']:.2f}.")


def resume_run(run: Run, options: argparse.Namespace, path: str, say) -> None:
    """Only the first process needs the checkpoint, so that machines need no common disk."""
    state = None
    if run.processes.rank == 0 and Path(path).exists():
        state = torch.load(path, map_location="cpu")
    state = run.processes.from_first(state)
    if state is None:
        return
    if not options.resume:
        raise BadFile(f"{path} is of a run that did not come to its end. Pass --resume to continue it, or delete it.")
    if state["fingerprint"] != run.fingerprint:
        raise BadFile(f"{path} is of a run with other files or settings. Use those, or delete it to start again.")
    run.resume(state)
    say(f"Resuming after epoch {run.epoch}.")


def epoch_report(run: Run, say) -> dict:
    """Trains and scores an epoch. The fields are those of `tagsmith train --json`."""
    losses: List[Tensor] = []
    started = told = time.monotonic()
    for loss in run.train_epoch():
        losses.append(loss)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            say(f"Epoch {run.epoch + 1}: step {len(losses):,} of {run.steps_per_epoch:,}, loss {float(loss):.3f}")
    values = torch.stack(losses).tolist()
    seconds = time.monotonic() - started
    bad = next((i for i, loss in enumerate(values) if not math.isfinite(loss)), None)
    if bad is not None:
        raise ValueError(
            f"the loss became {values[bad]} in step {run.step - len(values) + bad + 1}. Lower --set learningRate=…"
        )
    scores = run.evaluate()
    return {
        "epoch": run.epoch,
        "loss": sum(values) / len(values),
        "devF1": scores["overall"]["f1"],
        "byType": scores["byType"],
        "tokensPerSecond": float(run.train.lengths.sum()) / seconds,
        "seconds": seconds,
    }


def describe(report: dict, epochs: int) -> str:
    return (
        f"epoch {report['epoch']} of {epochs}: loss {report['loss']:.4f}, dev F1 {100 * report['devF1']:.2f}, "
        f"{report['tokensPerSecond']:,.0f} tokens/s"
    )


def save_checkpoint(run: Run, path: str) -> None:
    temporary = f"{path}.{os.getpid()}"
    torch.save(run.checkpoint(), temporary)
    os.replace(temporary, path)


def note_frequencies(tagger: Tagger, train: Corpus) -> None:
    """The words' frequencies in training, from which Tagsmith knows rare ones. Private models have none."""
    data = tagger.vocabulary.data
    if data["options"].get("hashedWords"):
        return
    counts = train.word_counts(len(data["words"])).tolist()
    data["frequencies"] = [counts[0]] + [max(pair) for pair in zip(data["frequencies"][1:], counts[1:])]
