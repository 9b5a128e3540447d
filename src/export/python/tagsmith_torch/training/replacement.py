"""Probabilities of replacing words by the unknown word in training."""

import numpy as np

from ..tagger import Tagger
from ..vocabulary import Vocabulary
from .corpus import Corpus


def replacement_rates(tagger: Tagger, corpus: Corpus) -> np.ndarray:
    """The probability for each word, [V + 1]; the last one applies to the words of vectors.bin."""
    vocabulary, config = tagger.vocabulary, tagger.config
    rates = np.full(len(vocabulary.words) + 1, config["wordDropout"], np.float32)
    single = corpus.word_counts(len(vocabulary.words)) == 1
    for row, word in enumerate(vocabulary.words):
        if row == 0 or not single[row]:
            continue
        if not config["replaceKnownWords"] and vocabulary.vector_rows and has_vector(vocabulary, word):
            continue
        rates[row] = max(config["unknownReplacement"], config["wordDropout"])
    return rates


def has_vector(vocabulary: Vocabulary, entry: str) -> bool:
    if vocabulary.options.get("hashedWords"):
        return int(entry[1:], 16) in vocabulary.vector_rows
    return vocabulary.vector_row(entry) is not None
