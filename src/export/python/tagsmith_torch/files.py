"""The files of a model: in a zip, or in a folder."""

import os
import re
import zipfile
from pathlib import Path
from typing import Dict

GRAPH, GRAPH_DATA = "model.onnx", "model.onnx.data"
MODEL = ("config.json", "vocabulary.json", "model.safetensors", "vectors.bin", GRAPH, GRAPH_DATA)
# The same in every model.
PROGRAMS = ("tagger.py", "train.py", "tagger.mjs", "tagger.d.mts", "tagger.d.ts")
PACKAGE = "tagsmith_torch"
MOST_BYTES = 3 * 2**30  # of a model with its graph
STORED = ("model.safetensors", "vectors.bin", GRAPH_DATA)  # hardly compress


def is_program(name: str) -> bool:
    return name in PROGRAMS or re.fullmatch(rf"{PACKAGE}/(\w+/)*\w+\.py", name) is not None


def read_files(path: str) -> Dict[str, bytes]:
    """Reads the files of a model, including its programs, from a zip, a folder, or a zip of a folder."""
    if Path(path).is_dir():
        found = [name for name in (*MODEL, *PROGRAMS) if Path(path, name).exists()]
        package = (file.relative_to(path).as_posix() for file in sorted(Path(path, PACKAGE).rglob("*.py")))
        found += filter(is_program, package)
        return {name: Path(path, name).read_bytes() for name in found}
    with zipfile.ZipFile(path) as bundle:
        names = bundle.namelist()
        config = next((name for name in names if re.fullmatch(r"([^/]+/)?config\.json", name)), None)
        if config is None:
            raise ValueError(f"{path} has no config.json: it is not a model of Tagsmith")
        folder = config[: -len("config.json")]
        size = sum(bundle.getinfo(folder + name).file_size for name in MODEL if folder + name in names)
        if size > MOST_BYTES:
            raise ValueError(f"{path} unpacks to {size:,} bytes, more than {MOST_BYTES:,}: it is not a model of Tagsmith")
        inside = (name[len(folder) :] for name in names if name.startswith(folder))
        return {name: bundle.read(folder + name) for name in inside if name in MODEL or is_program(name)}


def write_files(path: str, files: Dict[str, bytes]) -> None:
    """Writes a zip to a temporary file, which is renamed to `path` when it is complete."""
    temporary = f"{path}.{os.getpid()}"
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, contents in files.items():
            bundle.writestr(name, contents, zipfile.ZIP_STORED if name in STORED else zipfile.ZIP_DEFLATED)
    os.replace(temporary, path)
