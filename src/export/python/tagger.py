"""Runs a tagger trained with Tagsmith, trains it further in PyTorch, and saves it for Tagsmith again.

Needs PyTorch 1.13 or later and numpy. MODEL is the zip file of the model, or the folder it was unpacked to.

    python tagger.py MODEL < tokens.txt      one token per line, a blank line after each sentence; other columns
                                             are kept, the tag is appended as the last column
    python tagger.py train MODEL --train TRAIN --dev DEV --out NEW.zip       see train.py, beside this file

    from tagger import Tagger
    tagger = Tagger.load("model.zip")
    tagger.tag([["EU", "rejects", "German", "call"]])      # for example [["B-ORG", "O", "B-MISC", "O"]]
    tagger.emissions([["EU", "rejects"]])                  # one float32 array [T, K] per sentence
    tagger.tag(sentences, documents=[0, 0, 1])             # the document of each; default: all are of one. Only for
                                                           # models trained with context = document

    model = tagger.model.train()                           # an nn.Module of PyTorch's standard layers
    batch = tagger.batch(sentences)                        # ids; sentences without tokens are skipped
    loss = model.loss(batch, gold)                         # gold: LongTensor [B, T] of indices into tagger.tags
    model.eval()                                           # before tagging: disables dropout
    tagger.save("new.zip")                                 # for the studio, the command line and every other program

Under DistributedDataParallel call the wrapped model itself, ddp(batch, gold), which returns the loss: only then are
gradients synchronised. Parameters that Tagsmith does not have (`bias_hh`) are frozen, and vectors.bin is a buffer.

Shapes: B sentences, T tokens of the longest, L characters of the longest word, K tags, H hidden units per direction,
E word dimensions, Ec character dimensions, F character features, G gates, V words with a row of their own,
M links of a token, to where else its word occurs in the document.
"""

import json
import os
import re
import sys
import zipfile
import zlib
from itertools import groupby
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, distributed, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

ILLEGAL = -1e4  # added to the score of an illegal transition: exp(-1e4) is 0, and unlike -inf it can be subtracted
BATCH_SIZE = 32
DOCUMENT_START = "-DOCSTART-"  # marks a document in CoNLL files; not a token
WINDOW_TOKENS = 1024  # a longer document is read in windows of whole sentences
MAX_LINKS = 10  # to the nearest other occurrences


# ---- The model ----------------------------------------------------------------------------------------------------


class Batch(NamedTuple):
    words: Tensor  # [B, T] rows of the word table; from V on, rows of vectors.bin
    characters: Tensor  # [B, T, L]
    word_lengths: Tensor  # [B, T] characters of each word; 1 for padding
    lengths: Tensor  # [B] tokens of each sentence
    links: Optional[Tensor] = None  # [B, T, M] other occurrences as b * T + t, then -1; None where there are none


Dropout = Callable[
    [Tensor, str], Tensor
]  # of values at a site: "characters", "input", "context", or "output0" for the first layer


class Model(nn.Module):
    """Word embeddings and character features, recurrent layers, a linear layer, and a CRF."""

    def __init__(self, config: dict, words: int, characters: int, tags: int, vectors: int = 0):
        super().__init__()
        features, hidden = config["charFeatures"], config["hidden"]
        self.words = nn.Embedding(words, config["wordDim"])
        stored = torch.zeros(vectors, config["wordDim"]) if vectors > 0 else None
        self.register_buffer("vectors", stored)  # of vectors.bin, where they have 8 bits: not trained
        inputs = config["wordDim"]
        self.char_cnn = self.char_lstm = None
        if config["charEncoder"] != "none":
            self.characters = nn.Embedding(characters, config["charDim"])
            inputs += features
        if config["charEncoder"] == "cnn":
            self.char_cnn = nn.Conv1d(config["charDim"], features, kernel_size=3, padding=1)
        if config["charEncoder"] == "lstm":
            self.char_lstm = nn.LSTM(config["charDim"], features // 2, batch_first=True, bidirectional=True)
        cell = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}[config["cell"]]
        self.direction = config.get("direction", "both")  # models of earlier versions have no such setting
        both = self.direction == "both"
        outputs = (2 if both else 1) * hidden  # DH
        sizes = [inputs] + [outputs] * (config["layers"] - 1)
        self.encoder = nn.ModuleList(cell(size, hidden, batch_first=True, bidirectional=both) for size in sizes)
        self.context = Context(outputs) if config.get("context") == "document" else None
        self.consistency: Optional[Consistency] = None  # set by Tagger.load
        self.output = nn.Linear(outputs, tags)
        self.crf = Crf(tags, learnt=config["decoder"] == "crf")
        self.rates = {
            "characters": config["dropoutChar"],
            "input": config["dropoutInput"],
            "output": config["dropoutOutput"],
            "context": config["dropoutOutput"],
        }
        for name, parameter in self.named_parameters():
            parameter.requires_grad_("bias_hh" not in name)  # PyTorch has two biases where Tagsmith has one

    def forward(self, batch: Batch, gold: Optional[Tensor] = None) -> Tensor:
        """Emissions, [B, T, K], undefined for padding; with gold tags [B, T], the loss: the mean over sentences, [].

        In training, the loss of a model of documents is the mean of those with and without the links, as a sentence by
        itself has none.
        """
        states = self.states(batch, self.word_vectors(batch.words))
        emissions = self.consistent(self.output(self.informed(states, batch)), batch)
        if gold is None:
            return emissions
        loss = self.crf.losses(emissions, gold, batch.lengths).mean()
        if not self.training or self.context is None or batch.links is None:
            return loss
        return (loss + self.crf.losses(self.output(states), gold, batch.lengths).mean()) / 2

    def loss(self, batch: Batch, gold: Tensor) -> Tensor:
        """Negative log-likelihood of the gold tags, mean over sentences. gold: [B, T]; any index for padding."""
        if torch.is_grad_enabled() and distributed.is_available() and distributed.is_initialized():
            if distributed.get_world_size() > 1:
                raise RuntimeError(
                    "model.loss does not synchronise gradients between processes, which would train a different model "
                    "each. Call the DistributedDataParallel module itself: loss = ddp(batch, gold)."
                )
        return self(batch, gold)

    def emissions(self, batch: Batch, words: Tensor, drop: Optional[Dropout] = None) -> Tensor:
        """The score of each tag for each token. words: vectors [B, T, E]. Returns [B, T, K]."""
        return self.consistent(self.output(self.informed(self.states(batch, words, drop), batch, drop)), batch)

    def consistent(self, emissions: Tensor, batch: Batch) -> Tensor:
        """The second pass of a model that reads documents; training learns from the first. [B, T, K] to [B, T, K]"""
        if self.training or self.consistency is None or batch.links is None:
            return emissions
        return self.consistency(emissions, batch.links)

    def informed(self, states: Tensor, batch: Batch, drop: Optional[Dropout] = None) -> Tensor:
        """States that know the rest of the document, where the model reads documents. [B, T, DH] to [B, T, DH]"""
        if self.context is None or batch.links is None:
            return states
        return self.context(states, batch.links, drop or self.random_dropout)

    def states(self, batch: Batch, words: Tensor, drop: Optional[Dropout] = None) -> Tensor:
        """The outputs of the recurrent layers. words: vectors [B, T, E]. Returns [B, T, DH]."""
        drop = drop or self.random_dropout
        x = words
        if self.char_cnn is not None or self.char_lstm is not None:
            x = torch.cat([x, self.character_features(batch, drop)], 2)  # [B, T, E + F]
        x = drop(x, "input")
        lengths = batch.lengths.cpu()  # packing needs them on the CPU
        for i, layer in enumerate(self.encoder):
            if self.direction == "backward":
                x = reversed_sequences(x, batch.lengths)
            packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
            x, _ = pad_packed_sequence(layer(packed)[0], batch_first=True)  # [B, T, DH], D directions
            if self.direction == "backward":
                x = reversed_sequences(x, batch.lengths)
            x = drop(x, f"output{i}")
        return x

    def word_vectors(self, ids: Tensor) -> Tensor:
        """[B, T] to [B, T, E]"""
        if self.vectors is None:
            return self.words(ids)
        known = self.words.num_embeddings  # V
        in_table, in_vectors = self.words(ids.clamp(max=known - 1)), self.vectors[(ids - known).clamp(min=0)]
        return torch.where((ids < known)[:, :, None], in_table, in_vectors)

    def character_features(self, batch: Batch, drop: Dropout) -> Tensor:
        """[B, T, F]"""
        characters, lengths = batch.characters.flatten(0, 1), batch.word_lengths.flatten()  # [BT, L], [BT]
        # One dropout mask per character of the alphabet, as in training.
        embedded = F.embedding(characters, drop(self.characters.weight, "characters"))  # [BT, L, Ec]
        if self.char_cnn is not None:
            inside = positions(lengths, characters.shape[1])  # [BT, L]
            padded = embedded * inside[:, :, None]  # zero outside of the word
            y = self.char_cnn(padded.transpose(1, 2))  # [BT, F, L]
            y = y.masked_fill(~inside[:, None], -torch.inf).amax(2)
        else:
            packed = pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
            _, (last, _) = self.char_lstm(packed)  # [2, BT, F/2]: final state of each direction
            y = torch.cat([last[0], last[1]], 1)
        return y.unflatten(0, batch.characters.shape[:2])

    def random_dropout(self, x: Tensor, site: str) -> Tensor:
        return F.dropout(x, self.rates[site.rstrip("0123456789")], self.training)


class Context(nn.Module):
    """Attention over the other occurrences of a word in its document (`withContext` in src/model/tagger.ts)."""

    SIZE = 64  # of queries and keys

    def __init__(self, states: int):
        super().__init__()
        self.q = nn.Linear(states, self.SIZE, bias=False)
        self.k = nn.Linear(states, self.SIZE, bias=False)
        self.v = nn.Linear(states, states, bias=False)
        self.u = nn.Linear(2 * states, states)

    def forward(self, states: Tensor, links: Tensor, drop: Dropout) -> Tensor:
        """States [B, T, DH] and links [B, T, M] to states; tokens without links keep theirs."""
        flat, links = states.flatten(0, 1), links.flatten(0, 1)  # [BT, DH], [BT, M]
        rows = (links[:, 0] >= 0).nonzero()[:, 0]
        h, links = flat[rows], links[rows]
        others = flat[links.clamp(min=0)]  # [rows, M, DH]
        scores = (self.k(others) * self.q(h)[:, None]).sum(2) / self.SIZE**0.5
        weights = scores.masked_fill(links < 0, -torch.inf).softmax(1)  # [rows, M]
        c = torch.tanh(self.v((weights[:, None] @ others)[:, 0]))  # [rows, DH]
        gate = torch.sigmoid(self.u(torch.cat([h, c], 1)))
        return flat.index_copy(0, rows, h + gate * drop(c, "context")).view_as(states)


class Consistency(nn.Module):
    """Drafts of a word's other occurrences count where its own is in doubt (`consistentScores` in src/kernels/consistency)."""

    def __init__(self, tags: Sequence[str], scheme: str, config: dict):
        super().__init__()
        self.config = config  # its "consistency" is the weight, which train.py may change
        kinds = [(tag, "") if scheme == "none" else (parse(tag)[0] == "O", parse(tag)[1]) for tag in tags]
        types = list(dict.fromkeys(kinds))
        matrix = [[float(kind == other) for other in types] for kind in kinds]  # [K, Y]
        self.register_buffer("types", torch.tensor(matrix), persistent=False)

    def forward(self, emissions: Tensor, links: Tensor) -> Tensor:
        """Emissions [B, T, K] and links [B, T, M] to emissions; tokens without links keep theirs."""
        flat, links = emissions.flatten(0, 1), links.flatten(0, 1)  # [BT, K], [BT, M]
        weight = self.config.get("consistency", 0)  # models of earlier versions have no such setting
        rows = (links[:, 0] >= 0).nonzero()[:, 0]
        links = links[rows]
        drafts = flat.softmax(1) @ self.types  # [BT, Y]
        known = (links >= 0)[:, :, None]  # [rows, M, 1]
        others = (drafts[links.clamp(min=0)] * known).sum(1) / known.sum(1)  # [rows, Y]
        doubt = 1 - drafts[rows].square().sum(1, keepdim=True)  # [rows, 1]
        return flat.index_add(0, rows, weight * doubt * others @ self.types.T).view_as(emissions)


class Crf(nn.Module):
    """A linear-chain CRF. A softmax decoder is a CRF whose transition scores are all 0 and not parameters."""

    def __init__(self, tags: int, learnt: bool):
        super().__init__()
        for name, shape in {"transitions": (tags, tags), "start": (tags,), "end": (tags,)}.items():
            if learnt:
                self.register_parameter(name, nn.Parameter(torch.zeros(shape)))  # transitions: from row to column
            else:
                self.register_buffer(name, torch.zeros(shape), persistent=False)
            self.register_buffer(f"illegal_{name}", torch.zeros(shape), persistent=False)

    def forbid(self, tags: Sequence[str], scheme: str) -> None:
        """Forbids the transitions that break the tag scheme."""
        parsed, outside = [parse(tag) for tag in tags], [("O", "")]  # O also precedes and follows a sentence

        def penalties(left: list, right: list) -> Tensor:
            return torch.tensor([[0.0 if is_legal(scheme, a, b) else ILLEGAL for b in right] for a in left])

        self.illegal_transitions = penalties(parsed, parsed)
        self.illegal_start = penalties(outside, parsed)[0]
        self.illegal_end = penalties(parsed, outside)[:, 0]

    def scores(self) -> Tuple[Tensor, Tensor, Tensor]:
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

    def viterbi(self, emissions: np.ndarray) -> List[int]:
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


def reversed_sequences(x: Tensor, lengths: Tensor) -> Tensor:
    """Each sequence from its last item to its first; padding stays. [B, T, D] to [B, T, D]"""
    at = torch.arange(x.shape[1], device=x.device).expand(x.shape[:2])  # [B, T]
    at = torch.where(at < lengths[:, None], lengths[:, None] - 1 - at, at)
    return x.gather(1, at[:, :, None].expand_as(x))


def positions(lengths: Tensor, longest: int) -> Tensor:
    """Mask of the positions within each sequence. [B] to [B, longest]"""
    return torch.arange(longest, device=lengths.device) < lengths[:, None]


# ---- Tags -----------------------------------------------------------------------------------------------------------
# The model's tags are in the training scheme, BIO or BIOES, such as `B-PER`; results have the style of the training file.


def parse(tag: str) -> Tuple[str, str]:
    """Splits a tag into letter and type."""
    letter, _, kind = tag.partition("-")
    return letter, kind


def is_legal(scheme: str, left: Tuple[str, str], right: Tuple[str, str]) -> bool:
    """Whether `right` may follow `left`, both parsed."""
    if scheme == "none":
        return True
    same_type = left[1] == right[1]
    if scheme == "BIO":
        return right[0] != "I" or (left[0] != "O" and same_type)
    is_open, continues = left[0] in "BI", right[0] in "IE"
    return (continues and same_type) if is_open else not continues


def spans_of(tags: Sequence[str]) -> List[Tuple[int, int, str]]:
    """(start, end, type) of each span, end exclusive. Invalid sequences are read as conlleval does."""
    spans: List[Tuple[int, int, str]] = []
    before = ("O", "")
    for i, tag in enumerate(tags):
        letter, kind = parse(tag)
        begins = letter in "BS" or before[0] in "OES" or before[1] != kind
        if letter != "O":
            start = i if begins else spans.pop()[0]
            spans.append((start, i + 1, kind))
        before = (letter, kind)
    return spans


def spell(style: dict, spans: Sequence[Tuple[int, int, str]], length: int) -> List[str]:
    """The tags of spans in a style."""
    tags = [style["letters"]["outside"]] * length
    previous = (-1, -1, "")
    for start, end, kind in spans:
        adjoins = previous[1] == start and previous[2] == kind
        for i in range(start, end):
            role = role_at(style["scheme"], i == start, i == end - 1, adjoins)
            letter = style["letters"][role]
            parts = [kind, letter] if style["typeFirst"] else [letter, kind]
            is_bare = style["scheme"] == "IO" and letter == ""  # types without letters
            tags[i] = kind if is_bare else style["separator"].join(parts) if kind else letter
        previous = (start, end, kind)
    return tags


def role_at(scheme: str, first: bool, last: bool, adjoins: bool) -> str:
    if scheme in ("BIOES", "BMES"):
        return ("single" if last else "begin") if first else ("end" if last else "inside")
    begins = {"BIO": first, "IOB1": first and adjoins, "IO": False}[scheme]
    return "begin" if begins else "inside"


# ---- Words ----------------------------------------------------------------------------------------------------------


def zero_digits(text: str) -> str:
    return re.sub(r"\d", "0", text)  # digits of any script


PLAIN = {"‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"'}
PLAIN.update({"\u2010": "-", "\u2011": "-", "\u2013": "--", "\u2014": "--", "…": "..."})  # hyphens, dashes


def plain_punctuation(text: str) -> str:
    return text.translate(str.maketrans(PLAIN))


def spellings(word: str) -> List[str]:
    """Spellings to look up the pretrained vector of a word by, best first."""
    written = [word, word.lower(), zero_digits(word), zero_digits(word.lower())]
    return written + [plain_punctuation(spelling) for spelling in written]


class Vocabulary:
    """Ids of words and characters. Rows of vectors.bin, whose words are hashes, follow those of the word table."""

    def __init__(self, data: dict, hashes: Sequence[float]):
        self.data = data  # as in vocabulary.json
        self.options = data["options"]
        self.words = {word: row for row, word in enumerate(data["words"])}
        self.vector_rows = {int(value): row for row, value in enumerate(hashes)}
        self.characters = {character: id for id, character in enumerate(data["characters"])}
        self.unlinked = set(data.get("unlinked", []))

    def form(self, token: str) -> str:
        return zero_digits(token) if self.options["digitsToZero"] else token

    def key(self, token: str) -> str:
        return self.form(token).lower() if self.options["lowercase"] else self.form(token)

    def entry(self, key: str) -> str:
        """How the words are written in vocabulary.json."""
        return f"#{hash_word(key):x}" if self.options.get("hashedWords") else key

    def row(self, token: str) -> int:
        """The row of a word; 0 if it is unknown."""
        key = self.key(token)
        for word in (key, plain_punctuation(key)):
            if self.entry(word) in self.words:
                return self.words[self.entry(word)]
        stored = self.vector_row(key)
        return 0 if stored is None else len(self.words) + stored

    def vector_row(self, key: str) -> Optional[int]:
        """The row of a word in vectors.bin."""
        rows = (self.vector_rows.get(hash_word(word)) for word in spellings(key)) if self.vector_rows else ()
        return next((row for row in rows if row is not None), None)

    def link_key(self, token: str) -> Optional[str]:
        """What tokens of the same word share; None for words that are not linked: frequent ones that are no names."""
        word = token.lower()
        is_linked = any(character.isalpha() for character in word) and self.row(word) not in self.unlinked
        return word if is_linked else None

    def character_ids(self, token: str) -> List[int]:
        """Ids of the characters, case-sensitive and truncated to the maximum length; at least one."""
        form = self.form(token)[: self.options["maxFormLength"]]
        known = self.characters
        return [known.get(c, known.get(plain_punctuation(c)[0], 0)) for c in form] or [0]


def hash_word(word: str) -> int:
    """A 53-bit hash, which fits a double: two multiplicative hashes of the UTF-8 bytes, mixed."""
    low, high = 0x811C9DC5, 0x2545F491
    for byte in word.encode("utf-8", "replace"):
        low = (low ^ byte) * 0x01000193 % 2**32
        high = ((high << 5 | high >> 27) % 2**32 ^ byte) * 0x9E3779B1 % 2**32
    return (mix(high) >> 11) * 2**32 + mix(low)


def mix(x: int) -> int:
    x = (x ^ x >> 16) * 0x7FEB352D % 2**32
    x = (x ^ x >> 15) * 0x846CA68B % 2**32
    return x ^ x >> 16


# ---- Files ----------------------------------------------------------------------------------------------------------


READ = ["config.json", "vocabulary.json", "model.safetensors", "vectors.bin"]
PROGRAMS = [
    "tagger.py",
    "train.py",
    "training_data.py",
    "tagger.mjs",
    "tagger.d.mts",
    "tagger.d.ts",
]  # the same in every model
GRAPH, GRAPH_DATA = "model.onnx", "model.onnx.data"
IN_GRAPH = ("constraints", "consistency")  # settings that model.onnx has as constants, and that train.py can change
GATE_ORDERS = {"lstm": [0, 3, 1, 2], "gru": [1, 0, 2], "rnn": [0]}  # of our gates in ONNX: i o f c; z r h


def read_files(path: str) -> Dict[str, bytes]:
    """The files of a model: of a zip, of a folder, or of a zip of a folder."""
    wanted = [*READ, *PROGRAMS, GRAPH, GRAPH_DATA]
    if Path(path).is_dir():
        return {name: Path(path, name).read_bytes() for name in wanted if Path(path, name).exists()}
    with zipfile.ZipFile(path) as bundle:
        names = bundle.namelist()
        found = next((name for name in names if re.fullmatch(r"([^/]+/)?config\.json", name)), None)
        if found is None:
            raise ValueError(f"{path} has no config.json: it is not a model of Tagsmith")
        folder = found[: -len("config.json")]
        return {name: bundle.read(folder + name) for name in wanted if folder + name in names}


def write_files(path: str, files: Dict[str, bytes]) -> None:
    """Writes a zip beside its place and moves it there, so that nobody sees a part of it."""
    temporary = f"{path}.{os.getpid()}"
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, contents in files.items():
            stored = name in ("model.safetensors", "vectors.bin", GRAPH_DATA)  # hardly get smaller
            bundle.writestr(name, contents, zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED)
    os.replace(temporary, path)


def read_safetensors(data: bytes) -> Dict[str, Tensor]:
    """8 bytes of header length, a JSON header with types, shapes and offsets, values. Those of type I8 have scales."""
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    types = {"F32": "<f4", "F16": "<f2", "I8": "i1"}
    arrays = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        values = np.frombuffer(data[start + begin : start + end], types[entry["dtype"]]).astype(np.float32)
        arrays[name] = values.reshape(entry["shape"])
    for name, entry in header.items():
        if entry["dtype"] == "I8":
            arrays[name] = arrays[name] * arrays.pop(f"{name}.scale")
    return {name: torch.from_numpy(values) for name, values in arrays.items()}


def write_safetensors(tensors: Dict[str, Tensor]) -> bytes:
    """The same as float32, with its values at a multiple of 8 bytes."""
    header, values = {"__metadata__": {"format": "tagsmith-model"}}, []
    end = 0
    for name, tensor in tensors.items():
        values.append(tensor.detach().cpu().numpy().astype("<f4").tobytes())
        begin, end = end, end + len(values[-1])
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *values])


def safetensors_header(data: bytes) -> bytes:
    return data[: 8 + int.from_bytes(data[:8], "little")]


def read_vectors(data: bytes, words: int, dimensions: int) -> Tuple[List[float], Tensor]:
    """Hashes of words and their vectors [words, E], stored as int8 with one scale per row."""
    hashes = np.frombuffer(data, "<f8", words)
    scales = np.frombuffer(data, "<f4", words, offset=8 * words)
    values = np.frombuffer(data, np.int8, words * dimensions, offset=12 * words).reshape(words, dimensions)
    return hashes.tolist(), torch.from_numpy(values * scales[:, None])


def torch_state(config: dict, stored: Dict[str, Tensor], vectors: Optional[Tensor]) -> Dict[str, Tensor]:
    """Tagsmith's parameters with the names and layouts of PyTorch's layers."""
    state = {"words.weight": stored["words"], "output.weight": stored["output.w"].T, "output.bias": stored["output.b"]}
    if vectors is not None:
        state["vectors"] = vectors
    if config["charEncoder"] != "none":
        state["characters.weight"] = stored["char.embedding"]
    if config["charEncoder"] == "cnn":
        filters = stored["char.filters"]  # [Ec, 3F]: previous, current, next character
        state["char_cnn.weight"] = filters.unflatten(1, (3, -1)).permute(2, 0, 1)  # [F, Ec, 3]
        state["char_cnn.bias"] = stored["char.bias"]
    for name, stored_name in recurrent_layers(config).items():
        wx, b, wh = (stored[f"{stored_name}.{part}"] for part in ("wx", "b", "wh"))  # [inputs, DGH], [DGH], [D, H, GH]
        directions = wh.shape[0]  # D
        for direction, suffix in enumerate(("l0", "l0_reverse")[:directions]):
            state[f"{name}.weight_ih_{suffix}"] = wx.chunk(directions, 1)[direction].T
            state[f"{name}.weight_hh_{suffix}"] = wh[direction].T
            state[f"{name}.bias_ih_{suffix}"] = b.chunk(directions)[direction]
            state[f"{name}.bias_hh_{suffix}"] = torch.zeros(wh.shape[2])
    if config.get("context") == "document":
        state.update({f"context.{part}.weight": stored[f"context.{part}"].T for part in "qkvu"})
        state["context.u.bias"] = stored["context.b"]
    if config["decoder"] == "crf":
        state.update({name: stored[name] for name in ("crf.transitions", "crf.start", "crf.end")})
    return state


def stored_state(config: dict, state: Dict[str, Tensor]) -> Dict[str, Tensor]:
    """The inverse of torch_state, without the vectors. Raises ValueError for what Tagsmith has no parameter for."""
    stored = {"words": state["words.weight"]}
    if config["charEncoder"] != "none":
        stored["char.embedding"] = state["characters.weight"]
    if config["charEncoder"] == "cnn":
        stored["char.filters"] = state["char_cnn.weight"].permute(1, 2, 0).flatten(1)  # [Ec, 3F]
        stored["char.bias"] = state["char_cnn.bias"]
    for name, stored_name in recurrent_layers(config).items():
        suffixes = [suffix for suffix in ("l0", "l0_reverse") if f"{name}.weight_ih_{suffix}" in state]
        stored[f"{stored_name}.wx"] = torch.cat([state[f"{name}.weight_ih_{suffix}"].T for suffix in suffixes], 1)
        stored[f"{stored_name}.b"] = torch.cat([single_bias(config, state, name, suffix) for suffix in suffixes])
        stored[f"{stored_name}.wh"] = torch.stack([state[f"{name}.weight_hh_{suffix}"].T for suffix in suffixes])
    stored.update({"output.w": state["output.weight"].T, "output.b": state["output.bias"]})
    if config["decoder"] == "crf":
        stored.update({name: state[name] for name in ("crf.transitions", "crf.start", "crf.end")})
    if config.get("context") == "document":
        stored.update({f"context.{part}": state[f"context.{part}.weight"].T for part in "qkvu"})
        stored["context.b"] = state["context.u.bias"]
    return stored


def single_bias(config: dict, state: Dict[str, Tensor], name: str, suffix: str) -> Tensor:
    """PyTorch adds two biases: their sum is enough, except in a GRU's new gate, where the reset gate is between."""
    hidden_bias = state[f"{name}.bias_hh_{suffix}"]
    if config["cell"] == "gru" and name != "char_lstm" and hidden_bias.chunk(3)[2].any():
        raise ValueError(
            f"{name}.bias_hh_{suffix} was trained, and a GRU of Tagsmith has none. Keep it frozen, as it was loaded."
        )
    return state[f"{name}.bias_ih_{suffix}"] + hidden_bias


def onnx_weights(config: dict, stored: Dict[str, Tensor]) -> bytes:
    """The parameters that ONNX has in another layout (`weightsForOnnx` in src/export/onnx/onnx-weights.ts), in float32."""
    arrays = []
    if config["charEncoder"] == "cnn":
        filters = stored["char.filters"]  # [Ec, 3F]
        arrays.append(filters.reshape(len(filters), 3, -1).permute(2, 0, 1))
    for name in recurrent_layers(config).values():
        wx, wh, b = (stored[f"{name}.{part}"] for part in ("wx", "wh", "b"))
        directions, hidden = wh.shape[:2]
        order = GATE_ORDERS["lstm" if name == "char.lstm" else config["cell"]]
        sizes = [directions, len(order), hidden]
        arrays.append(wx.reshape(-1, *sizes)[:, :, order].permute(1, 2, 3, 0))  # W [D, G, H, inputs]
        arrays.append(wh.reshape(directions, hidden, len(order), hidden)[:, :, order].permute(0, 2, 3, 1))  # R
        biases = b.reshape(sizes)[:, order].flatten(1)
        arrays.append(torch.cat([biases, torch.zeros_like(biases)], 1))  # ONNX adds two biases
    return b"".join(values.contiguous().cpu().numpy().astype("<f4").tobytes() for values in arrays)


def recurrent_layers(config: dict) -> Dict[str, str]:
    """Recurrent layers and their names in Tagsmith. Gates have the same order: i, f, g, o; r, z, n of a GRU."""
    names = {"char_lstm": "char.lstm"} if config["charEncoder"] == "lstm" else {}
    names.update({f"encoder.{layer}": f"layer{layer}" for layer in range(config["layers"])})
    return names


# ---- Tagger ---------------------------------------------------------------------------------------------------------


class Tagger:
    """A model with its vocabulary: turns tokens into tags."""

    def __init__(self, model: Model, vocabulary: Vocabulary, about: dict, files: Dict[str, bytes]):
        self.model = model
        self.vocabulary = vocabulary
        self.about = about  # config.json
        self.files = files  # of the bundle
        self.config = about["config"]  # the settings
        self.tags: List[str] = vocabulary.data["tags"]  # [K] in the training scheme
        self.tag_ids = {tag: id for id, tag in enumerate(self.tags)}
        self.style = about["style"]  # of the training file

    @staticmethod
    def load(path: str) -> "Tagger":
        files = read_files(path)
        about, words = json.loads(files["config.json"]), json.loads(files["vocabulary.json"])
        if "features" in words:
            raise ValueError(
                f"{path} has {' and '.join(words['features'])} as inputs of a token, which tagger.py does not read. "
                "Use tagger.mjs or Tagsmith, or train without them."
            )
        if about["format"] != "tagsmith-model" or about["version"] not in (1, 2, 3, 5):
            raise ValueError(f"{path} is {about['format']} {about['version']}, expected tagsmith-model 1, 2, 3 or 5")
        config, style, tags = about["config"], about["style"], words["tags"]
        hashes, vectors = [], None
        if "vectors" in about:
            hashes, vectors = read_vectors(files["vectors.bin"], **about["vectors"])
        scheme = "none" if style["scheme"] == "none" else config["scheme"]
        model = Model(config, len(words["words"]), len(words["characters"]), len(tags), len(hashes))
        model.load_state_dict(torch_state(config, read_safetensors(files["model.safetensors"]), vectors))
        if config["decoder"] == "crf" and config["constraints"]:
            model.crf.forbid(tags, scheme)
        if model.context is not None:
            model.consistency = Consistency(tags, scheme, config)
        return Tagger(model.eval(), Vocabulary(words, hashes), about, files)

    def save(self, path: str, provenance: Optional[dict] = None) -> List[str]:
        """Writes the model as a zip for Tagsmith, in float32. Returns what a reader should know of it.

        provenance: what config.json says of the training; default: the same, without scores.
        """
        state = stored_state(self.config, self.model.state_dict())
        bad = [name for name, values in state.items() if not values.isfinite().all()]
        if bad:
            raise ValueError(f"{bad[0]} has values that are not finite: the model cannot be saved")
        vocabulary = self.vocabulary.data
        contents = {
            "vocabulary.json": json.dumps(vocabulary, separators=(",", ":")).encode(),
            "model.safetensors": write_safetensors(state),
        }
        if "vectors" in self.about:
            contents["vectors.bin"] = self.files["vectors.bin"]
        if provenance is None:
            provenance = {key: value for key, value in self.about["provenance"].items() if key != "dev"}
        about = {key: value for key, value in self.about.items() if key != "precision"}
        about["version"] = self.version()
        about["provenance"] = provenance
        about["checksums"] = {name: zlib.crc32(data) for name, data in contents.items()}
        kept = {name: self.files[name] for name in PROGRAMS if name in self.files}
        remarks = []
        if GRAPH in self.files:  # it has the places of the parameters in the other files
            before = json.loads(self.files["config.json"])["config"]
            if any(before.get(name) != self.config.get(name) for name in IN_GRAPH):
                remarks.append(f"{path} has no model.onnx, since its settings changed. `tagsmith export` adds it.")
            elif safetensors_header(contents["model.safetensors"]) == safetensors_header(self.files["model.safetensors"]):
                kept[GRAPH] = self.files[GRAPH]
                if GRAPH_DATA in self.files:
                    kept[GRAPH_DATA] = onnx_weights(self.config, state)
            else:
                remarks.append(f"{path} has no model.onnx, since its parameters changed. `tagsmith export` adds it.")
        card = f"# A sequence tagger trained with Tagsmith and PyTorch\n\n{CARD}"
        write_files(
            path, {"config.json": json.dumps(about, indent=2).encode(), **contents, "README.md": card.encode(), **kept}
        )
        return remarks

    def version(self) -> int:
        """Of the format: earlier readers refuse what they would misread."""
        if self.model.context is not None:
            return 5 if self.config.get("consistency", 0) > 0 else 3
        return 2 if self.vocabulary.data["options"].get("hashedWords") else 1

    def batch(self, sentences: Sequence[Sequence[str]], documents: Optional[Sequence[int]] = None) -> Batch:
        """Encodes sentences as ids on the device of the model. Those without tokens are skipped.

        documents: of each sentence; neighbours of the same one are linked by a model of documents. Default: one document.
        """
        chosen = [i for i, sentence in enumerate(sentences) if len(sentence) > 0]
        tokens = [sentences[i] for i in chosen]
        ids = [[self.vocabulary.character_ids(token) for token in sentence] for sentence in tokens]
        longest = max(len(sentence) for sentence in tokens)
        longest_word = max(len(word) for sentence in ids for word in sentence)
        words = torch.zeros(len(tokens), longest, dtype=torch.long)
        characters = torch.zeros(len(tokens), longest, longest_word, dtype=torch.long)
        word_lengths = torch.ones(len(tokens), longest, dtype=torch.long)
        for b, sentence in enumerate(tokens):
            words[b, : len(sentence)] = torch.tensor([self.vocabulary.row(token) for token in sentence])
            for t, word in enumerate(ids[b]):
                characters[b, t, : len(word)] = torch.tensor(word)
                word_lengths[b, t] = len(word)
        lengths = torch.tensor([len(sentence) for sentence in tokens])
        device = self.model.output.weight.device
        links = None
        if self.model.context is not None:
            windows = windows_of(sentences, documents)
            keys = [[self.vocabulary.link_key(token) for token in sentence] for sentence in tokens]
            found = links_of([(b, windows[i], keys[b]) for b, i in enumerate(chosen)], longest)
            links = padded_links(found, len(tokens), longest)
        ids = (ids.to(device) for ids in (words, characters, word_lengths, lengths))
        return Batch(*ids, None if links is None else links.to(device))

    @torch.no_grad()
    def emissions(
        self, sentences: Sequence[Sequence[str]], documents: Optional[Sequence[int]] = None
    ) -> List[np.ndarray]:
        """The emissions [T, K] of each sentence. documents: as for `batch`."""
        found = [np.zeros((0, len(self.tags)), np.float32)] * len(sentences)
        for chosen in self.batches(sentences, documents):
            own = None if documents is None else [documents[i] for i in chosen]
            scores = self.model(self.batch([sentences[i] for i in chosen], own)).cpu().numpy()
            for row, i in enumerate(chosen):
                found[i] = scores[row, : len(sentences[i])]
        return found

    def batches(self, sentences: Sequence[Sequence[str]], documents: Optional[Sequence[int]]) -> List[List[int]]:
        """The sentences of each batch: of similar length, or of one window of a document if the model reads these."""
        order = [i for i, sentence in enumerate(sentences) if len(sentence) > 0]
        if self.model.context is not None:
            windows = windows_of(sentences, documents)
            return [list(window) for _, window in groupby(order, lambda i: windows[i])]
        order.sort(key=lambda i: len(sentences[i]))
        return [order[first : first + BATCH_SIZE] for first in range(0, len(order), BATCH_SIZE)]

    def tag(self, sentences: Sequence[Sequence[str]], documents: Optional[Sequence[int]] = None) -> List[List[str]]:
        """One tag per token, in the style of the training file. documents: as for `batch`."""
        return [self.decode(scores) for scores in self.emissions(sentences, documents)]

    def decode(self, emissions: np.ndarray) -> List[str]:
        """The best tags for emissions [T, K]."""
        if len(emissions) == 0:
            return []
        tags = [self.tags[k] for k in self.model.crf.viterbi(emissions)]
        return tags if self.style["scheme"] == "none" else spell(self.style, spans_of(tags), len(tags))


def windows_of(sentences: Sequence[Sequence[str]], documents: Optional[Sequence[int]]) -> List[int]:
    """The number of the window of each sentence (`Windows` in src/data/batches/encode.ts)."""
    numbers: List[int] = []
    number = tokens = 0
    for i, sentence in enumerate(sentences):
        is_new = i > 0 and documents is not None and documents[i] != documents[i - 1]
        if is_new or tokens + len(sentence) > WINDOW_TOKENS:
            number += 1
            tokens = 0
        numbers.append(number)
        tokens += len(sentence)
    return numbers


def links_of(sentences: Sequence[Tuple[int, int, Sequence]], longest: int) -> Dict[int, List[int]]:
    """Where else the words of a batch occur in their windows (`linksOf` in src/data/batches/links.ts).

    sentences: b, window, and the key of each token, None if it is not linked; in the order of the document.
    Returns for each linked token b * longest + t, in the order of Tagsmith, the nearest others, nearest first.
    """
    occurrences: Dict[tuple, List[Tuple[int, int]]] = {}  # place in the text, b * longest + t
    place = 0
    for b, window, keys in sentences:
        for t, key in enumerate(keys):
            if key is not None:
                occurrences.setdefault((window, key), []).append((place, b * longest + t))
            place += 1
    links = {}
    for places in occurrences.values():
        for i, (here, token) in enumerate(places if len(places) > 1 else ()):
            nearby = places[max(0, i - MAX_LINKS) : i] + places[i + 1 : i + 1 + MAX_LINKS]
            nearby.sort(key=lambda place: abs(place[0] - here))  # of two as near the earlier one stays first
            links[token] = [other for _, other in nearby[:MAX_LINKS]]
    return links


def padded_links(links: Dict[int, List[int]], sentences: int, longest: int) -> Optional[Tensor]:
    """Links as [B, T, M]; None if there are none."""
    if not links:
        return None
    table = torch.full((sentences * longest, max(map(len, links.values()))), -1)
    for token, others in links.items():
        table[token, : len(others)] = torch.tensor(others)
    return table.view(sentences, longest, -1)


CARD = """It was trained further in PyTorch. `config.json` has its data, settings and scores.

    tagsmith export MODEL.zip --as zip --out NEW.zip       the same model with a full model card and model.onnx
    tagsmith tag MODEL.zip TEXT
    python tagger.py MODEL.zip < TOKENS.txt
"""


def main(path: str) -> None:
    """Adds a column of tags to the lines of standard input."""
    sys.stdout.reconfigure(encoding="utf-8")
    with open(0, encoding="utf-8-sig") as lines:  # skips a byte order mark
        text = [line.rstrip("\n") for line in lines]
    tokens = [re.split("[ \t]", line.strip())[0] for line in text]  # "" in a blank line
    sentences: List[List[str]] = [[]]
    documents = [0]
    for token in tokens:
        if token in ("", DOCUMENT_START):
            sentences.append([])
            documents.append(documents[-1] + (token == DOCUMENT_START))
        else:
            sentences[-1].append(token)
    tagger = Tagger.load(path)
    tags = (tag for sentence in tagger.tag(sentences, documents) for tag in sentence)
    for line, token in zip(text, tokens):
        if token == "":
            print()
            continue
        tag = next(tags) if token != DOCUMENT_START else tagger.style["letters"]["outside"] or "-X-"
        print(line.rstrip() + ("\t" if "\t" in line else " ") + tag)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "train":
        from train import main as train

        train(sys.argv[2:])
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit("usage: python tagger.py MODEL < tokens.txt\n       python tagger.py train --help")
