"""Reads and writes model.safetensors and vectors.bin."""

import json

import numpy as np
import torch
from torch import Tensor

from .types import Json

MOST_TENSORS = 1000  # src/export/safetensors.ts


def read_safetensors(data: bytes) -> dict[str, Tensor]:
    """Reads tensors as float32. Those of type I8 are multiplied by their scales.

    Format: 8 bytes of header length; a JSON header with types, shapes and offsets; values. Raises ValueError for
    tensors that share bytes, or leave some out.
    """
    start = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:start])
    header.pop("__metadata__", None)
    if len(header) > MOST_TENSORS:
        raise ValueError(f"it has {len(header):,} tensors, more than {MOST_TENSORS:,}")
    at = 0
    for name, entry in sorted(header.items(), key=lambda item: tuple(item[1]["data_offsets"])):
        begin, end = entry["data_offsets"]
        if begin != at or end < begin:
            raise ValueError(f"the tensor {name} is stored at bytes {begin} to {end}, expected from {at}")
        at = end
    if start + at != len(data):
        raise ValueError(f"its tensors have {at:,} bytes, but the file has {len(data) - start:,}")
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


def write_safetensors(tensors: dict[str, Tensor]) -> bytes:
    """Writes tensors as float32; values start at a multiple of 8 bytes."""
    header: Json = {"__metadata__": {"format": "tagsmith-model"}}
    values: list[bytes] = []
    end = 0
    for name, tensor in tensors.items():
        values.append(tensor.detach().cpu().numpy().astype("<f4").tobytes())
        begin, end = end, end + len(values[-1])
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [begin, end]}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *values])


def safetensors_header(data: bytes) -> bytes:
    """The bytes before the values: names, types, shapes and offsets."""
    return data[: 8 + int.from_bytes(data[:8], "little")]


def read_vectors(data: bytes, words: int, dimensions: int) -> tuple[list[float], Tensor]:
    """Reads hashes of words and their vectors [words, E], stored as int8 with one scale per row."""
    hashes = np.frombuffer(data, "<f8", words)
    scales = np.frombuffer(data, "<f4", words, offset=8 * words)
    values = np.frombuffer(data, np.int8, words * dimensions, offset=12 * words).reshape(words, dimensions)
    return hashes.tolist(), torch.from_numpy(values * scales[:, None])
