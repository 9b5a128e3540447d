"""The part of a batch that a process computes."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ..documents import padded_links
from ..model import Batch, Model
from ..types import Array
from .corpus import Corpus
from .processes import Processes
from .random_numbers import Masks


class Part(NamedTuple):
    """A process's part of a batch: the sentences that it scores, and those that they are linked to."""

    batch: Batch
    gold: Tensor  # [b, T]
    places: Tensor  # [b, T] index of each word among the distinct words of the whole batch
    rows: Tensor  # [b, T] row of each token in the whole batch, see `time_major_rows`
    linked: Tensor  # the index of each linked token among those of the whole batch
    own: Tensor  # rows of the sentences that this process scores


class PartLoss(nn.Module):
    """The loss of a part of a batch, as a module that DistributedDataParallel can wrap."""

    def __init__(self, model: Model):
        super().__init__()
        self.model = model

    def forward(self, part: Part | None, vectors: Tensor, masks: Masks | None, scale: float) -> Tensor:
        """Returns scale times the sum of the losses of the sentences, [].

        vectors: [W, E] of the distinct words. part: None if there are fewer sentences than processes.
        """
        if part is None:  # must still take part in the sum of gradients, for which the other processes wait
            return nothing(self.parameters())
        states = self.model.states(part.batch, F.embedding(part.places, vectors), masks)

        own, gold, lengths = part.own, part.gold, part.batch.lengths[part.own]

        def losses(states: Tensor) -> Tensor:
            return self.model.crf.losses(self.model.output(states[own]), gold, lengths).sum()

        alone = losses(states)
        if self.model.context is None:
            return scale * alone
        if part.batch.links is None:  # the loss is the same; gradients of 0, because the other processes wait for them
            return scale * alone + nothing(self.model.context.parameters())
        return scale / 2 * (alone + losses(self.model.informed(states, part.batch, masks)))


def nothing(parameters: Iterable[Tensor]) -> Tensor:
    """0, with gradients of 0 for the parameters."""
    return torch.stack([0 * parameter.sum() for parameter in parameters if parameter.requires_grad]).sum()


def part_of(corpus: Corpus, chosen: Array, places: Array, rows: Array, processes: Processes) -> Part | None:
    """The part of this process; None if there are fewer sentences than processes.

    chosen: [B] the sentences of the batch, longest first. places, rows: [B, T] of the whole batch, see `Part`.
    """
    own = np.arange(processes.rank, len(chosen), processes.count)
    if len(own) == 0:
        return None
    device = processes.device
    steps = rows.shape[1]  # T of the whole batch
    mine = set(own.tolist())
    links = {token: (m, others) for m, (token, others) in enumerate(corpus.links(chosen).items())}
    links = {token: link for token, link in links.items() if token // steps in mine}
    linked_from = {other // steps for _, others in links.values() for other in others}
    here = np.array(sorted(mine | linked_from))
    longest = int(corpus.lengths[chosen[here[0]]])
    row_here = {int(b): row for row, b in enumerate(here)}

    def moved(token: int) -> int:
        """The index in this part of a token b * T + t of the whole batch."""
        return row_here[token // steps] * longest + token % steps

    moved_links = {moved(token): [moved(other) for other in others] for token, (_, others) in links.items()}
    table = padded_links(moved_links, len(here), longest)
    batch = corpus.batch(chosen[here], device)._replace(links=None if table is None else table.to(device))
    linked = [links[token][0] for token in sorted(links, key=moved)]  # in the order of this part
    own_here = torch.tensor([row_here[int(b)] for b in own], device=device)

    def in_part(whole: Array) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(whole[here, :longest])).to(device)

    return Part(
        batch=batch,
        gold=corpus.gold(chosen[here], device)[own_here],
        places=in_part(places),
        rows=in_part(rows),
        linked=torch.tensor(linked, dtype=torch.long, device=device),
        own=own_here,
    )


def time_major_rows(lengths: Array) -> Array:
    """The row of each token in a time-major batch, [B, T]. lengths: [B], longest first."""
    steps = np.arange(lengths[0])
    sentences = (lengths[None] > steps[:, None]).sum(1)  # [T] number of sentences at each step
    offsets = np.concatenate([[0], np.cumsum(sentences)[:-1]])  # [T]
    rows: Array = offsets[None] + np.arange(len(lengths))[:, None]
    return rows
