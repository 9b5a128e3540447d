"""Reads annotated files in columns, with a blank line after each sentence."""

from pathlib import Path
from typing import NamedTuple

from ..documents import DOCUMENT_START
from ..tagger import Tagger
from ..tags import parse, read_tag, spans_of, spell, standard_style


class BadFile(Exception):
    """A file that cannot be used. The message has the position, the expected content, and how to fix it."""


class Sentence(NamedTuple):
    """An annotated sentence."""

    tokens: list[str]
    tags: list[str]  # [T] in the training scheme
    written: list[str]  # [T] as in the file
    document: tuple[int, int]  # the number of the file, and of the document in it


def read_corpus(path: str, tagger: Tagger, tag_column: int | None, file: int = 0) -> list[Sentence]:
    """Reads columns: token, …, tag. Raises BadFile.

    tag_column: from 0; None: the last. file: its index among the files that are read.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadFile(f"{path} is not UTF-8 (byte {error.start}). Save it in UTF-8.") from error
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    lines = text.split("\n")
    first = next((line for line in lines if is_token_line(line) and not line.startswith("#")), "")
    separator = "\t" if "\t" in first else " "

    def columns_of(line: str) -> list[str]:
        return [column for column in line.rstrip("\r").split(separator) if column or separator == "\t"]

    width = len(columns_of(first))
    if width < 2:
        raise BadFile(f"{path} has no tags: expected a token and its tag in columns, separated by spaces or tabs.")
    column = width - 1 if tag_column is None else tag_column
    if not 0 < column < width:
        raise BadFile(
            f"{path} has {width} columns; column {column} (from 0) cannot be the tags. Choose another --tag-column."
        )
    found: list[tuple[list[str], list[str], int, int]] = []  # tokens, tags, first line, document
    inside = False
    documents = 0
    for number, line in enumerate(lines, 1):
        columns = columns_of(line)
        if not is_token_line(line):
            inside = False
            documents += line.startswith(DOCUMENT_START)
            continue
        if len(columns) != width:
            if line.startswith("#") and not inside:
                continue  # a comment
            raise BadFile(f"{path}:{number}: found {len(columns)} columns, expected {width} as in its first line")
        if not inside:
            found.append(([], [], number, documents))
        inside = True
        found[-1][0].append(columns[0])
        found[-1][1].append(columns[column])
    return [
        Sentence(tokens, training_tags(tags, tagger, path, line), tags, (file, document))
        for tokens, tags, line, document in found
    ]


def is_token_line(line: str) -> bool:
    return line.strip() != "" and not line.startswith(DOCUMENT_START)


def training_tags(tags: list[str], tagger: Tagger, path: str, line: int) -> list[str]:
    """Converts the tags of a sentence to the scheme that the model is trained in. line: of the first tag."""
    style = tagger.style
    if tagger.scheme != "none":
        parsed = []
        for i, tag in enumerate(tags):
            parts = read_tag(tag, style)
            if parts is None:
                example = spell(style, [(0, 1, "TYPE")], 1)[0]
                raise BadFile(f"{path}:{line + i}: found the tag {tag}, expected tags like {example}, the model's.")
            parsed.append("-".join(parts))
        spans = spans_of(parsed)
        tags = spell(standard_style(tagger.scheme), spans, len(tags))
    for i, tag in enumerate(tags):
        if tag not in tagger.tag_ids:
            types = sorted({parse(tag)[1] or tag for tag in tagger.tags if tag != "O"})
            raise BadFile(f"{path}:{line + i}: the model has no tag {tag}. It was trained with {', '.join(types)}.")
    return tags
