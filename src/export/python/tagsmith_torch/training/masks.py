"""Dropout masks that do not depend on the number of processes."""

import torch
from torch import Tensor

from .random_numbers import hash32, stream_key


class Masks:
    """The dropout of one step. Its masks are functions of the position of a token in the whole batch."""

    SITES = {"characters": 0, "input": 1, "context": 9}

    def __init__(self, config: dict, step: int, rows: Tensor, linked: Tensor):
        self.config, self.step = config, step
        self.rows = rows  # [b, T] row of each token in the whole batch
        self.linked = linked  # the index of each linked token among those of the whole batch

    def __call__(self, x: Tensor, site: str) -> Tensor:
        """Applies dropout at a site, see `Dropout`. x: [b, T, columns], or rows of a table or of linked tokens."""
        name = {"characters": "dropoutChar", "input": "dropoutInput"}.get(site, "dropoutOutput")
        rate = self.config[name]
        if rate == 0:
            return x
        columns = torch.arange(x.shape[-1], device=x.device)
        rows = self.rows if x.dim() == 3 else torch.arange(len(x), device=x.device)
        if site == "context":
            rows = self.linked
        number = self.SITES[site] if site in self.SITES else 2 + int(site[len("output") :])
        key = stream_key(self.config["seed"], self.step, number)
        bits = hash32(hash32(rows[..., None] * x.shape[-1] + columns) ^ key)
        return torch.where(bits < rate * 2**32, torch.zeros_like(x), x / (1 - rate))
