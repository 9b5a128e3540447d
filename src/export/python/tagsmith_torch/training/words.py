"""The words of the training files: those that the model lacks, their frequencies, and which are replaced by unknown."""

import math
from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor, nn

from ..tagger import Tagger
from ..types import Array
from ..vocabulary import Vocabulary
from .columns import Sentence
from .corpus import Corpus
from .random_numbers import random_key, uniform


def add_words(tagger: Tagger, sentences: Sequence[Sentence]) -> tuple[int, int]:
    """Adds rows for the words and characters of new training data. Returns the number of each.

    A word is initialised with its vector in vectors.bin or, without one, with random numbers.
    """
    vocabulary, model, config = tagger.vocabulary, tagger.model, tagger.config
    data, options = vocabulary.data, vocabulary.options
    counts: dict[str, int] = {}
    characters: dict[str, int] = {}
    for sentence in sentences:
        for token in sentence.tokens:
            row = vocabulary.row(token)
            if row == 0 or row >= len(vocabulary.words):
                key = vocabulary.key(token)
                counts[key] = counts.get(key, 0) + 1
            for character in vocabulary.form(token):
                if character not in vocabulary.characters:
                    characters[character] = characters.get(character, 0) + 1
    found = {key: vocabulary.vector_row(key) for key in counts}
    keys = [key for key in counts if found[key] is not None or counts[key] >= options["minFrequency"]]
    keys = [key for key in keys if key != data["words"][0]]
    rows = random_rows(len(keys), config["wordDim"], random_key(config["seed"], "newWords", len(vocabulary.words)))
    for i, key in enumerate(keys):
        if found[key] is not None and model.vectors is not None:
            rows[i] = model.vectors[found[key]]
    model.words = extended(model.words, rows)
    data["words"] += [vocabulary.entry(key) for key in keys]
    data["frequencies"] += [0] * len(keys)
    if model.characters is None:
        characters = {}
    else:
        rows = random_rows(
            len(characters), config["charDim"], random_key(config["seed"], "newCharacters", len(vocabulary.characters))
        )
        model.characters = extended(model.characters, rows)
        data["characters"] += list(characters)
    vocabulary.words.update((word, row) for row, word in enumerate(data["words"]))
    vocabulary.characters.update((character, row) for row, character in enumerate(data["characters"]))
    return len(keys), len(characters)


def extended(table: nn.Embedding, rows: Tensor) -> nn.Embedding:
    """The table with further rows."""
    values = torch.cat([table.weight.data, rows])
    longer = nn.Embedding(*values.shape)
    longer.weight.data = values
    return longer


def random_rows(count: int, dimensions: int, key: int) -> Tensor:
    """Uniform in ±sqrt(3 / dimensions), like new rows in Tagsmith."""
    values = 2 * uniform(key, np.arange(count * dimensions)) - 1
    return torch.tensor(math.sqrt(3 / dimensions) * values, dtype=torch.float32).reshape(count, dimensions)


def note_frequencies(tagger: Tagger, train: Corpus) -> None:
    """Stores the word frequencies in training, by which Tagsmith recognises rare words. Private models have none."""
    data = tagger.vocabulary.data
    if data["options"].get("hashedWords"):
        return
    counts = train.word_counts(len(data["words"])).tolist()
    data["frequencies"] = [counts[0]] + [max(pair) for pair in zip(data["frequencies"][1:], counts[1:])]


def replacement_rates(tagger: Tagger, corpus: Corpus) -> Array:
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
