"""Padded sequences of different lengths."""

import torch
from torch import Tensor


def positions(lengths: Tensor, longest: int) -> Tensor:
    """Mask of the positions within each sequence. [B] to [B, longest]"""
    return torch.arange(longest, device=lengths.device) < lengths[:, None]


def reversed_sequences(x: Tensor, lengths: Tensor) -> Tensor:
    """Reverses each sequence; padding stays in place. [B, T, D] to [B, T, D]"""
    at = torch.arange(x.shape[1], device=x.device).expand(x.shape[:2])  # [B, T]
    at = torch.where(at < lengths[:, None], lengths[:, None] - 1 - at, at)
    return x.gather(1, at[:, :, None].expand_as(x))
