"""Runs a tagger trained with Tagsmith, and loads it into PyTorch for further training.

Needs PyTorch 1.13 or later and numpy. MODEL is the zip file of the model, or the folder it was unpacked to.

    python tagger.py MODEL < tokens.txt      one token per line, a blank line after each sentence; other columns
                                             are kept, the tag is appended as the last column

    from tagger import Tagger
    tagger = Tagger.load("model.zip")
    tagger.tag([["EU", "rejects", "German", "call"]])      # for example [["B-ORG", "O", "B-MISC", "O"]]
    tagger.emissions([["EU", "rejects"]])                  # one float32 array [T, K] per sentence

    model = tagger.model.train()                           # an nn.Module of PyTorch's standard layers
    batch = tagger.batch(sentences)                        # ids; sentences without tokens are skipped
    loss = model.loss(batch, gold)                         # gold: LongTensor [B, T] of indices into tagger.tags
    model.eval()                                           # before tagging: disables dropout

Shapes: B sentences, T tokens of the longest, L characters of the longest word, K tags, H hidden units per direction,
E word dimensions, Ec character dimensions, F character features, G gates.
"""

import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

ILLEGAL = -1e4  # added to the score of an illegal transition: exp(-1e4) is 0, and unlike -inf it can be subtracted
BATCH_SIZE = 32
DOCUMENT_START = "-DOCSTART-"  # marks a document in CoNLL files; not a token


# ---- The model ----------------------------------------------------------------------------------------------------


class Batch(NamedTuple):
    words: Tensor  # [B, T] rows of the word table
    characters: Tensor  # [B, T, L]
    word_lengths: Tensor  # [B, T] characters of each word; 1 for padding
    lengths: Tensor  # [B] tokens of each sentence


class Model(nn.Module):
    """Word embeddings and character features, a recurrent network, a linear layer, and a CRF."""

    def __init__(self, config: dict, words: int, characters: int, tags: int):
        super().__init__()
        features, hidden, layers = config["charFeatures"], config["hidden"], config["layers"]
        self.words = nn.Embedding(words, config["wordDim"])
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
        between = config["dropoutOutput"] if layers > 1 else 0.0
        self.direction = config.get("direction", "both")  # models of earlier versions have no such setting
        both = self.direction == "both"
        self.encoder = cell(inputs, hidden, layers, batch_first=True, bidirectional=both, dropout=between)
        self.output = nn.Linear((2 if both else 1) * hidden, tags)
        self.crf = Crf(tags, learnt=config["decoder"] == "crf")
        self.drop_characters = nn.Dropout(config["dropoutChar"])
        self.drop_inputs = nn.Dropout(config["dropoutInput"])
        self.drop_outputs = nn.Dropout(config["dropoutOutput"])

    def forward(self, batch: Batch) -> Tensor:
        """Emissions: the score of each tag for each token, [B, T, K]; undefined for padding."""
        x = self.words(batch.words)  # [B, T, E]
        if self.char_cnn is not None or self.char_lstm is not None:
            x = torch.cat([x, self.character_features(batch)], 2)  # [B, T, E + F]
        lengths = batch.lengths.cpu()  # packing needs them on the CPU
        x = self.drop_inputs(x)
        if self.direction == "backward":
            x = reversed_sequences(x, batch.lengths)
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        y, _ = pad_packed_sequence(self.encoder(packed)[0], batch_first=True)  # [B, T, DH], D directions
        if self.direction == "backward":
            y = reversed_sequences(y, batch.lengths)
        return self.output(self.drop_outputs(y))

    def character_features(self, batch: Batch) -> Tensor:
        """[B, T, F]"""
        characters, lengths = batch.characters.flatten(0, 1), batch.word_lengths.flatten()  # [BT, L], [BT]
        # One dropout mask per character of the alphabet, as in training.
        embedded = F.embedding(characters, self.drop_characters(self.characters.weight))  # [BT, L, Ec]
        if self.char_cnn is not None:
            inside = positions(lengths, characters.shape[1])  # [BT, L]
            padded = embedded * inside[:, :, None]  # zero outside of the word
            y = self.char_cnn(padded.transpose(1, 2))  # [BT, F, L]
            y = y.masked_fill(~inside[:, None], -torch.inf).amax(2)
        else:
            packed = pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
            _, (last, _) = self.char_lstm(packed)  # [2, BT, F/2]: final state of each direction
            y = torch.cat([last[0], last[1]], 1)
        return y.unflatten(0, batch.words.shape)

    def loss(self, batch: Batch, gold: Tensor) -> Tensor:
        """Negative log-likelihood of the gold tags, mean over sentences. gold: [B, T]; any index for padding."""
        return self.crf.loss(self(batch), gold, batch.lengths)


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

    def loss(self, emissions: Tensor, gold: Tensor, lengths: Tensor) -> Tensor:
        """Negative log-likelihood by the forward algorithm in log space. [B, T, K], [B, T], [B] to []"""
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
        return (all_paths - path).mean()

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
    """Ids of words and characters. The words of vectors.bin are stored as hashes; their rows follow those of the word table."""

    def __init__(self, data: dict, hashes: Sequence[float]):
        self.options = data["options"]
        self.words = {word: row for row, word in enumerate(data["words"])}
        self.vector_rows = {int(value): len(self.words) + row for row, value in enumerate(hashes)}
        self.characters = {character: id for id, character in enumerate(data["characters"])}

    def form(self, token: str) -> str:
        return zero_digits(token) if self.options["digitsToZero"] else token

    def row(self, token: str) -> int:
        """The row of a word; 0 if it is unknown."""
        key = self.form(token).lower() if self.options["lowercase"] else self.form(token)
        for word in (key, plain_punctuation(key)):
            entry = f"#{hash_word(word):x}" if self.options.get("hashedWords") else word
            if entry in self.words:
                return self.words[entry]
        rows = (self.vector_rows.get(hash_word(word)) for word in spellings(key)) if self.vector_rows else ()
        return next((row for row in rows if row is not None), 0)

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


def read_files(path: str) -> Dict[str, bytes]:
    names = ["config.json", "vocabulary.json", "model.safetensors", "vectors.bin"]
    if Path(path).is_dir():
        return {name: Path(path, name).read_bytes() for name in names if Path(path, name).exists()}
    with zipfile.ZipFile(path) as bundle:
        return {name: bundle.read(name) for name in names if name in bundle.namelist()}


def read_safetensors(data: bytes) -> Dict[str, Tensor]:
    """8 bytes of header length, a JSON header with types, shapes and offsets, values. Those of type I8 have scales beside them."""
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


def read_vectors(data: bytes, words: int, dimensions: int) -> Tuple[List[float], Tensor]:
    """Hashes of words and their vectors [words, E], stored as int8 with one scale per row."""
    hashes = np.frombuffer(data, "<f8", words)
    scales = np.frombuffer(data, "<f4", words, offset=8 * words)
    values = np.frombuffer(data, np.int8, words * dimensions, offset=12 * words).reshape(words, dimensions)
    return hashes.tolist(), torch.from_numpy(values * scales[:, None])


def torch_state(config: dict, stored: Dict[str, Tensor], vectors: Optional[Tensor]) -> Dict[str, Tensor]:
    """Tagsmith's parameters with the names and layouts of PyTorch's layers."""
    table = stored["words"] if vectors is None else torch.cat([stored["words"], vectors])
    state = {"words.weight": table, "output.weight": stored["output.w"].T, "output.bias": stored["output.b"]}
    if config["charEncoder"] != "none":
        state["characters.weight"] = stored["char.embedding"]
    if config["charEncoder"] == "cnn":
        filters = stored["char.filters"]  # [Ec, 3F]: previous, current, next character
        state["char_cnn.weight"] = filters.unflatten(1, (3, -1)).permute(2, 0, 1)  # [F, Ec, 3]
        state["char_cnn.bias"] = stored["char.bias"]
    if config["charEncoder"] == "lstm":
        state.update(recurrent_state("char_lstm", 0, stored, "char.lstm"))
    for layer in range(config["layers"]):
        state.update(recurrent_state("encoder", layer, stored, f"layer{layer}"))
    if config["decoder"] == "crf":
        state.update({name: stored[name] for name in ("crf.transitions", "crf.start", "crf.end")})
    return state


def recurrent_state(name: str, layer: int, stored: Dict[str, Tensor], stored_name: str) -> Dict[str, Tensor]:
    """The gates have PyTorch's order: i, f, g, o of an LSTM, r, z, n of a GRU."""
    wx, b, wh = (stored[f"{stored_name}.{part}"] for part in ("wx", "b", "wh"))  # [inputs, DGH], [DGH], [D, H, GH]
    directions = wh.shape[0]  # D
    state = {}
    for direction, suffix in enumerate((f"l{layer}", f"l{layer}_reverse")[:directions]):
        state[f"{name}.weight_ih_{suffix}"] = wx.chunk(directions, 1)[direction].T
        state[f"{name}.weight_hh_{suffix}"] = wh[direction].T
        state[f"{name}.bias_ih_{suffix}"] = b.chunk(directions)[direction]
        state[f"{name}.bias_hh_{suffix}"] = torch.zeros(wh.shape[2])  # PyTorch has two biases
    return state


# ---- Tagger ---------------------------------------------------------------------------------------------------------


class Tagger:
    """A model with its vocabulary: turns tokens into tags."""

    def __init__(self, model: Model, vocabulary: Vocabulary, tags: List[str], style: dict):
        self.model = model
        self.vocabulary = vocabulary
        self.tags = tags  # [K] in the training scheme
        self.style = style  # of the training file

    @staticmethod
    def load(path: str) -> "Tagger":
        files = read_files(path)
        about, words = json.loads(files["config.json"]), json.loads(files["vocabulary.json"])
        if about["format"] != "tagsmith-model" or about["version"] not in (1, 2):
            raise ValueError(f"{path} is {about['format']} {about['version']}, expected tagsmith-model 1 or 2")
        config, style, tags = about["config"], about["style"], words["tags"]
        hashes, vectors = [], None
        if "vectors" in about:
            hashes, vectors = read_vectors(files["vectors.bin"], **about["vectors"])
        vocabulary = Vocabulary(words, hashes)
        model = Model(config, len(words["words"]) + len(hashes), len(words["characters"]), len(tags))
        model.load_state_dict(torch_state(config, read_safetensors(files["model.safetensors"]), vectors))
        if config["decoder"] == "crf" and config["constraints"]:
            model.crf.forbid(tags, "none" if style["scheme"] == "none" else config["scheme"])
        return Tagger(model.eval(), vocabulary, tags, style)

    def batch(self, sentences: Sequence[Sequence[str]]) -> Batch:
        """Encodes sentences as ids on the device of the model. Those without tokens are skipped."""
        tokens = [sentence for sentence in sentences if len(sentence) > 0]
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
        return Batch(*(ids.to(device) for ids in (words, characters, word_lengths, lengths)))

    @torch.no_grad()
    def emissions(self, sentences: Sequence[Sequence[str]]) -> List[np.ndarray]:
        """The emissions [T, K] of each sentence."""
        found = [np.zeros((0, len(self.tags)), np.float32)] * len(sentences)
        order = [i for i, sentence in enumerate(sentences) if len(sentence) > 0]
        order.sort(key=lambda i: len(sentences[i]))  # batches of similar length
        for first in range(0, len(order), BATCH_SIZE):
            chosen = order[first : first + BATCH_SIZE]
            scores = self.model(self.batch([sentences[i] for i in chosen])).cpu().numpy()
            for row, i in enumerate(chosen):
                found[i] = scores[row, : len(sentences[i])]
        return found

    def tag(self, sentences: Sequence[Sequence[str]]) -> List[List[str]]:
        """One tag per token, in the style of the training file."""
        return [self.decode(scores) for scores in self.emissions(sentences)]

    def decode(self, emissions: np.ndarray) -> List[str]:
        """The best tags for emissions [T, K]."""
        if len(emissions) == 0:
            return []
        tags = [self.tags[k] for k in self.model.crf.viterbi(emissions)]
        return tags if self.style["scheme"] == "none" else spell(self.style, spans_of(tags), len(tags))


def main(path: str) -> None:
    sys.stdout.reconfigure(encoding="utf-8")
    with open(0, encoding="utf-8-sig") as lines:  # skips a byte order mark
        text = [line.rstrip("\n") for line in lines]
    tokens = [re.split("[ \t]", line.strip())[0] for line in text]  # "" in a blank line
    sentences: List[List[str]] = [[]]
    for token in tokens:
        if token in ("", DOCUMENT_START):
            sentences.append([])
        else:
            sentences[-1].append(token)
    tagger = Tagger.load(path)
    tags = (tag for sentence in tagger.tag(sentences) for tag in sentence)
    for line, token in zip(text, tokens):
        if token == "":
            print()
            continue
        tag = next(tags) if token != DOCUMENT_START else tagger.style["letters"]["outside"] or "-X-"
        print(line.rstrip() + ("\t" if "\t" in line else " ") + tag)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python tagger.py MODEL < tokens.txt")
    main(sys.argv[1])
