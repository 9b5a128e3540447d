"""Random numbers as functions of a key and an index (src/lib/rng.ts)."""

import numpy as np

MASK = 0xFFFFFFFF


def hash32(x):
    """The hash finaliser lowbias32 of an int or of int64 values from 0 to 2^32 - 1."""
    x = x ^ (x >> 16)
    x = (x * 0x7FEB352D) & MASK
    x = x ^ (x >> 15)
    x = (x * 0x846CA68B) & MASK
    return x ^ (x >> 16)


def stream_key(*parts: int) -> int:
    """The key of a stream of random numbers, from numbers such as seed, step and site."""
    key = 0x9E3779B9
    for part in parts:
        key = hash32(key ^ (part & MASK))
    return key


def uniform(key: int, index: np.ndarray) -> np.ndarray:
    """Random numbers of a stream, in [0, 1)."""
    return hash32(hash32(index.astype(np.int64)) ^ key) / 2**32
