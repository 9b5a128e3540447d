"""A model with its vocabulary and files."""

import json
import math
import zlib
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from .checks import require_contents
from .context import Consistency
from .crf import Lattice
from .documents import links_of, padded_links, windows_of
from .files import GRAPH, GRAPH_DATA, MODEL, BadModel, is_program, read_files, reason_of, require_checksums, write_files
from .indicators import Indicators
from .model import Batch, Model
from .parameters import is_feature_crf, onnx_weights, require_shapes, stored_state, torch_state
from .tags import contradiction, spans_of, spell
from .tensors import read_safetensors, read_vectors, safetensors_header, write_safetensors
from .text import split_text
from .types import Array, Json
from .vocabulary import Vocabulary

BATCH_SIZE = 32
MARGIN = 1e-5  # of probabilities from 0 and 1 before they are calibrated
LARGEST_WEIGHT = 1e6  # src/export/stored-tensor.ts
IN_GRAPH = ("constraints", "consistency")  # settings that training can change, but that are constants in model.onnx

CARD = """It was trained further in PyTorch. `config.json` has its data, settings and scores.

    tagsmith export MODEL.zip --as zip --out NEW.zip       the same model with a full model card and model.onnx
    tagsmith tag MODEL.zip TEXT
    python tagger.py MODEL.zip < TOKENS.txt
"""


class Entity(NamedTuple):
    """An entity of a text: `text` is its part [start, end), in code points."""

    type: str
    text: str
    start: int
    end: int
    probability: float  # that exactly these tokens are an entity of this type, calibrated if the model is
    review: bool | None = None  # whether that is below the threshold of the model; None: it has none


class Class(NamedTuple):
    """A class of a text."""

    type: str
    probability: float


class Tagger:
    """Tags tokens, or gives each text one class: a model with its vocabulary."""

    def __init__(self, model: Model, vocabulary: Vocabulary, about: Json, files: dict[str, bytes]):
        self.model = model
        self.vocabulary = vocabulary
        self.about = about  # config.json
        self.files = files  # files of the bundle
        self.config = about["config"]  # the settings
        self.indicators = Indicators(vocabulary, vocabulary.data.get("features", {}).get("indicators", []))
        self.tags: list[str] = vocabulary.data["tags"]  # [K] in the training scheme
        self.tag_ids = {tag: id for id, tag in enumerate(self.tags)}
        self.style = about["style"]  # tag style of the training file
        self.scheme = scheme_of(about)  # scheme of the tags

    @staticmethod
    def load(path: str, settings: Json | None = None) -> "Tagger":
        """Reads a model. path: its zip, or the folder that it was unpacked to.

        settings: override those of the model, except for those of its architecture. Raises BadModel and OSError.
        """
        try:
            return Tagger.from_files(path, read_files(path), settings)
        except BadModel:
            raise
        except Exception as error:  # a damaged file can raise anything
            if isinstance(error, OSError) and error.filename is not None:  # not that a zip names a place outside of it
                raise
            reason = f"{path} is not a model of Tagsmith, or damaged ({reason_of(error)}). Export it again."
            raise BadModel(reason) from error

    @staticmethod
    def from_files(path: str, files: dict[str, bytes], settings: Json | None) -> "Tagger":
        """The model of `files`. path: for messages."""
        about = json.loads(files["config.json"])
        require_checksums(path, files, about)
        words = json.loads(files["vocabulary.json"])
        require_contents(about, words)
        inputs = [name for name in words.get("features", {}) if name != "indicators"]
        if inputs:
            raise BadModel(
                f"{path} has {' and '.join(inputs)} as inputs of a token, which tagger.py does not read. "
                "Use tagger.mjs or Tagsmith, or train without them."
            )
        if about["format"] != "tagsmith-model" or about["version"] != 1:
            raise BadModel(f"{path} is {about['format']} {about['version']}, expected tagsmith-model 1")
        about["config"].update(settings or {})
        config, tags = about["config"], words["tags"]
        hashes: list[float] = []
        vectors: Tensor | None = None
        if "vectors" in about:
            hashes, vectors = read_vectors(files["vectors.bin"], **about["vectors"])
        scheme = scheme_of(about)
        contradicted = contradiction(tags, scheme, about["style"])
        if contradicted is not None:
            raise BadModel(f"{path} is damaged: {contradicted}. Export it again.")
        weights = read_safetensors(files["model.safetensors"])
        sizes = (len(words["words"]), len(words["characters"]), len(tags))
        names = words.get("features", {}).get("indicators") if is_feature_crf(config) else None
        require_shapes(config, weights, *sizes, indicators=len(names or []))
        indicators = None if names is None else len(names)
        model = Model(config, *sizes, len(hashes), indicators, classes=about["style"]["scheme"] == "text")
        for name, values in [*weights.items(), *([] if vectors is None else [("vectors.bin", vectors)])]:
            if not (values.abs() <= LARGEST_WEIGHT).all():
                raise BadModel(
                    f"{path} is damaged: {name} has values above {LARGEST_WEIGHT:.0f}, or that are not numbers."
                )
        model.load_state_dict(torch_state(config, weights, vectors))
        if config["decoder"] == "crf" and config["constraints"]:
            model.crf.forbid(tags, scheme)
        if model.context is not None:
            model.consistency = Consistency(tags, scheme, config["consistency"])
        return Tagger(model.eval(), Vocabulary(words, hashes), about, files)

    @staticmethod
    def from_pretrained(name: str) -> "Tagger":
        """Reads a model from its zip or folder or, with huggingface_hub installed, from the Hugging Face Hub.

        Only data are read: the programs in the repository are neither fetched nor run.
        """
        if Path(name).exists():
            return Tagger.load(name)
        try:
            hub = import_module("huggingface_hub")
        except ImportError as error:
            raise FileNotFoundError(
                f"There is no folder or file {name}. To fetch it from the Hugging Face Hub, install huggingface_hub."
            ) from error
        return Tagger.load(hub.snapshot_download(name, allow_patterns=list(MODEL)))

    def save(self, path: str, provenance: Json | None = None) -> list[str]:
        """Writes the model as a zip for Tagsmith, in float32. Returns remarks on omitted files.

        provenance: the provenance to write to config.json; default: that of the loaded model, without scores.
        """
        state = stored_state(self.config, self.model.state_dict())
        bad = [name for name, values in state.items() if not values.isfinite().all()]
        if bad:
            raise ValueError(f"{bad[0]} has values that are not finite: the model cannot be saved")
        contents = {
            "vocabulary.json": json.dumps(self.vocabulary.data, separators=(",", ":")).encode(),
            "model.safetensors": write_safetensors(state),
        }
        if "vectors" in self.about:
            contents["vectors.bin"] = self.files["vectors.bin"]
        if provenance is None:
            provenance = {key: value for key, value in self.about["provenance"].items() if key != "dev"}
        about = {key: value for key, value in self.about.items() if key not in ("precision", "confidence")}
        about["provenance"] = provenance
        about["checksums"] = {name: zlib.crc32(data) for name, data in contents.items()}
        changed = self.changed_for_graph(contents["model.safetensors"])
        config = json.dumps(about, indent=2).encode()
        files = {
            "config.json": config,
            "config.crc32": f"{zlib.crc32(config):08x}".encode(),
            **contents,
            "README.md": f"# A sequence tagger trained with Tagsmith and PyTorch\n\n{CARD}".encode(),
            **{name: data for name, data in self.files.items() if is_program(name)},
            **({} if changed else self.graph_files(state)),
        }
        write_files(path, files)
        return [f"{path} has no model.onnx, since its {changed} changed. `tagsmith export` adds it."] if changed else []

    def changed_for_graph(self, weights: bytes) -> str | None:
        """Describes how the model differs from the graph that it was loaded with; None if it does not.

        weights: model.safetensors. The graph refers to parameters by their offsets in that file.
        """
        if GRAPH not in self.files:
            return None
        before = json.loads(self.files["config.json"])["config"]
        if any(before.get(name) != self.config.get(name) for name in IN_GRAPH):
            return "settings"
        if safetensors_header(weights) != safetensors_header(self.files["model.safetensors"]):
            return "parameters"
        return None

    def graph_files(self, state: dict[str, Tensor]) -> dict[str, bytes]:
        """The graph that the model was loaded with, for changed parameter values."""
        if GRAPH not in self.files:
            return {}
        has_data = GRAPH_DATA in self.files
        return {GRAPH: self.files[GRAPH], **({GRAPH_DATA: onnx_weights(self.config, state)} if has_data else {})}

    def batch(self, sentences: Sequence[Sequence[str]], documents: Sequence[int] | None = None) -> Batch:
        """Encodes sentences as ids on the device of the model. Empty sentences are skipped.

        documents: the document id of each sentence, if the model reads documents. Default: all in one document.
        """
        chosen = [i for i, sentence in enumerate(sentences) if len(sentence) > 0]
        tokens = [sentences[i] for i in chosen]
        longest = max(len(sentence) for sentence in tokens)
        if self.model.indicators is not None:
            return self.feature_batch(tokens, longest, self.model.indicators.weight.device)
        spelled = [[self.vocabulary.character_ids(token) for token in sentence] for sentence in tokens]
        longest_word = max(len(word) for sentence in spelled for word in sentence)
        words = torch.zeros(len(tokens), longest, dtype=torch.long)
        characters = torch.zeros(len(tokens), longest, longest_word, dtype=torch.long)
        word_lengths = torch.ones(len(tokens), longest, dtype=torch.long)
        for b, sentence in enumerate(tokens):
            words[b, : len(sentence)] = torch.tensor([self.vocabulary.row(token) for token in sentence])
            for t, word in enumerate(spelled[b]):
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
        ids = (words.to(device), characters.to(device), word_lengths.to(device), lengths.to(device))
        return Batch(*ids, None if links is None else links.to(device))

    def feature_batch(self, tokens: Sequence[Sequence[str]], longest: int, device: torch.device) -> Batch:
        """The batch of a feature CRF, which reads no words or characters."""
        found = [self.indicators.of(sentence) for sentence in tokens]
        most = max(len(ids) for sentence in found for ids in sentence)
        features = torch.full((len(tokens), longest, most), -1, dtype=torch.long)
        for b, sentence in enumerate(found):
            for t, ids in enumerate(sentence):
                features[b, t, : len(ids)] = torch.tensor(ids, dtype=torch.long)
        nothing = torch.zeros(len(tokens), longest, dtype=torch.long, device=device)
        lengths = torch.tensor([len(sentence) for sentence in tokens], device=device)
        return Batch(nothing, nothing[:, :, None], nothing + 1, lengths, features=features.to(device))

    @torch.no_grad()
    def emissions(self, sentences: Sequence[Sequence[str]], documents: Sequence[int] | None = None) -> list[Array]:
        """The emissions [T, K] of each sentence, or the scores [1, K] of each text. documents: as for `batch`."""
        found = [np.zeros((0, len(self.tags)), np.float32)] * len(sentences)
        for chosen in self.batches(sentences, documents):
            own = None if documents is None else [documents[i] for i in chosen]
            scores = self.model(self.batch([sentences[i] for i in chosen], own)).cpu().numpy()
            for row, i in enumerate(chosen):
                found[i] = scores[row, None] if self.classifies else scores[row, : len(sentences[i])]
        return found

    def batches(self, sentences: Sequence[Sequence[str]], documents: Sequence[int] | None) -> list[list[int]]:
        """The sentences of each batch: of similar length, or of one document window if the model reads documents."""
        order = [i for i, sentence in enumerate(sentences) if len(sentence) > 0]
        if self.model.context is not None:
            windows = windows_of(sentences, documents)
            return [list(window) for _, window in groupby(order, lambda i: windows[i])]
        order.sort(key=lambda i: len(sentences[i]))
        return [order[first : first + BATCH_SIZE] for first in range(0, len(order), BATCH_SIZE)]

    @property
    def classifies(self) -> bool:
        """Whether the model gives each text one class. It then has `classify`, otherwise `tag` and `predict`."""
        return self.model.pooling is not None

    def require(self, classifies: bool) -> None:
        if self.classifies and not classifies:
            raise ValueError("this model gives each text one class: call classify")
        if classifies and not self.classifies:
            raise ValueError("this model tags words: call tag or predict")

    def classify(self, texts: Sequence[str]) -> list[list[Class]]:
        """The classes of each text with their probabilities, most probable first; none for a text without words."""
        self.require(classifies=True)
        scores = self.emissions([[token.text for sentence in split_text(text) for token in sentence] for text in texts])
        return [self.classes(own[0]) if len(own) > 0 else [] for own in scores]

    def classes(self, scores: Array) -> list[Class]:
        """scores: [K]"""
        powers = np.exp(scores.astype(np.float64) - scores.max())
        found = [Class(tag, float(power / powers.sum())) for tag, power in zip(self.tags, powers)]
        return sorted(found, key=lambda one: -one.probability)

    def tag(self, sentences: Sequence[Sequence[str]], documents: Sequence[int] | None = None) -> list[list[str]]:
        """One tag per token, in the style of the training file. documents: as for `batch`."""
        self.require(classifies=False)
        return [self.decode(scores) for scores in self.emissions(sentences, documents)]

    def predict(self, text: str) -> list[Entity]:
        """The entities of a text; of a model without a scheme, each token with its tag as the type."""
        self.require(classifies=False)
        sentences = list(split_text(text))
        scores = self.emissions([[token.text for token in sentence] for sentence in sentences])
        found = []
        for sentence, emissions in zip(sentences, scores):
            path = self.model.crf.viterbi(emissions)
            tags, lattice = [self.tags[k] for k in path], self.model.crf.lattice(emissions)
            spans = [(i, i + 1, tag) for i, tag in enumerate(tags)] if self.scheme == "none" else spans_of(tags)
            for first, last, kind in spans:
                start, end = sentence[first].start, sentence[last - 1].end
                probability = self.span_probability(lattice, first, path[first:last], kind)
                found.append(Entity(kind, text[start:end], start, end, *self.confidence(kind, probability)))
        return found

    def confidence(self, kind: str, probability: float) -> tuple[float, bool | None]:
        """The calibrated probability of an entity, and whether to review it. See src/eval/calibration.ts."""
        about = self.about.get("confidence", {})
        if "calibration" in about:
            scale = about["calibration"]["byType"].get(kind, about["calibration"]["all"])
            p = min(1 - MARGIN, max(MARGIN, probability))
            z = scale["slope"] * math.log(p / (1 - p)) + scale["shift"]
            probability = 1 / (1 + math.exp(min(-z, 700)))  # exp(710) overflows
        return probability, probability < about["threshold"] if "threshold" in about else None

    def span_probability(self, lattice: Lattice, first: int, path: list[int], kind: str) -> float:
        """In BIO the probability that the span continues is subtracted: its tags do not mark its end."""
        probability = lattice.probability(first, path)
        inside = self.tag_ids.get(f"I-{kind}" if kind else "I")
        if self.scheme != "BIO" or inside is None or first + len(path) == len(lattice.emissions):
            return probability
        return max(0.0, probability - lattice.probability(first, [*path, inside]))

    def decode(self, emissions: Array) -> list[str]:
        """The best tags for emissions [T, K]."""
        if len(emissions) == 0:
            return []
        return self.spell([self.tags[k] for k in self.model.crf.viterbi(emissions)])

    def spell(self, tags: Sequence[str]) -> list[str]:
        """Tags of the training scheme in the style of the training file."""
        return list(tags) if self.style["scheme"] == "none" else spell(self.style, spans_of(tags), len(tags))


def scheme_of(about: Json) -> str:
    """The scheme that a model is trained in. about: config.json."""
    return "none" if about["style"]["scheme"] in ("none", "text") else str(about["config"]["scheme"])
