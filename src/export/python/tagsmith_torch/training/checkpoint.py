"""The checkpoint of a run: its state after the last complete epoch."""

import os
from pathlib import Path

import torch

from .columns import BadFile
from .run import Run


def resume_run(run: Run, path: str, is_allowed: bool) -> bool:
    """Resumes a run from its checkpoint. Returns whether a checkpoint was found.

    Only the first process needs the file, so that machines need no shared disk. Raises BadFile if resuming is not
    allowed, and for the checkpoint of a different run.
    """
    state = None
    if run.processes.rank == 0 and Path(path).exists():
        state = torch.load(path, map_location="cpu")
    state = run.processes.from_first(state)
    if state is None:
        return False
    if not is_allowed:
        raise BadFile(f"{path} is of a run that did not come to its end. Pass --resume to continue it, or delete it.")
    if state["fingerprint"] != run.fingerprint:
        raise BadFile(f"{path} is of a run with other files or settings. Use those, or delete it to start again.")
    run.resume(state)
    return True


def save_checkpoint(run: Run, path: str) -> None:
    """Writes the checkpoint of the first process to a temporary file, which is renamed to `path` when complete."""
    temporary = f"{path}.{os.getpid()}"
    torch.save(run.checkpoint(), temporary)
    os.replace(temporary, path)
