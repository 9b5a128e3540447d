"""The CRF: loss and Viterbi decoding."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from .sequences import positions
from .tags import is_legal, parse
from .types import Array

ILLEGAL = -1e4  # added to the score of an illegal transition: exp(-1e4) is 0; unlike -inf, differences stay finite


class Crf(nn.Module):
    """A linear-chain CRF. A softmax decoder is a CRF whose transition scores are all 0 and not parameters."""

    def __init__(self, tags: int, learned: bool):
        super().__init__()
        for name, shape in {"transitions": (tags, tags), "start": (tags,), "end": (tags,)}.items():
            if learned:
                self.register_parameter(name, nn.Parameter(torch.zeros(shape)))  # transitions: from row to column
            else:
                self.register_buffer(name, torch.zeros(shape), persistent=False)
            self.register_buffer(f"illegal_{name}", torch.zeros(shape), persistent=False)

    def forbid(self, tags: Sequence[str], scheme: str) -> None:
        """Forbids the transitions that break the tag scheme."""
        parsed, outside = [parse(tag) for tag in tags], [("O", "")]  # O also precedes and follows a sentence

        def penalties(left: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]) -> Tensor:
            return torch.tensor([[0.0 if is_legal(scheme, a, b) else ILLEGAL for b in right] for a in left])

        self.illegal_transitions = penalties(parsed, parsed)
        self.illegal_start = penalties(outside, parsed)[0]
        self.illegal_end = penalties(parsed, outside)[:, 0]

    def scores(self) -> tuple[Tensor, Tensor, Tensor]:
        """Scores with penalties: transitions [K, K], first tags [K], last tags [K]."""
        transitions = self.transitions + self.illegal_transitions
        return transitions, self.start + self.illegal_start, self.end + self.illegal_end

    def losses(self, emissions: Tensor, gold: Tensor, lengths: Tensor) -> Tensor:
        """Negative log-likelihoods by the forward algorithm in log space. [B, T, K], [B, T], [B] to [B]"""
        transitions, start, end = self.scores()
        inside = positions(lengths, emissions.shape[1])  # [B, T]
        alpha = start + emissions[:, 0]  # [B, K] log-sum of the scores of all paths that end in each tag
        for t in range(1, emissions.shape[1]):
            extended = torch.logsumexp(alpha[:, :, None] + transitions, 1) + emissions[:, t]
            alpha = torch.where(inside[:, t, None], extended, alpha)
        all_paths = torch.logsumexp(alpha + end, 1)
        tokens = emissions.gather(2, gold[:, :, None])[:, :, 0]  # [B, T]
        steps = transitions[gold[:, :-1], gold[:, 1:]]  # [B, T - 1]
        last = gold.gather(1, lengths[:, None] - 1)[:, 0]  # [B]
        path = start[gold[:, 0]] + (tokens * inside).sum(1) + (steps * inside[:, 1:]).sum(1) + end[last]
        return all_paths - path

    def lattice(self, emissions: Array) -> "Lattice":
        """The sums over paths from which probabilities are computed. emissions: [T, K]"""
        return Lattice(emissions, *(scores.detach().cpu().numpy() for scores in self.scores()))

    def viterbi(self, emissions: Array) -> list[int]:
        """The path with the highest score. [T, K] to T tags"""
        transitions, start, end = (scores.detach().cpu().numpy() for scores in self.scores())
        best, origins = start + emissions[0], []
        for row in emissions[1:]:
            paths = best[:, None] + transitions  # [K, K]
            origins.append(paths.argmax(0))
            best = paths.max(0) + row
        tags = [int((best + end).argmax())]
        for origin in reversed(origins):
            tags.append(int(origin[tags[-1]]))
        return tags[::-1]


class Lattice:
    """Forward and backward log-sums of a sentence, in float64. emissions: [T, K]; the scores as of `Crf.scores`"""

    def __init__(self, emissions: Array, transitions: Array, start: Array, end: Array):
        self.emissions, self.transitions = emissions.astype(np.float64), transitions.astype(np.float64)
        self.alpha = np.empty_like(self.emissions)  # [T, K] log-sum over the paths that end in a tag, with its emission
        self.beta = np.empty_like(self.emissions)  # [T, K] log-sum over the continuations of a tag
        self.alpha[0] = start + self.emissions[0]
        for t in range(1, len(emissions)):
            self.alpha[t] = log_sum(self.alpha[t - 1][:, None] + self.transitions, 0) + self.emissions[t]
        self.beta[-1] = end
        for t in reversed(range(len(emissions) - 1)):
            self.beta[t] = log_sum(self.transitions + self.emissions[t + 1] + self.beta[t + 1], 1)
        self.all_paths = float(log_sum(self.alpha[-1] + end, 0))

    def probability(self, first: int, tags: Sequence[int]) -> float:
        """The probability that the tokens from `first` on have these tags."""
        score = self.alpha[first, tags[0]]
        for t, (before, tag) in enumerate(pairwise(tags), first + 1):
            score += self.transitions[before, tag] + self.emissions[t, tag]
        return float(np.exp(min(0.0, score + self.beta[first + len(tags) - 1, tags[-1]] - self.all_paths)))


def log_sum(terms: Array, axis: int) -> Array:
    """log of the sum of exp, without overflow."""
    largest = terms.max(axis, keepdims=True)
    sums: Array = largest + np.log(np.exp(terms - largest).sum(axis, keepdims=True))
    return sums.squeeze(axis)
