"""The processes of a distributed training run."""

import os
from typing import Any

import torch
from torch import Tensor, distributed

collective: Any = distributed  # functions without annotations in PyTorch 1.13


class Processes:
    """This process among those started by torchrun, or a single process."""

    def __init__(self, backend: str | None = None, device: str | None = None):
        self.rank, self.count = int(os.environ.get("RANK", 0)), int(os.environ.get("WORLD_SIZE", 1))
        local = int(os.environ.get("LOCAL_RANK", 0))
        cuda = device != "cpu" and torch.cuda.is_available()
        self.device = torch.device(device or (f"cuda:{local}" if cuda else "cpu"))
        if self.device.type == "cuda" and not torch.cuda.is_available():
            raise ValueError(f"--device is {device}, but PyTorch has no GPU here")
        if self.device.type == "cuda":
            torch.cuda.set_device(self.device)
        if self.count > 1:
            distributed.init_process_group(backend or ("nccl" if cuda else "gloo"))

    def sum(self, values: Tensor) -> Tensor:
        """Sums values over all processes, in place."""
        if self.count > 1:
            collective.all_reduce(values)
        return values

    def gather(self, value: object) -> list[Any]:
        """Gathers the values of all processes."""
        if self.count == 1:
            return [value]
        values: list[object] = [None] * self.count
        collective.all_gather_object(values, value)
        return values

    def from_first(self, value: object) -> Any:
        """Broadcasts the value of the first process."""
        if self.count == 1:
            return value
        values = [value]
        collective.broadcast_object_list(values)
        return values[0]

    def close(self) -> None:
        """Waits for all processes and disconnects."""
        if self.count > 1:
            collective.barrier()
            distributed.destroy_process_group()
