"""An encoded corpus and its batches."""

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from torch import Tensor

from ..documents import links_of, windows_of
from ..model import Batch
from ..tagger import Tagger
from ..types import Array
from .columns import Sentence
from .random_numbers import random_key, uniform


class Corpus:
    """Annotated sentences as ids."""

    def __init__(self, tagger: Tagger, sentences: Sequence[Sentence]):
        vocabulary = tagger.vocabulary
        forms: dict[str, int] = {}
        rows: dict[str, int] = {}
        for sentence in sentences:
            for token in sentence.tokens:
                if token not in rows:
                    rows[token] = vocabulary.row(token)
                    forms.setdefault(vocabulary.form(token), len(forms))
        self.sentences = sentences
        self.words = [as_ids(rows[token] for token in sentence.tokens) for sentence in sentences]
        self.forms = [as_ids(forms[vocabulary.form(token)] for token in sentence.tokens) for sentence in sentences]
        self.tags = [as_ids(tagger.tag_ids[tag] for tag in sentence.tags) for sentence in sentences]
        self.lengths = as_ids(len(sentence.tokens) for sentence in sentences)
        self.windows: list[int] | None = None  # window of each sentence, for a model that reads documents
        if tagger.model.context is not None:
            self.windows = windows_of([s.tokens for s in sentences], [s.document for s in sentences])
            self.keys = [[vocabulary.link_key(token) for token in s.tokens] for s in sentences]
        ids = [vocabulary.character_ids(form) for form in forms]
        self.form_lengths = as_ids(len(form) for form in ids)
        self.characters = np.zeros((len(ids), max(map(len, ids), default=1)), np.int64)
        for row, form in zip(self.characters, ids):
            row[: len(form)] = form

    def word_counts(self, words: int) -> Array:
        """The frequency of each word, [V]; at 0, the number of tokens without a row."""
        ids = np.concatenate(self.words) if self.words else np.zeros(0, np.int64)
        return np.bincount(np.where(ids < words, ids, 0), minlength=words)

    def batch(self, chosen: Array, device: torch.device) -> Batch:
        """A batch of the chosen sentences, without links."""
        words, forms = padded([self.words[i] for i in chosen]), padded([self.forms[i] for i in chosen])
        inside = padded([np.ones_like(self.words[i]) for i in chosen]).astype(bool)
        word_lengths = np.where(inside, self.form_lengths[forms], 1)
        characters = np.where(inside[:, :, None], self.characters[forms][:, :, : word_lengths.max()], 0)
        arrays = (words, characters, word_lengths, self.lengths[chosen])
        return Batch(*(torch.from_numpy(array).to(device) for array in arrays))

    def links(self, chosen: Array) -> dict[int, list[int]]:
        """The links of a batch, as `links_of` returns them; empty unless the model reads documents."""
        if self.windows is None:
            return {}
        in_order = sorted((int(i), b) for b, i in enumerate(chosen))
        longest = int(self.lengths[chosen].max())
        return links_of([(b, self.windows[i], self.keys[i]) for i, b in in_order], longest)

    def scoring_batches(self, size: int) -> list[Array]:
        """Batches of all sentences: `size` of similar length, or a document window if the model reads documents."""
        if self.windows is not None:
            borders = np.flatnonzero(np.diff(self.windows)) + 1
            return np.split(np.arange(len(self.windows)), borders)
        order = np.argsort(self.lengths, kind="stable")
        return [order[first : first + size] for first in range(0, len(order), size)]

    def gold(self, chosen: Array, device: torch.device) -> Tensor:
        """Ids of the tags of the chosen sentences, [B, T], 0 for padding."""
        return torch.from_numpy(padded([self.tags[i] for i in chosen])).to(device)


def as_ids(ids: Iterable[int]) -> Array:
    return np.fromiter(ids, np.int64)


def padded(rows: Sequence[Array]) -> Array:
    """Rows of different lengths, with zeros after their ends. [B, T]"""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for line, row in zip(table, rows):
        line[: len(row)] = row
    return table


def epoch_batches(corpus: Corpus, batch_size: int, seed: int, epoch: int) -> list[Array]:
    """The sentences of each batch of an epoch, from 1, in random order (src/data/batches/batching.ts).

    Sentences of a batch have similar lengths. If the model reads documents, this applies to half of the sentences;
    batches of the others are consecutive sentences of documents.
    """
    lengths = corpus.lengths
    noise = 2 * uniform(random_key(seed, "sentenceLengths", epoch), np.arange(len(lengths))) - 1
    order = np.argsort(-(lengths * (1 + 0.1 * noise)), kind="stable")
    if corpus.windows is not None:
        windows = shuffled(corpus.scoring_batches(0), random_key(seed, "documentHalf", epoch))
        sentences = np.concatenate(windows)
        alone = sentences[: batch_size * (len(sentences) // (2 * batch_size))]
        order = np.concatenate([order[np.isin(order, alone)], sentences[len(alone) :]])
    batches = [order[first : first + batch_size] for first in range(0, len(order), batch_size)]
    return shuffled(batches, random_key(seed, "batchOrder", epoch))


def shuffled(items: list[Array], key: int) -> list[Array]:
    """Shuffles in place, by Fisher-Yates, and returns the same list."""
    swaps = uniform(key, np.arange(len(items)))
    for i in range(len(items) - 1, 0, -1):
        j = int(swaps[i] * (i + 1))
        items[i], items[j] = items[j], items[i]
    return items
