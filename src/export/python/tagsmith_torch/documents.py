"""Documents: their windows, and links between occurrences of the same word."""

from collections.abc import Hashable, Sequence

import torch
from torch import Tensor

DOCUMENT_START = "-DOCSTART-"  # marks a document in CoNLL files; not a token
WINDOW_TOKENS = 1024  # a longer document is read in windows of whole sentences
MAX_LINKS = 10  # maximum links of a token, to the nearest other occurrences


def windows_of(sentences: Sequence[Sequence[str]], documents: Sequence[Hashable] | None) -> list[int]:
    """The window number of each sentence (`Windows` in src/data/batches/encode.ts)."""
    numbers: list[int] = []
    number = tokens = 0
    for i, sentence in enumerate(sentences):
        is_new = i > 0 and documents is not None and documents[i] != documents[i - 1]
        if is_new or tokens + len(sentence) > WINDOW_TOKENS:
            number += 1
            tokens = 0
        numbers.append(number)
        tokens += len(sentence)
    return numbers


def links_of(sentences: Sequence[tuple[int, int, Sequence[Hashable]]], longest: int) -> dict[int, list[int]]:
    """Links to the other occurrences of the words of a batch in their windows (`linksOf` in src/data/batches/links.ts).

    sentences: b, window, and the key of each token (None if it is not linked), in document order.
    Returns, for each linked token b * longest + t, in the order of Tagsmith, the nearest others, nearest first.
    """
    occurrences: dict[tuple[int, Hashable], list[tuple[int, int]]] = {}  # place in the text, b * longest + t
    place = 0
    for b, window, keys in sentences:
        for t, key in enumerate(keys):
            if key is not None:
                occurrences.setdefault((window, key), []).append((place, b * longest + t))
            place += 1
    links = {}
    for places in occurrences.values():
        for i, (here, token) in enumerate(places if len(places) > 1 else ()):
            nearby = places[max(0, i - MAX_LINKS) : i] + places[i + 1 : i + 1 + MAX_LINKS]
            nearby.sort(key=lambda place: abs(place[0] - here))  # stable: on a tie, the earlier one is first
            links[token] = [other for _, other in nearby[:MAX_LINKS]]
    return links


def padded_links(links: dict[int, list[int]], sentences: int, longest: int) -> Tensor | None:
    """Links as [B, T, M]; None if there are none."""
    if not links:
        return None
    table = torch.full((sentences * longest, max(map(len, links.values()))), -1)
    for token, others in links.items():
        table[token, : len(others)] = torch.tensor(others)
    return table.view(sentences, longest, -1)
