"""The model, built from PyTorch layers."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, distributed, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from .context import Consistency, Context, Dropout, SelfAttention
from .crf import Crf
from .pooling import Pooling
from .sequences import positions, reversed_sequences
from .types import Json


class Batch(NamedTuple):
    """Sentences as ids."""

    words: Tensor  # [B, T] rows of the word table; from V on, rows of vectors.bin
    characters: Tensor  # [B, T, L]
    word_lengths: Tensor  # [B, T] characters of each word; 1 for padding
    lengths: Tensor  # [B] tokens of each sentence
    links: Tensor | None = None  # [B, T, M] other occurrences as b * T + t, then -1; None if there are none
    features: Tensor | None = None  # [B, T, M] rows of the table of a feature CRF, then -1; None of a network


CELLS: dict[str, Callable[..., nn.Module]] = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}


class Model(nn.Module):
    """Word embeddings and character features, recurrent layers, a linear layer, and a CRF."""

    def __init__(
        self,
        config: Json,
        words: int,
        characters: int,
        tags: int,
        vectors: int = 0,
        indicators: int | None = None,
        classes: bool = False,
    ):
        """classes: whether each sequence is a text with one class."""
        super().__init__()
        self.pooling: Pooling | None = None
        self.context: Context | None = None
        self.consistency: Consistency | None = None
        self.indicators: nn.Embedding | None = None  # the weights of a feature CRF, which has no network
        if indicators is not None:
            self.indicators = nn.Embedding(indicators, tags)
            self.crf = Crf(tags, learned=config["decoder"] == "crf")
            return
        features, hidden = config["charFeatures"], config["hidden"]
        self.words = nn.Embedding(words, config["wordDim"])
        stored = torch.zeros(vectors, config["wordDim"]) if vectors > 0 else None
        self.vectors: Tensor | None  # vectors.bin, stored in 8 bits: not trained
        self.register_buffer("vectors", stored)
        inputs = config["wordDim"]
        self.char_cnn: nn.Module | None = None
        self.char_lstm: nn.Module | None = None
        self.characters: nn.Embedding | None = None
        if config["charEncoder"] != "none":
            self.characters = nn.Embedding(characters, config["charDim"])
            inputs += features
        if config["charEncoder"] == "cnn":
            self.char_cnn = nn.Conv1d(config["charDim"], features, kernel_size=3, padding=1)
        if config["charEncoder"] == "lstm":
            self.char_lstm = CELLS["lstm"](config["charDim"], features // 2, batch_first=True, bidirectional=True)
        cell = CELLS[config["cell"]]
        self.direction = config["direction"]
        both = self.direction == "both"
        outputs = (2 if both else 1) * hidden  # DH
        sizes = [inputs] + [outputs] * (config["layers"] - 1)
        self.encoder = nn.ModuleList(cell(size, hidden, batch_first=True, bidirectional=both) for size in sizes)
        self.attention = SelfAttention(outputs) if config.get("attention") == "sentence" else None
        self.context = Context(outputs) if config.get("context") == "document" else None
        self.consistency = None  # set by Tagger.load
        if classes:
            self.pooling = Pooling(config.get("pooling", "max"), outputs, self.direction)
        self.output = nn.Linear(outputs, tags)
        self.crf = Crf(tags, learned=config["decoder"] == "crf")
        self.rates = {
            "char": config["dropoutChar"],
            "input": config["dropoutInput"],
            "output": config["dropoutOutput"],
            "context": config["dropoutOutput"],
        }
        for name, parameter in self.named_parameters():
            parameter.requires_grad_("bias_hh" not in name)  # PyTorch has two biases where Tagsmith has one

    def forward(self, batch: Batch, gold: Tensor | None = None) -> Tensor:
        """Emissions, [B, T, K], undefined for padding; with gold tags [B, T], the loss: the mean over sentences, [].

        Of texts with one class: their scores, [B, K]; gold: [B].

        In training, the loss of a model that reads documents is the mean of the losses with and without links, because
        single sentences have no links.
        """
        if self.indicators is not None:
            emissions = self.indicator_scores(batch)
            return emissions if gold is None else self.crf.losses(emissions, gold, batch.lengths).mean()
        states = self.states(batch, self.word_vectors(batch.words))
        if self.pooling is not None:
            scores: Tensor = self.output(self.pooling(states, batch.lengths))
            return scores if gold is None else F.cross_entropy(scores, gold)
        emissions = self.consistent(self.output(self.informed(states, batch)), batch)
        if gold is None:
            return emissions
        loss = self.crf.losses(emissions, gold, batch.lengths).mean()
        if not self.training or self.context is None or batch.links is None:
            return loss
        return (loss + self.crf.losses(self.output(states), gold, batch.lengths).mean()) / 2

    def indicator_scores(self, batch: Batch) -> Tensor:
        """The emissions of a feature CRF: sums of the weights of the active features. [B, T, K]"""
        assert self.indicators is not None and batch.features is not None
        weights = self.indicators(batch.features.clamp(min=0))  # [B, T, M, K]
        scores: Tensor = (weights * (batch.features >= 0)[:, :, :, None]).sum(2)
        return scores

    def loss(self, batch: Batch, gold: Tensor) -> Tensor:
        """Negative log-likelihood of the gold tags, mean over sentences. gold: [B, T]; any index for padding."""
        together = distributed.is_available() and distributed.is_initialized() and distributed.get_world_size() > 1
        if together and torch.is_grad_enabled():
            raise RuntimeError(
                "model.loss does not synchronise gradients between processes, which would train a different model "
                "each. Call the DistributedDataParallel module itself: loss = ddp(batch, gold)."
            )
        return self.forward(batch, gold)

    def emissions(self, batch: Batch, words: Tensor, drop: Dropout | None = None) -> Tensor:
        """The score of each tag for each token. words: vectors [B, T, E]. Returns [B, T, K]."""
        return self.consistent(self.output(self.informed(self.states(batch, words, drop), batch, drop)), batch)

    def consistent(self, emissions: Tensor, batch: Batch) -> Tensor:
        """The second pass of a model that reads documents; skipped in training. [B, T, K] to [B, T, K]"""
        if self.training or self.consistency is None or batch.links is None:
            return emissions
        consistent: Tensor = self.consistency(emissions, batch.links)
        return consistent

    def informed(self, states: Tensor, batch: Batch, drop: Dropout | None = None) -> Tensor:
        """Adds document context to the states, if the model reads documents. [B, T, DH] to [B, T, DH]"""
        if self.context is None or batch.links is None:
            return states
        informed: Tensor = self.context(states, batch.links, drop or self.random_dropout)
        return informed

    def states(self, batch: Batch, words: Tensor, drop: Dropout | None = None) -> Tensor:
        """The outputs of the recurrent layers, with self-attention. words: vectors [B, T, E]. Returns [B, T, DH]."""
        drop = drop or self.random_dropout
        x = words
        if self.characters is not None:
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
        if self.attention is not None:
            x = self.attention(x, batch.lengths)
        return x

    def word_vectors(self, ids: Tensor) -> Tensor:
        """[B, T] to [B, T, E]"""
        if self.vectors is None:
            found: Tensor = self.words(ids)
            return found
        known = self.words.num_embeddings  # V
        in_table, in_vectors = self.words(ids.clamp(max=known - 1)), self.vectors[(ids - known).clamp(min=0)]
        return torch.where((ids < known)[:, :, None], in_table, in_vectors)

    def character_features(self, batch: Batch, drop: Dropout) -> Tensor:
        """[B, T, F]"""
        assert self.characters is not None
        characters, lengths = batch.characters.flatten(0, 1), batch.word_lengths.flatten()  # [BT, L], [BT]
        # One dropout mask per character of the alphabet, as in training.
        embedded = F.embedding(characters, drop(self.characters.weight, "char"))  # [BT, L, Ec]
        if self.char_cnn is not None:
            inside = positions(lengths, characters.shape[1])  # [BT, L]
            padded = embedded * inside[:, :, None]  # zero outside of the word
            y = self.char_cnn(padded.transpose(1, 2))  # [BT, F, L]
            y = y.masked_fill(~inside[:, None], -torch.inf).amax(2)
        else:
            assert self.char_lstm is not None
            packed = pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
            _, (last, _) = self.char_lstm(packed)  # [2, BT, F/2]: final state of each direction
            y = torch.cat([last[0], last[1]], 1)
        features: Tensor = y.reshape(*batch.characters.shape[:2], -1)
        return features

    def random_dropout(self, x: Tensor, site: str) -> Tensor:
        dropped: Tensor = F.dropout(x, self.rates[site.rstrip("0123456789")], self.training)
        return dropped
