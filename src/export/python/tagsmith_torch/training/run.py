"""A training run and its checkpoint: its state after the last complete epoch."""

import inspect
import json
import math
import os
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.parallel import DistributedDataParallel

from ..documents import padded_links
from ..files import reason_of
from ..tagger import LARGEST_WEIGHT, Tagger
from ..types import Array, Json
from .columns import BadFile
from .corpus import Corpus, epoch_batches, padded
from .optimizer import Average, Optimizer, learning_rate_at
from .parts import Part, PartLoss, part_of, time_major_rows
from .processes import Processes
from .random_numbers import Masks, random_key, uniform
from .scores import score
from .words import replacement_rates


class Best(NamedTuple):
    """The epoch with the highest F1 on dev."""

    epoch: int
    scores: Json
    weights: dict[str, Tensor]  # on the first process; empty on the others


class Run:
    """Trains `tagger.model` in place."""

    def __init__(self, tagger: Tagger, train: Corpus, dev: Corpus, processes: Processes, is_compiled: bool = False):
        self.tagger, self.train, self.dev, self.processes = tagger, train, dev, processes
        self.config = config = tagger.config
        self.model = model = tagger.model.to(processes.device).train()
        # The optimizer updates its rows: the gradient of the whole table is too large to send in each step.
        model.words.weight.requires_grad_(False)
        self.loss: nn.Module = PartLoss(model)
        if processes.count > 1:
            self.loss = DistributedDataParallel(self.loss, **unchanged_buffers())
        if is_compiled:
            self.loss = compiled(self.loss)
        self.optimizer = Optimizer(config, model)
        self.steps_per_epoch = math.ceil(len(train.sentences) / config["batchSize"])
        self.average = Average(model, config["averaging"], self.steps_per_epoch) if config["averaging"] > 0 else None
        self.replacement_rates = replacement_rates(tagger, train)
        self.epoch = self.step = 0
        self.best: Best | None = None
        self.fingerprint = zlib.crc32(
            json.dumps([config, tagger.vocabulary.data["words"][-1], train.sentences, dev.sentences]).encode()
        )

    def train_epoch(self) -> Iterator[Tensor]:
        """Yields the loss of each step, the mean over the sentences of the batch, []."""
        epoch = self.epoch + 1
        self.model.train()
        batches = epoch_batches(self.train, self.config["batchSize"], self.config["seed"], epoch)
        for i, chosen in enumerate(batches):
            self.step += 1
            yield self.train_step(chosen, learning_rate_at(self.config, self.epoch + i / len(batches)))
        self.epoch = epoch

    def train_step(self, chosen: Array, learning_rate: float) -> Tensor:
        """Trains on a batch of the chosen sentences. Returns its loss, []."""
        ids, part = self.share_of(chosen)
        vectors = self.model.word_vectors(ids[None])[0].detach().requires_grad_(self.config["fineTuneWords"])  # [W, E]
        masks = part and Masks(self.config, self.step, part.rows, part.linked)
        # DDP divides the sum of gradients by the number of processes; this scale gives the mean over the whole batch.
        scale = self.processes.count / len(chosen)
        for parameter in self.optimizer.dense:
            parameter.grad = None
        loss = self.loss(part, vectors, masks, scale)
        loss.backward()
        own = torch.zeros_like(vectors) if vectors.grad is None else vectors.grad
        shared = self.processes.sum(torch.cat([own.flatten(), loss.detach()[None]])) / self.processes.count
        known = ids < self.model.words.num_embeddings  # rows of vectors.bin are not trained
        gradient = shared[:-1].view_as(own)[known] if self.config["fineTuneWords"] else None
        self.optimizer.step(ids[known], gradient, learning_rate)
        if self.average is not None:
            self.average.update(self.model, self.step)
        return shared[-1]

    def share_of(self, chosen: Array) -> tuple[Tensor, Part | None]:
        """The distinct words of a batch, [W], and the part of it that this process computes."""
        chosen = chosen[np.lexsort((chosen, -self.train.lengths[chosen]))]  # longest first
        lengths = self.train.lengths[chosen]
        inside = np.arange(lengths[0])[None] < lengths[:, None]  # [B, T]
        rows = time_major_rows(lengths)
        words = padded([self.train.words[i] for i in chosen])
        rates = self.replacement_rates[np.minimum(words, len(self.replacement_rates) - 1)]
        drawn = uniform(random_key(self.config["seed"], "unknownWords", self.step), rows)
        words = np.where(inside & (drawn >= rates), words, 0)
        ids, inverse = np.unique(words[inside], return_inverse=True)
        places = np.zeros_like(words)
        places[inside] = inverse
        part = part_of(self.train, chosen, places, rows, self.processes)
        return torch.from_numpy(ids).to(self.processes.device), part

    @torch.no_grad()
    def evaluate(self) -> Json:
        """Scores the dev sentences with the averaged weights; each process scores a part of them."""
        model = self.average.model if self.average is not None else self.model.eval()
        found: list[tuple[int, list[str]]] = []
        for chosen in self.dev.scoring_batches(32)[self.processes.rank :: self.processes.count]:
            batch = self.dev.batch(chosen, self.processes.device)
            links = padded_links(self.dev.links(chosen), len(chosen), batch.words.shape[1])
            links = None if links is None else links.to(self.processes.device)
            emissions = model(batch._replace(links=links)).cpu().numpy()
            for row, i in zip(emissions, chosen):
                path = model.crf.viterbi(row[: self.dev.lengths[i]])
                found.append((int(i), [self.tagger.tags[k] for k in path]))
        predicted = dict(pair for part in self.processes.gather(found) for pair in part)
        in_order = [predicted[i] for i in range(len(self.dev.sentences))]
        scores = score(self.dev.sentences, in_order, self.tagger)
        if self.best is None or scores["overall"]["f1"] > self.best.scores["overall"]["f1"]:
            state = model.state_dict() if self.processes.rank == 0 else {}
            self.best = Best(self.epoch, scores, {name: value.cpu().clone() for name, value in state.items()})
        return scores

    def is_over(self) -> bool:
        """Whether all epochs are completed, or patience is exhausted."""
        epochs, patience = int(self.config["epochs"]), int(self.config["patience"])
        without_gain = self.epoch - (self.best.epoch if self.best else 0)
        return self.epoch >= epochs or 0 < patience <= without_gain

    def checkpoint(self) -> Json:
        """The state of the run, for `resume`. Only on the first process, which has the best weights."""
        average = self.average and {"weights": self.average.model.state_dict(), "updates": self.average.updates}
        optimizer = {"slots": self.optimizer.slots, "updates": self.optimizer.updates}
        # As text: torch 1.13 reads no floats with weights_only.
        best = self.best and {**self.best._asdict(), "scores": json.dumps(self.best.scores)}
        state = {"model": self.model.state_dict(), "optimizer": optimizer, "average": average, "best": best}
        return {"fingerprint": self.fingerprint, "epoch": self.epoch, "step": self.step, **state}

    @torch.no_grad()
    def resume(self, state: Json) -> None:
        """Restores the state from a checkpoint of the same run. Raises ValueError if it contradicts itself."""
        self.require_state(state)
        self.epoch, self.step, best = state["epoch"], state["step"], state["best"]
        self.best = Best(best["epoch"], json.loads(best["scores"]), best["weights"])
        self.model.load_state_dict(state["model"])
        self.optimizer.updates = state["optimizer"]["updates"]
        for mine, saved in zip(self.optimizer.slots, state["optimizer"]["slots"]):
            for slot, values in zip(mine, saved):
                slot.copy_(values)
        if self.average is not None:
            self.average.model.load_state_dict(state["average"]["weights"])
            self.average.updates = state["average"]["updates"]

    def require_state(self, state: Json) -> None:
        """Raises ValueError for a state that no epoch of this run can end with, and what a wrong kind raises."""
        epoch, average, best = state["epoch"], state["average"], state["best"]
        steps = epoch * self.steps_per_epoch
        expected = [steps, steps] + ([] if self.average is None else [steps // self.average.steps_apart])
        counts = [state["step"], state["optimizer"]["updates"]] + ([] if self.average is None else [average["updates"]])
        f1 = json.loads(best["scores"])["overall"]["f1"]
        if any(type(count) is not int for count in [epoch, best["epoch"], *counts]):
            raise ValueError("it has counts that are not whole numbers")
        if not 1 <= best["epoch"] <= epoch <= self.config["epochs"] or not 0 <= f1 <= 1:
            raise ValueError(f"it ends with epoch {epoch}, the best one being {best['epoch']}")
        if counts != expected:
            raise ValueError(f"it has {counts} steps and updates, expected {expected}")
        slots = [slot for each in state["optimizer"]["slots"] for slot in each]
        if [slot.shape for slot in slots] != [slot.shape for each in self.optimizer.slots for slot in each]:
            raise ValueError("its optimizer has other parameters")
        weights = [*state["model"].values(), *best["weights"].values()]
        if self.average is not None:
            weights += average["weights"].values()
        if not all((weight.abs() <= LARGEST_WEIGHT).all() for weight in weights):
            raise ValueError(f"it has weights above {LARGEST_WEIGHT:.0f}, or that are not numbers")
        if not all((slot.abs() <= LARGEST_WEIGHT**2).all() for slot in slots):  # some are of squares
            raise ValueError("its optimizer has values that no gradient gives, or that are not numbers")


def compiled(module: nn.Module) -> nn.Module:
    """The module, compiled for batches of any length. Raises BadFile if this version of PyTorch has no compiler."""
    compile_module = getattr(torch, "compile", None)
    if compile_module is None:
        raise BadFile(f"--compile needs PyTorch 2.0 or later; this is {torch.__version__}. Train without it.")
    faster: nn.Module = compile_module(module, dynamic=True)
    return faster


def unchanged_buffers() -> Json:
    """The argument of DistributedDataParallel that leaves buffers alone, if this version of PyTorch has it."""
    known = inspect.signature(DistributedDataParallel.__init__).parameters
    return {"broadcast_buffers": False} if "broadcast_buffers" in known else {}


def resume_run(run: Run, path: str, is_allowed: bool) -> bool:
    """Resumes a run from its checkpoint. Returns whether a checkpoint was found.

    Only the first process needs the file, so that machines need no shared disk. Raises BadFile if resuming is not
    allowed, and for the checkpoint of a different run.
    """
    state = None
    if run.processes.rank == 0 and Path(path).exists():
        try:
            with zipfile.ZipFile(path) as archive:
                changed = archive.testzip()  # torch.load checks no checksums
            if changed is not None:
                raise ValueError(f"{changed} has another checksum")
            state = torch.load(path, map_location="cpu", weights_only=True)
            if not isinstance(state, dict):
                raise ValueError("it is no dictionary")
        except Exception as error:  # a damaged file can raise anything
            raise damaged(path, error) from error
    state = run.processes.from_first(state)
    if state is None:
        return False
    if not is_allowed:
        raise BadFile(f"{path} is of a run that did not come to its end. Pass --resume to continue it, or delete it.")
    if state.get("fingerprint") != run.fingerprint:
        raise BadFile(f"{path} is of a run with other files or settings. Use those, or delete it to start again.")
    try:
        run.resume(state)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError) as error:
        raise damaged(path, error) from error
    return True


def damaged(path: str, error: Exception) -> BadFile:
    return BadFile(f"{path} is damaged ({reason_of(error)}). Delete it to start again.")


def save_checkpoint(run: Run, path: str) -> None:
    """Writes the checkpoint of the first process to a temporary file, which is renamed to `path` when complete."""
    temporary = f"{path}.{os.getpid()}"
    torch.save(run.checkpoint(), temporary)
    os.replace(temporary, path)
