"""CoNLL files as tensors: read once, split into time-major batches without padding (PyTorch's PackedSequence layout)."""

import gzip
import random
from typing import NamedTuple

import torch

LONGEST_WORD = 50
PAD, UNKNOWN = 0, 1


def read_sentences(path):
    """[(words, spans)] of a CoNLL file in IOB1, BIO or BIOES; spans are (start, end, type), as conlleval reads them."""
    sentences, words, tags = [], [], []
    with open(path, encoding="utf-8") as lines:
        for line in [*lines, ""]:
            columns = line.split()
            if columns and columns[0] != "-DOCSTART-":
                words.append(columns[0])
                tags.append(columns[-1])
            elif words:
                sentences.append((words, spans_of(tags)))
                words, tags = [], []
    return sentences


def spans_of(tags):
    spans, start, kind, closed = [], None, None, True
    for i, tag in enumerate([*tags, "O"]):
        letter, _, current = tag.partition("-")
        goes_on = letter in "IE" and current == kind and not closed
        if start is not None and not goes_on:
            spans.append((start, i, kind))
            start = None
        if letter != "O" and not goes_on:
            start = i
        kind, closed = current, letter in "OES"
    return spans


def to_scheme(spans, length, scheme):
    tags = ["O"] * length
    for start, end, kind in spans:
        for i in range(start, end):
            letter = "S" if end - start == 1 else "B" if i == start else "E" if i == end - 1 else "I"
            tags[i] = f"{letter if scheme == 'BIOES' else {'S': 'B', 'E': 'I'}.get(letter, letter)}-{kind}"
    return tags


def key_of(word):
    """The look-up key of a word: in lower case, with digits replaced by zeros."""
    return "".join("0" if c.isdigit() else c for c in word.lower())


def read_vectors(path, wanted, dimensions):
    vectors = {}
    opener = gzip.open if path.endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, *values = line.rstrip().split(" ")
            if word in wanted and len(values) == dimensions:
                vectors[word] = torch.tensor([float(value) for value in values])
    return vectors


class Vocabulary:
    def __init__(self, train, others, vectors, scheme="BIOES"):
        counts = {}
        for words, _ in train:
            for word in words:
                counts[key_of(word)] = counts.get(key_of(word), 0) + 1
        known = {key_of(w) for words, _ in others for w in words} & vectors.keys()
        self.rows = {key: row for row, key in enumerate([*counts, *sorted(known - counts.keys())], start=2)}
        self.rare = torch.zeros(len(self.rows) + 2, dtype=torch.bool)
        for key, count in counts.items():
            self.rare[self.rows[key]] = count == 1
        self.chars = {c: i for i, c in enumerate(sorted({c for words, _ in train for w in words for c in w}), start=2)}
        kinds = sorted({kind for _, spans in train for _, _, kind in spans})
        self.scheme = scheme
        self.tags = ["O", *(f"{letter}-{kind}" for kind in kinds for letter in scheme if letter != "O")]
        self.vectors = vectors

    def word_table(self, dimensions):
        bound = (3 / dimensions) ** 0.5
        table = torch.empty(len(self.rows) + 2, dimensions).uniform_(-bound, bound)
        for key, vector in self.vectors.items():
            if key in self.rows:
                table[self.rows[key]] = vector
        return table


class Batch(NamedTuple):
    """B sentences, longest first; their N tokens time-major: token t of sentence b is row `sum(sizes[:t]) + b`."""

    words: torch.Tensor  # [W] the batch's distinct rows of the word table
    token_words: torch.Tensor  # [N] into `words`
    chars: torch.Tensor  # [U, C] characters of the batch's distinct word forms, padded
    token_forms: torch.Tensor  # [N] into the forms
    gold: torch.Tensor  # [N]
    previous: torch.Tensor  # [N - B] row of the token before each row from B on
    last: torch.Tensor  # [B] row of each sentence's last token
    padded: torch.Tensor  # [T, B] row of each token; arbitrary for padding
    reversed: torch.Tensor  # [T, B] the same, each sentence from its end
    places: torch.Tensor  # [N] of each row in `padded`
    reversed_places: torch.Tensor  # [N]
    sizes: torch.Tensor  # [T] number of sentences at each step; kept on the CPU


class Corpus:
    """An encoded corpus, created once: each step only indexes it."""

    def __init__(self, vocabulary, sentences):
        tag_ids = {tag: i for i, tag in enumerate(vocabulary.tags)}
        forms, tokens = {}, []
        for words, spans in sentences:
            tags = to_scheme(spans, len(words), vocabulary.scheme)
            for word, tag in zip(words, tags):
                row = vocabulary.rows.get(key_of(word), UNKNOWN)
                tokens.append((row, forms.setdefault(word, len(forms)), tag_ids.get(tag, 0)))
        self.tokens = torch.tensor(tokens)  # [all tokens, (word, form, tag)]
        self.lengths = torch.tensor([len(words) for words, _ in sentences])
        self.starts = self.lengths.cumsum(0) - self.lengths
        self.form_lengths = torch.tensor([min(LONGEST_WORD, len(form)) for form in forms])
        self.chars = torch.full((len(forms), LONGEST_WORD), PAD)
        for form, u in forms.items():
            ids = [vocabulary.chars.get(c, UNKNOWN) for c in form[:LONGEST_WORD]]
            self.chars[u, : len(ids)] = torch.tensor(ids)

    def batch(self, sentences, replaceable=None, probability=0.0):
        """
        :param sentences: numbers of sentences, longest first
        :param replaceable: [V] rows of the word table that become the unknown word with `probability`
        """
        lengths, starts = self.lengths[sentences], self.starts[sentences]
        runs = torch.arange(int(lengths[0]))[:, None] < lengths  # [T, B]
        step, sentence = runs.nonzero(as_tuple=True)
        words, forms, gold = self.tokens[starts[sentence] + step].unbind(1)
        if replaceable is not None:
            words = words.masked_fill(replaceable[words] & (torch.rand(words.shape) < probability), UNKNOWN)
        distinct_words, token_words = words.unique(return_inverse=True)
        distinct_forms, token_forms = forms.unique(return_inverse=True)
        longest = int(self.form_lengths[distinct_forms].max())
        row = runs.flatten().cumsum(0).view_as(runs) - 1  # [T, B]
        mirrored = (lengths - 1 - torch.arange(len(runs))[:, None]).clamp(min=0)  # [T, B]
        return Batch(
            words=distinct_words,
            token_words=token_words,
            chars=self.chars[distinct_forms, :longest],
            token_forms=token_forms,
            gold=gold,
            previous=row[:-1][runs[1:]],
            last=row[lengths - 1, torch.arange(len(lengths))],
            padded=row,
            reversed=row.gather(0, mirrored),
            places=step * len(lengths) + sentence,
            reversed_places=(lengths[sentence] - 1 - step) * len(lengths) + sentence,
            sizes=runs.sum(1),
        )

    def epoch(self, size, numbers=None):
        """Every sentence once, those of similar length (within 10 %) together, in a random order of batches."""
        numbers = torch.arange(len(self.lengths)) if numbers is None else numbers
        noisy = self.lengths[numbers] * torch.empty(len(numbers)).uniform_(0.9, 1.1)
        batches = list(numbers[noisy.argsort(descending=True)].split(size))
        random.shuffle(batches)
        return [batch[self.lengths[batch].argsort(descending=True)] for batch in batches]

    def in_order(self, size, numbers=None):
        """Every sentence once, longest first."""
        numbers = torch.arange(len(self.lengths)) if numbers is None else numbers
        return numbers[self.lengths[numbers].argsort(descending=True)].split(size)


def to_device(batch, device):
    if device.type == "cpu":
        return batch
    moved = (field.pin_memory().to(device, non_blocking=True) for field in batch[:-1])
    return Batch(*moved, batch.sizes)
