"""How the states of a text with one class become one vector."""

import torch
from torch import Tensor, nn

from .sequences import positions


class Pooling(nn.Module):
    """The last state of each direction, the mean or the maximum of all states, or a mean with learned weights.

    See `pooledStates` in src/model/pooling.ts.
    """

    SIZE = 64  # dimensions of the query and keys

    def __init__(self, kind: str, states: int, direction: str):
        super().__init__()
        self.kind = kind
        self.direction = direction
        if kind == "attention":
            self.keys = nn.Linear(states, self.SIZE)
            self.query = nn.Parameter(torch.zeros(self.SIZE))

    def forward(self, states: Tensor, lengths: Tensor) -> Tensor:
        """States [B, T, DH] of texts with at least one token, to [B, DH]."""
        if self.kind == "last":
            return self.last(states, lengths)
        inside = positions(lengths, states.shape[1])[:, :, None]  # [B, T, 1]
        if self.kind == "max":
            return states.masked_fill(~inside, -torch.inf).amax(1)
        scores = states.new_zeros(*states.shape[:2], 1)
        if self.kind == "attention":
            scores = (torch.tanh(self.keys(states)) @ self.query)[:, :, None] / self.SIZE**0.5
        weights = scores.masked_fill(~inside, -torch.inf).softmax(1)
        return (weights * states.masked_fill(~inside, 0)).sum(1)

    def last(self, states: Tensor, lengths: Tensor) -> Tensor:
        """Where each direction ends: forward at the last token, backward at the first."""
        end = states[torch.arange(len(states), device=states.device), lengths - 1]
        if self.direction != "both":
            return end if self.direction == "forward" else states[:, 0]
        half = states.shape[2] // 2  # H
        return torch.cat([end[:, :half], states[:, 0, half:]], 1)
