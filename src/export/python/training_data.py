"""What train.py trains on: annotated files, batches of them, and scores.

Shapes: B sentences of a batch, T tokens of the longest, V words.
"""

import math
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, nn

from tagger import DOCUMENT_START, Batch, Tagger, links_of, parse, spans_of, spell, windows_of

Span = Tuple[int, int, str]  # start, end (exclusive), type


class BadFile(Exception):
    """Something in a file that cannot be trained on. The message says where, what was expected, and what to do."""


# ---- Files ----------------------------------------------------------------------------------------------------------


class Sentence(NamedTuple):
    tokens: List[str]
    tags: List[str]  # [T] in the training scheme
    document: Tuple[int, int]  # the file and its number there


ROLES = dict(zip("BIMELSUW[]O", "BIIEESSSSSO"))  # the letters of all schemes, as those of BIOES


def read_corpus(path: str, tagger: Tagger, tag_column: Optional[int], file: int = 0) -> List[Sentence]:
    """Reads columns: token, …, tag. Raises BadFile. file: its number among those that are read."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not UTF-8 (byte {error.start}). Save it in UTF-8.") from error
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    lines = text.split("\n")
    first = next((line for line in lines if is_token_line(line) and not line.startswith("#")), "")
    separator = "\t" if "\t" in first else " "
    columns_of = lambda line: [column for column in line.rstrip("\r").split(separator) if column or separator == "\t"]
    width = len(columns_of(first))
    if width < 2:
        raise BadFile(f"{path} has no tags: expected a token and its tag in columns, separated by spaces or tabs.")
    column = width - 1 if tag_column is None else tag_column
    if not 0 < column < width:
        raise BadFile(
            f"{path} has {width} columns; column {column} (from 0) cannot be the tags. Choose another --tag-column."
        )
    found: List[Tuple[List[str], List[str], int, int]] = []  # tokens, tags, first line, document
    inside = False
    documents = 0
    for number, line in enumerate(lines, 1):
        columns = columns_of(line)
        if not is_token_line(line):
            inside = False
            documents += line.startswith(DOCUMENT_START)
            continue
        if len(columns) != width:
            if line.startswith("#") and not inside:
                continue  # a comment
            raise BadFile(f"{path}:{number}: found {len(columns)} columns, expected {width} as in its first line")
        if not inside:
            found.append(([], [], number, documents))
        inside = True
        found[-1][0].append(columns[0])
        found[-1][1].append(columns[column])
    return [
        Sentence(tokens, training_tags(tags, tagger, path, line), (file, document))
        for tokens, tags, line, document in found
    ]


def is_token_line(line: str) -> bool:
    return line.strip() != "" and not line.startswith(DOCUMENT_START)


def training_tags(tags: List[str], tagger: Tagger, path: str, line: int) -> List[str]:
    """Tags of a file in the scheme that the model is trained in."""
    style = tagger.style
    if style["scheme"] != "none":
        parsed = [read_tag(tag, style) for tag in tags]
        for i, tag in enumerate(parsed):
            if tag is None:
                example = spell(style, [(0, 1, "TYPE")], 1)[0]
                raise BadFile(f"{path}:{line + i}: found the tag {tags[i]}, expected tags like {example}, the model's.")
        spans = spans_of(["-".join(tag) for tag in parsed])
        tags = spell(standard_style(tagger.config["scheme"]), spans, len(tags))
    for i, tag in enumerate(tags):
        if tag not in tagger.tag_ids:
            types = sorted({parse(tag)[1] or tag for tag in tagger.tags if tag != "O"})
            raise BadFile(f"{path}:{line + i}: the model has no tag {tag}. It was trained with {', '.join(types)}.")
    return tags


def standard_style(scheme: str) -> dict:
    letters = {"begin": "B", "inside": "I", "end": "E", "single": "S", "outside": "O"}
    return {"scheme": scheme, "letters": letters, "separator": "-", "typeFirst": False}


def read_tag(tag: str, style: dict) -> Optional[Tuple[str, str]]:
    """Letter of BIOES and type; None if the tag is not spelled in the style."""
    if tag == style["letters"]["outside"]:
        return ("O", "")
    if style["scheme"] == "IO" and style["letters"]["inside"] == "":
        return ("I", tag)  # types without letters
    cut = str.rpartition if style["typeFirst"] else str.partition
    before, found, after = cut(tag, style["separator"])
    letter, kind = (after, before) if style["typeFirst"] else (before, after)
    role = ROLES.get((letter if found else tag).upper())
    return None if role is None else (role, "" if role == "O" else kind if found else "")


# ---- Ids and batches ------------------------------------------------------------------------------------------------


def add_words(tagger: Tagger, sentences: Sequence[Sentence]) -> Tuple[int, int]:
    """Gives the words and characters of new training data a row of their own. Returns how many there were of each.

    A word starts with its vector of vectors.bin or, without one, with random numbers.
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
    """Uniform in ±sqrt(3 / dimensions), as new rows are in Tagsmith."""
    values = 2 * uniform(key, np.arange(count * dimensions)) - 1
    return torch.tensor(math.sqrt(3 / dimensions) * values, dtype=torch.float32).reshape(count, dimensions)


class Corpus:
    """Sentences as ids."""

    def __init__(self, tagger: Tagger, sentences: Sequence[Sentence]):
        forms: Dict[str, int] = {}
        rows: Dict[str, int] = {}
        for sentence in sentences:
            for token in sentence.tokens:
                if token not in rows:
                    rows[token] = tagger.vocabulary.row(token)
                    forms.setdefault(tagger.vocabulary.form(token), len(forms))
        as_ids = lambda ids: np.fromiter(ids, np.int64)
        self.sentences = sentences
        self.words = [as_ids(rows[token] for token in sentence.tokens) for sentence in sentences]
        self.forms = [as_ids(forms[tagger.vocabulary.form(token)] for token in sentence.tokens) for sentence in sentences]
        self.tags = [as_ids(tagger.tag_ids[tag] for tag in sentence.tags) for sentence in sentences]
        self.lengths = as_ids(len(sentence.tokens) for sentence in sentences)
        self.windows: Optional[List[int]] = None  # of each sentence, for a model that reads documents
        if tagger.model.context is not None:
            self.windows = windows_of([s.tokens for s in sentences], [s.document for s in sentences])
            self.keys = [[tagger.vocabulary.link_key(token) for token in s.tokens] for s in sentences]
        ids = [tagger.vocabulary.character_ids(form) for form in forms]
        self.form_lengths = as_ids(len(form) for form in ids)
        self.characters = np.zeros((len(ids), max(map(len, ids), default=1)), np.int64)
        for row, form in zip(self.characters, ids):
            row[: len(form)] = form

    def word_counts(self, words: int) -> np.ndarray:
        """[V] how often each word occurs; at 0 how many do not have a row."""
        ids = np.concatenate(self.words) if self.words else np.zeros(0, np.int64)
        return np.bincount(np.where(ids < words, ids, 0), minlength=words)

    def batch(self, chosen: Sequence[int], device: torch.device) -> Batch:
        words, forms = padded([self.words[i] for i in chosen]), padded([self.forms[i] for i in chosen])
        inside = padded([np.ones_like(self.words[i]) for i in chosen]).astype(bool)
        word_lengths = np.where(inside, self.form_lengths[forms], 1)
        characters = np.where(inside[:, :, None], self.characters[forms][:, :, : word_lengths.max()], 0)
        arrays = (words, characters, word_lengths, self.lengths[list(chosen)])
        return Batch(*(torch.from_numpy(array).to(device) for array in arrays))

    def links(self, chosen: Sequence[int]) -> Dict[int, List[int]]:
        """Of the sentences of a batch, see `links_of`. Empty if the model reads no documents."""
        if self.windows is None:
            return {}
        in_order = sorted((int(i), b) for b, i in enumerate(chosen))
        longest = int(self.lengths[list(chosen)].max())
        return links_of([(b, self.windows[i], self.keys[i]) for i, b in in_order], longest)

    def scoring_batches(self, size: int) -> List[np.ndarray]:
        """All sentences: `size` of similar length each, or those of a window if the model reads documents."""
        if self.windows is not None:
            borders = np.flatnonzero(np.diff(self.windows)) + 1
            return np.split(np.arange(len(self.windows)), borders)
        order = np.argsort(self.lengths, kind="stable")
        return [order[first : first + size] for first in range(0, len(order), size)]

    def gold(self, chosen: Sequence[int], device: torch.device) -> Tensor:
        return torch.from_numpy(padded([self.tags[i] for i in chosen])).to(device)


def padded(rows: Sequence[np.ndarray]) -> np.ndarray:
    """Rows of different lengths, with zeros after their ends. [B, T]"""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for line, row in zip(table, rows):
        line[: len(row)] = row
    return table


def epoch_batches(corpus: Corpus, batch_size: int, key: int) -> List[np.ndarray]:
    """The sentences of each batch of an epoch, in random order (src/data/batches/batching.ts).

    They have similar lengths. If the model reads documents, this holds for half of them; the others follow each other
    in their documents.
    """
    lengths = corpus.lengths
    noise = 2 * uniform(stream_key(key, 0), np.arange(len(lengths))) - 1
    order = np.argsort(-(lengths * (1 + 0.1 * noise)), kind="stable")
    if corpus.windows is not None:
        windows = shuffled(corpus.scoring_batches(0), stream_key(key, 2))
        sentences = np.concatenate(windows)
        alone = sentences[: batch_size * (len(sentences) // (2 * batch_size))]
        order = np.concatenate([order[np.isin(order, alone)], sentences[len(alone) :]])
    return shuffled([order[first : first + batch_size] for first in range(0, len(order), batch_size)], stream_key(key, 1))


def shuffled(items: list, key: int) -> list:
    """Fisher-Yates, in place."""
    swaps = uniform(key, np.arange(len(items)))
    for i in range(len(items) - 1, 0, -1):
        j = int(swaps[i] * (i + 1))
        items[i], items[j] = items[j], items[i]
    return items


# ---- Scores: the rules of conlleval (src/eval/score-tags.ts) --------------------------------------------------------


def score(sentences: Sequence[Sentence], predicted: Sequence[List[str]], scheme: str) -> dict:
    """The scores of config.json. Tags are in the training scheme."""
    counts: Dict[str, List[int]] = {}  # support, predicted, correct of each type
    relaxed = same = tokens = invalid = 0
    for sentence, tags in zip(sentences, predicted):
        spans = (lambda tags: [(i, i + 1, tag) for i, tag in enumerate(tags)]) if scheme == "none" else spans_of
        gold, found = spans(sentence.tags), spans(tags)
        for column, group in enumerate((gold, found, set(gold) & set(found))):
            for _, _, kind in group:
                counts.setdefault(kind, [0, 0, 0])[column] += 1
        relaxed += overlaps(gold, found)
        same += sum(a == b for a, b in zip(sentence.tags, tags))
        tokens += len(tags)
        invalid += scheme != "none" and spell(standard_style(scheme), found, len(tags)) != list(tags)
    total = [sum(column) for column in zip(*counts.values())] or [0, 0, 0]
    return {
        "overall": score_of(*total),
        "byType": {kind: score_of(*counts[kind]) for kind in sorted(counts)},
        "relaxedF1": score_of(total[0], total[1], relaxed)["f1"],
        "tokenAccuracy": same / tokens if tokens else 0,
        "invalidSequences": int(invalid),
        "tokens": tokens,
        "sentences": len(sentences),
    }


def score_of(support: int, predicted: int, correct: int) -> dict:
    precision = correct / predicted if predicted else 0
    recall = correct / support if support else 0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    return {
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "support": support,
        "predicted": predicted,
        "correct": correct,
    }


def overlaps(gold: List[Span], found: List[Span]) -> int:
    """The size of the largest one-to-one matching of spans that overlap and have the same type."""
    matches = 0
    for kind in {kind for _, _, kind in gold}:
        left, right = ([span for span in spans if span[2] == kind] for spans in (gold, found))
        while left and right:
            (start, end, _), (other_start, other_end, _) = left[0], right[0]
            overlap = start < other_end and other_start < end
            matches += overlap
            if overlap or end <= other_end:
                left = left[1:]
            if overlap or other_end < end:
                right = right[1:]
    return matches


# ---- Random numbers: functions of a key and an index (src/lib/rng.ts) -----------------------------------------------

MASK = 0xFFFFFFFF


def hash32(x):
    """The finaliser lowbias32, of an int or of int64 values from 0 to 2^32 - 1."""
    x = x ^ (x >> 16)
    x = (x * 0x7FEB352D) & MASK
    x = x ^ (x >> 15)
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


def stream_key(*parts: int) -> int:
    """The key of a stream of random numbers: of a seed, a step, a site."""
    key = 0x9E3779B9
    for part in parts:
        key = hash32(key ^ (part & MASK))
    return key


def uniform(key: int, index: np.ndarray) -> np.ndarray:
    """Numbers of a stream, in [0, 1)."""
    return hash32(hash32(index.astype(np.int64)) ^ key) / 2**32
