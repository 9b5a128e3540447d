"""The files of a model: in a zip, or in a folder."""

import os
import re
import zipfile
import zlib
from pathlib import Path

from .types import Json

GRAPH, GRAPH_DATA = "model.onnx", "model.onnx.data"
CONFIG, CONFIG_CHECKSUM = "config.json", "config.crc32"
MODEL = (CONFIG, CONFIG_CHECKSUM, "vocabulary.json", "model.safetensors", "vectors.bin", GRAPH, GRAPH_DATA)
# The same in every model.
PROGRAMS = ("tagger.py", "train.py", "pyproject.toml", "requirements.txt", "tagger.mjs", "tagger.d.mts", "tagger.d.ts")
PACKAGE = "tagsmith_torch"
MEBIBYTE = 2**20
MOST_BYTES = 3 * 1024 * MEBIBYTE  # of a model with its graph and programs
# Of each file, as in src/lib/model-files.ts: JSON takes several times its size in memory.
MOST = {
    CONFIG: 4 * MEBIBYTE,
    CONFIG_CHECKSUM: 64,
    "vocabulary.json": 128 * MEBIBYTE,
    "model.safetensors": 1024 * MEBIBYTE,
    "vectors.bin": 128 * MEBIBYTE,
    GRAPH: 128 * MEBIBYTE,
    GRAPH_DATA: 1024 * MEBIBYTE,
}
MOST_OF_PROGRAM = 4 * MEBIBYTE
STORED = ("model.safetensors", "vectors.bin", GRAPH_DATA)  # hardly compress


class BadModel(ValueError):
    """A file that is no model, or a model that cannot be run here. The message is one line, with the reason."""


def reason_of(error: BaseException) -> str:
    """The first line of a message of Python or PyTorch, which may have pages."""
    return next(iter(str(error).splitlines()), "")[:300] or type(error).__name__


def is_program(name: str) -> bool:
    return name in PROGRAMS or re.fullmatch(rf"{PACKAGE}/(\w+/)*\w+\.(py|typed)", name) is not None


def read_files(path: str) -> dict[str, bytes]:
    """Reads the files of a model, including its programs, from a zip, a folder, or a zip of a folder.

    Raises BadModel, OSError, and what zipfile raises.
    """
    if Path(path).is_dir():
        return read_folder(Path(path))
    if Path(path).exists() and not Path(path).is_file():
        raise BadModel(f"{path} is neither a file nor a folder")
    with zipfile.ZipFile(path) as bundle:
        names = bundle.namelist()
        config = next((name for name in names if re.fullmatch(r"([^/]+/)?config\.json", name)), None)
        if config is None:
            raise BadModel(f"{path} has no config.json: it is not a model of Tagsmith")
        folder = config[: -len(CONFIG)]
        inside = {name[len(folder) :]: bundle.getinfo(name).file_size for name in names if name.startswith(folder)}
        sizes = {name: size for name, size in inside.items() if name in MODEL or is_program(name)}
        require_size(path, sizes)
        return {name: bundle.read(folder + name) for name in sizes}


def read_folder(folder: Path) -> dict[str, bytes]:
    package = (file.relative_to(folder).as_posix() for file in sorted(Path(folder, PACKAGE).rglob("*")))
    names = [*MODEL, *PROGRAMS, *filter(is_program, package)]
    sizes = {name: Path(folder, name).stat().st_size for name in names if Path(folder, name).is_file()}
    require_size(str(folder), sizes)
    return {name: Path(folder, name).read_bytes() for name in sizes}


def require_size(path: str, sizes: dict[str, int]) -> None:
    """Raises BadModel before more is read than a model can have."""
    for name, size in sizes.items():
        most = MOST.get(name, MOST_OF_PROGRAM)
        if size > most:
            raise BadModel(f"{path} is not a model of Tagsmith: {name} has {size:,} bytes, more than {most:,}")
    size = sum(sizes.values())
    if size > MOST_BYTES:
        raise BadModel(f"{path} unpacks to {size:,} bytes, more than {MOST_BYTES:,}: it is not a model of Tagsmith")


def require_checksums(path: str, files: dict[str, bytes], about: Json) -> None:
    """Raises BadModel if a file is not as it was written."""
    checksums = {name: f"{value:08x}" for name, value in about.get("checksums", {}).items()}
    if CONFIG_CHECKSUM in files:
        checksums[CONFIG] = files[CONFIG_CHECKSUM].decode("ascii", "replace")[:8]
    for name, expected in checksums.items():
        if name not in files:
            raise BadModel(f"{path} is damaged: it has no {name}. Export it again.")
        found = f"{zlib.crc32(files[name]):08x}"
        if found != expected:
            raise BadModel(f"{path} is damaged: {name} has the checksum {found}, expected {expected}. Export it again.")


def write_files(path: str, files: dict[str, bytes]) -> None:
    """Writes a zip to a temporary file, which is renamed to `path` when it is complete."""
    temporary = f"{path}.{os.getpid()}"
    with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, contents in files.items():
            bundle.writestr(name, contents, zipfile.ZIP_STORED if name in STORED else zipfile.ZIP_DEFLATED)
    os.replace(temporary, path)
