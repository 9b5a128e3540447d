"""Adds words and characters of the training files that the model lacks."""

import math
from typing import Dict, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, nn

from ..tagger import Tagger
from .columns import Sentence
from .corpus import Corpus
from .random_numbers import stream_key, uniform


def add_words(tagger: Tagger, sentences: Sequence[Sentence]) -> Tuple[int, int]:
    """Adds rows for the words and characters of new training data. Returns the number of each.

    A word is initialised with its vector in vectors.bin or, without one, with random numbers.
    """
    vocabulary, model, config = tagger.vocabulary, tagger.model, tagger.config
    data, options = vocabulary.data, vocabulary.options
    counts: Dict[str, int] = {}
    characters: Dict[str, int] = {}
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
    rows = random_rows(len(keys), config["wordDim"], stream_key(config["seed"], 0, len(vocabulary.words)))
    for i, key in enumerate(keys):
        if found[key] is not None:
            rows[i] = model.vectors[found[key]]
    model.words = nn.Embedding.from_pretrained(torch.cat([model.words.weight.data, rows]), freeze=False)
    data["words"] += [vocabulary.entry(key) for key in keys]
    data["frequencies"] += [0] * len(keys)
    if config["charEncoder"] == "none":
        characters = {}
    else:
        rows = random_rows(
            len(characters), config["charDim"], stream_key(config["seed"], 1, len(vocabulary.characters))
        )
        model.characters = nn.Embedding.from_pretrained(torch.cat([model.characters.weight.data, rows]), freeze=False)
        data["characters"] += list(characters)
    vocabulary.words.update((word, row) for row, word in enumerate(data["words"]))
    vocabulary.characters.update((character, row) for row, character in enumerate(data["characters"]))
    return len(keys), len(characters)


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
