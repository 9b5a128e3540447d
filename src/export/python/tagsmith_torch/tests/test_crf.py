"""The CRF against the sum over all paths."""

import itertools
import unittest

import numpy as np
import torch

from ..crf import Crf
from ..types import Array


def random_crf(tags: int) -> Crf:
    crf = Crf(tags, learned=True)
    for parameter in crf.parameters():
        torch.nn.init.normal_(parameter)
    return crf


def path_scores(crf: Crf, emissions: Array) -> dict[tuple[int, ...], float]:
    transitions, start, end = (scores.detach().numpy() for scores in crf.scores())
    steps, tags = emissions.shape
    found: dict[tuple[int, ...], float] = {}
    for path in itertools.product(range(tags), repeat=steps):
        score = start[path[0]] + end[path[-1]] + sum(emissions[t, tag] for t, tag in enumerate(path))
        found[path] = float(score + sum(transitions[a, b] for a, b in itertools.pairwise(path)))
    return found


class CrfTest(unittest.TestCase):
    def test_loss_path_and_probabilities_are_those_of_all_paths(self) -> None:
        torch.manual_seed(1)
        for steps, tags in ((1, 3), (2, 2), (4, 3)):
            with self.subTest(steps=steps, tags=tags):
                crf = random_crf(tags)
                emissions = torch.randn(steps, tags)
                scores = path_scores(crf, emissions.numpy())
                log_sum = float(np.logaddexp.reduce(list(scores.values())))
                gold = torch.tensor([[t % tags for t in range(steps)]])
                loss = crf.losses(emissions[None], gold, torch.tensor([steps]))
                self.assertAlmostEqual(float(loss), log_sum - scores[tuple(gold[0].tolist())], places=4)
                best = max(scores, key=lambda path: scores[path])
                self.assertEqual(crf.viterbi(emissions.numpy()), list(best))
                probability = crf.lattice(emissions.numpy()).probability(0, best)
                self.assertAlmostEqual(probability, float(np.exp(scores[best] - log_sum)), places=4)

    def test_padding_does_not_change_a_loss(self) -> None:
        torch.manual_seed(2)
        crf, emissions, gold = random_crf(3), torch.randn(2, 4, 3), torch.zeros(2, 4, dtype=torch.long)
        together = crf.losses(emissions, gold, torch.tensor([4, 2]))
        alone = crf.losses(emissions[1:, :2], gold[1:, :2], torch.tensor([2]))
        self.assertAlmostEqual(float(together[1]), float(alone[0]), places=5)

    def test_forbidden_transitions_are_in_no_path(self) -> None:
        crf = random_crf(3)
        crf.forbid(["O", "B-PER", "I-PER"], "BIO")
        emissions = np.zeros((3, 3), np.float32)
        emissions[:, 2] = 9
        self.assertEqual(crf.viterbi(emissions), [1, 2, 2])
        self.assertEqual(crf.lattice(emissions).probability(0, [2]), 0)
