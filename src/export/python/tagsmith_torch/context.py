"""Layers that use the other words of a sentence, or the other occurrences of a word in its document."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

from .sequences import positions
from .tags import parse

# Called with values and their site: "char", "input", "context", or "output0" for the first layer.
Dropout = Callable[[Tensor, str], Tensor]


class Context(nn.Module):
    """Attention over the other occurrences of a word in its document (`withContext` in src/model/tagger.ts)."""

    SIZE = 64  # dimensions of queries and keys

    def __init__(self, states: int):
        super().__init__()
        self.q = nn.Linear(states, self.SIZE, bias=False)
        self.k = nn.Linear(states, self.SIZE, bias=False)
        self.v = nn.Linear(states, states, bias=False)
        self.u = nn.Linear(2 * states, states)

    def forward(self, states: Tensor, links: Tensor, drop: Dropout) -> Tensor:
        """Maps states [B, T, DH] and links [B, T, M] to states; unchanged for tokens without links."""
        flat, links = states.flatten(0, 1), links.flatten(0, 1)  # [BT, DH], [BT, M]
        rows = (links[:, 0] >= 0).nonzero()[:, 0]
        h, links = flat[rows], links[rows]
        others = flat[links.clamp(min=0)]  # [rows, M, DH]
        scores = (self.k(others) * self.q(h)[:, None]).sum(2) / self.SIZE**0.5
        weights = scores.masked_fill(links < 0, -torch.inf).softmax(1)  # [rows, M]
        c = torch.tanh(self.v((weights[:, None] @ others)[:, 0]))  # [rows, DH]
        gate = torch.sigmoid(self.u(torch.cat([h, c], 1)))
        return flat.index_copy(0, rows, h + gate * drop(c, "context")).view_as(states)


class SelfAttention(nn.Module):
    """Attention over the words of a sentence, added to their states (`withAttention` in src/model/tagger.ts)."""

    SIZE = 64  # dimensions of queries and keys
    REACH = 256  # tokens on each side

    def __init__(self, states: int):
        super().__init__()
        self.q = nn.Linear(states, self.SIZE, bias=False)
        self.k = nn.Linear(states, self.SIZE, bias=False)
        self.v = nn.Linear(states, states, bias=False)

    def forward(self, states: Tensor, lengths: Tensor) -> Tensor:
        """Maps states [B, T, DH] to states; undefined for padding. lengths: [B]."""
        at = torch.arange(states.shape[1], device=states.device)  # [T]
        near = (at[:, None] - at).abs() <= self.REACH  # [T, T]
        known = positions(lengths, len(at))[:, None] & near  # [B, T, T]
        scores = self.q(states) @ self.k(states).transpose(1, 2) / self.SIZE**0.5  # [B, T, T]
        weights = scores.masked_fill(~known, torch.finfo(scores.dtype).min).softmax(2)
        attended: Tensor = states + self.v(weights @ states)
        return attended


class Consistency(nn.Module):
    """A second pass: where the tags of a word are uncertain, adds the first-pass tags of its other occurrences.

    See `consistentScores` in src/kernels/consistency.
    """

    def __init__(self, tags: Sequence[str], scheme: str, weight: float):
        super().__init__()
        self.weight = weight
        kinds = [(tag, "") if scheme == "none" else (parse(tag)[0] == "O", parse(tag)[1]) for tag in tags]
        types = list(dict.fromkeys(kinds))
        matrix = [[float(kind == other) for other in types] for kind in kinds]  # [K, Y]
        self.register_buffer("types", torch.tensor(matrix), persistent=False)

    def forward(self, emissions: Tensor, links: Tensor) -> Tensor:
        """Maps emissions [B, T, K] and links [B, T, M] to emissions; unchanged for tokens without links."""
        flat, links = emissions.flatten(0, 1), links.flatten(0, 1)  # [BT, K], [BT, M]
        rows = (links[:, 0] >= 0).nonzero()[:, 0]
        links = links[rows]
        drafts = flat.softmax(1) @ self.types  # [BT, Y]
        known = (links >= 0)[:, :, None]  # [rows, M, 1]
        others = (drafts[links.clamp(min=0)] * known).sum(1) / known.sum(1)  # [rows, Y]
        doubt = 1 - drafts[rows].square().sum(1, keepdim=True)  # [rows, 1]
        return flat.index_add(0, rows, self.weight * doubt * others @ self.types.T).view_as(emissions)
