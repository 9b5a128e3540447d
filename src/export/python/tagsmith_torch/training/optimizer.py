"""Parameter updates, weight averaging and learning rates."""

import copy
import math
from typing import List, Optional

import torch
from torch import Tensor

from ..model import Model


class Optimizer:
    """SGD with momentum, Adam or AdamW (src/kernels/optimizer/op.ts). Only the rows of a batch's words are updated."""

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
        """Updates the parameters by their gradients.

        ids: [W] rows of the word table; word_gradient: [W, E], None if words are not trained.
        """
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
            share = word_rate_share(self.config, self.updates)
            self.update(rows, clip * gradient, states, share * learning_rate)
            self.words[ids] = rows
            for slot, state in zip(slots, states):
                slot[ids] = state

    def update(self, parameter: Tensor, gradient: Tensor, slots: List[Tensor], rate: float) -> None:
        """Updates a parameter, or some of its rows, and its slots in place."""
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
        """Updates the average with the weights after a step."""
        if step % self.steps_apart != 0:
            return
        kept = min(self.decay, (1 + self.updates) / (10 + self.updates))
        self.updates += 1
        for average, now in zip(self.model.parameters(), model.parameters()):
            average.lerp_(now, 1 - kept)


def learning_rate_at(config: dict, progress: float) -> float:
    """The learning rate. progress: completed epochs, including the fraction of the current one."""
    if config["schedule"] == "inverse":
        return config["learningRate"] / (1 + config["decay"] * math.floor(progress))
    return config["learningRate"] * max(0, 1 - progress / config["epochs"])


def word_rate_share(config: dict, step: int) -> float:
    """Factor of the learning rate of word vectors at a step, from 1 (src/model/schedule.ts)."""
    steps = config.get("wordRateSteps", 0)  # models of earlier versions lack the setting
    return 1 if steps == 0 else min(1, steps / step)
