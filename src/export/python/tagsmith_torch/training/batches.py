"""Assigns sentences to batches."""

from typing import List

import numpy as np

from .corpus import Corpus
from .random_numbers import stream_key, uniform


def epoch_batches(corpus: Corpus, batch_size: int, key: int) -> List[np.ndarray]:
    """The sentences of each batch of an epoch, in random order (src/data/batches/batching.ts).

    Sentences of a batch have similar lengths. If the model reads documents, this applies to half of the sentences;
    batches of the others are consecutive sentences of documents.
    """
    lengths = corpus.lengths
    noise = 2 * uniform(stream_key(key, 0), np.arange(len(lengths))) - 1
    order = np.argsort(-(lengths * (1 + 0.1 * noise)), kind="stable")
    if corpus.windows is not None:
        windows = shuffled(corpus.scoring_batches(0), stream_key(key, 2))
        sentences = np.concatenate(windows)
        alone = sentences[: batch_size * (len(sentences) // (2 * batch_size))]
        order = np.concatenate([order[np.isin(order, alone)], sentences[len(alone) :]])
    batches = [order[first : first + batch_size] for first in range(0, len(order), batch_size)]
    return shuffled(batches, stream_key(key, 1))


def shuffled(items: list, key: int) -> list:
    """Shuffles in place, by Fisher-Yates, and returns the same list."""
    swaps = uniform(key, np.arange(len(items)))
    for i in range(len(items) - 1, 0, -1):
        j = int(swaps[i] * (i + 1))
        items[i], items[j] = items[j], items[i]
    return items
