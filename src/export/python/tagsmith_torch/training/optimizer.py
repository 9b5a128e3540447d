"""Parameter updates, weight averaging and learning rates."""

import copy
import math
from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor

from ..model import Model
from ..types import Json


class Rule(NamedTuple):
    """How an optimizer changes a parameter (src/kernels/optimizer/rules.ts)."""

    slots: int  # tensors of state, which begin at 0
    # Called with the parameter, its gradient with L2, the slots, the learning rate, the settings, and the number of the
    # update, from 1. Changes the parameter and the slots in place.
    update: Callable[[Tensor, Tensor, list[Tensor], float, Json, int], None]


def sgd(parameter: Tensor, gradient: Tensor, slots: list[Tensor], rate: float, config: Json, updates: int) -> None:
    velocity, momentum = slots[0], config["momentum"]
    velocity.mul_(momentum).add_(gradient)
    nesterov = config.get("nesterov", False)  # models of earlier versions lack the setting
    parameter.sub_(rate * (gradient + momentum * velocity if nesterov else velocity))


def adam(parameter: Tensor, gradient: Tensor, slots: list[Tensor], rate: float, config: Json, updates: int) -> None:
    mean, variance = slots
    mean.lerp_(gradient, 1 - 0.9)
    variance.lerp_(gradient.square(), 1 - 0.999)
    step = mean / (1 - 0.9**updates) / ((variance / (1 - 0.999**updates)).sqrt() + 1e-8)
    decay = config["weightDecay"] if config["optimizer"] == "adamw" else 0.0
    parameter.sub_(rate * (step + decay * parameter))


def rmsprop(parameter: Tensor, gradient: Tensor, slots: list[Tensor], rate: float, config: Json, updates: int) -> None:
    variance = slots[0]
    variance.lerp_(gradient.square(), 1 - 0.99)
    parameter.sub_(rate * gradient / (variance.sqrt() + 1e-8))


RULES: dict[str, Rule] = {
    "sgd": Rule(1, sgd),
    "adam": Rule(2, adam),
    "adamw": Rule(2, adam),
    "rmsprop": Rule(1, rmsprop),
}


class Optimizer:
    """Updates the parameters by the rule of the setting. Of the word table, only the rows of a batch."""

    def __init__(self, config: Json, model: Model):
        self.config, self.rule = config, RULES[config["optimizer"]]
        self.dense = [
            parameter
            for name, parameter in model.named_parameters()
            if parameter.requires_grad and name != "words.weight"
        ]
        self.words = model.words.weight
        trained = self.dense + ([self.words] if config["fineTuneWords"] else [])
        self.slots = [[torch.zeros_like(parameter) for _ in range(self.rule.slots)] for parameter in trained]
        self.updates = 0

    @torch.no_grad()
    def step(self, ids: Tensor, word_gradient: Tensor | None, learning_rate: float) -> None:
        """Updates the parameters by their gradients.

        ids: [W] rows of the word table; word_gradient: [W, E], None if words are not trained.
        """
        self.updates += 1
        gradients = [parameter.grad for parameter in self.dense if parameter.grad is not None]
        assert len(gradients) == len(self.dense)
        gradients += [] if word_gradient is None else [word_gradient]
        clip = torch.ones(())
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

    def update(self, parameter: Tensor, gradient: Tensor, slots: list[Tensor], rate: float) -> None:
        """Updates a parameter, or some of its rows, and its slots in place."""
        gradient = gradient + self.config["l2"] * parameter
        self.rule.update(parameter, gradient, slots, rate, self.config, self.updates)


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


def learning_rate_at(config: Json, progress: float) -> float:
    """The learning rate. progress: completed epochs, including the fraction of the current one."""
    if config["schedule"] == "inverse":
        return float(config["learningRate"] / (1 + config["decay"] * math.floor(progress)))
    return float(config["learningRate"] * max(0, 1 - progress / config["epochs"]))


def word_rate_share(config: Json, step: int) -> float:
    """Factor of the learning rate of word vectors at a step, from 1 (src/model/schedule.ts)."""
    steps = config.get("wordRateSteps", 0)  # models of earlier versions lack the setting
    return 1 if steps == 0 else min(1.0, float(steps / step))
