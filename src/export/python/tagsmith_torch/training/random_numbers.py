"""Random numbers and dropout masks as functions of a key and an index (src/lib/rng.ts, src/model/streams.ts)."""

from typing import TypeVar

import numpy as np
import torch
from torch import Tensor

from ..types import Array, Json

MASK = 0xFFFFFFFF


Number = TypeVar("Number", int, Array, Tensor)


def hash32(x: Number) -> Number:
    """The hash finaliser lowbias32 of an int or of int64 values from 0 to 2^32 - 1."""
    x = x ^ (x >> 16)
    x = (x * 0x7FEB352D) & MASK
    x = x ^ (x >> 15)
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


# Bits of an index. The number of each stream is above them.
INDEX_BITS = 26

# The random streams, with their numbers (src/model/streams.ts).
STREAMS = {
    "newWords": 2,
    "newCharacters": 3,
    "charDropout": 4,
    "inputDropout": 5,
    "contextDropout": 6,
    "output0Dropout": 7,
    "output1Dropout": 8,
    "output2Dropout": 9,
    "unknownWords": 10,
    "sentenceLengths": 14,
    "documentHalf": 15,
    "batchOrder": 17,
}


def random_key(seed: int, stream: str, index: int) -> int:
    """The key of a random stream, another one for each index: a step, an epoch, or a number of words."""
    return stream_key(seed, STREAMS[stream] << INDEX_BITS | index % 2**INDEX_BITS)


def stream_key(*parts: int) -> int:
    """The key of a stream of random numbers, from numbers such as seed, step and site."""
    key = 0x9E3779B9
    for part in parts:
        key = hash32(key ^ (part & MASK))
    return key


def uniform(key: int, index: Array) -> Array:
    """Random numbers of a stream, in [0, 1)."""
    values: Array = hash32(hash32(index.astype(np.int64)) ^ key) / 2**32
    return values


class Masks:
    """The dropout of one step. A mask depends on the place of a token in the whole batch, not on the processes."""

    def __init__(self, config: Json, step: int, rows: Tensor, linked: Tensor):
        self.config, self.step = config, step
        self.rows = rows  # [b, T] row of each token in the whole batch
        self.linked = linked  # the index of each linked token among those of the whole batch

    def __call__(self, x: Tensor, site: str) -> Tensor:
        """Applies dropout at a site, see `Dropout`. x: [b, T, columns], or rows of a table or of linked tokens."""
        name = {"char": "dropoutChar", "input": "dropoutInput"}.get(site, "dropoutOutput")
        rate = self.config[name]
        if rate == 0:
            return x
        columns = torch.arange(x.shape[-1], device=x.device)
        rows = self.rows if x.dim() == 3 else torch.arange(len(x), device=x.device)
        if site == "context":
            rows = self.linked
        key = random_key(self.config["seed"], f"{site}Dropout", self.step)
        bits = hash32(hash32(rows[..., None] * x.shape[-1] + columns) ^ key)
        return torch.where(bits < rate * 2**32, torch.zeros_like(x), x / (1 - rate))
