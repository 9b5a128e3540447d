"""Tags and the spans that they encode.

The tags of a model are in its training scheme, BIO or BIOES, such as `B-PER`. Results have the style of the training
file: `style` of config.json, with its scheme, letters and separator.
"""

from typing import List, Optional, Sequence, Tuple

Span = Tuple[int, int, str]  # start, end (exclusive), type
ROLES = dict(zip("BIMELSUW[]O", "BIIEESSSSSO"))  # the letters of all schemes, and their equivalents in BIOES


def parse(tag: str) -> Tuple[str, str]:
    """Splits a tag into letter and type."""
    letter, _, kind = tag.partition("-")
    return letter, kind


def is_legal(scheme: str, left: Tuple[str, str], right: Tuple[str, str]) -> bool:
    """Whether `right` may follow `left`, both parsed."""
    if scheme == "none":
        return True
    same_type = left[1] == right[1]
    if scheme == "BIO":
        return right[0] != "I" or (left[0] != "O" and same_type)
    is_open, continues = left[0] in "BI", right[0] in "IE"
    return (continues and same_type) if is_open else not continues


def spans_of(tags: Sequence[str]) -> List[Span]:
    """The spans of tags in a training scheme. Invalid sequences are read as conlleval does."""
    spans: List[Span] = []
    before = ("O", "")
    for i, tag in enumerate(tags):
        letter, kind = parse(tag)
        begins = letter in "BS" or before[0] in "OES" or before[1] != kind
        if letter != "O":
            start = i if begins else spans.pop()[0]
            spans.append((start, i + 1, kind))
        before = (letter, kind)
    return spans


def spell(style: dict, spans: Sequence[Span], length: int) -> List[str]:
    """Encodes spans as tags in a style."""
    tags = [style["letters"]["outside"]] * length
    previous = (-1, -1, "")
    for start, end, kind in spans:
        adjoins = previous[1] == start and previous[2] == kind
        for i in range(start, end):
            role = role_at(style["scheme"], i == start, i == end - 1, adjoins)
            letter = style["letters"][role]
            parts = [kind, letter] if style["typeFirst"] else [letter, kind]
            is_bare = style["scheme"] == "IO" and letter == ""  # types without letters
            tags[i] = kind if is_bare else style["separator"].join(parts) if kind else letter
        previous = (start, end, kind)
    return tags


def role_at(scheme: str, first: bool, last: bool, adjoins: bool) -> str:
    """The role of a token in a span. adjoins: whether the span directly follows one of the same type."""
    if scheme in ("BIOES", "BMES"):
        return ("single" if last else "begin") if first else ("end" if last else "inside")
    begins = {"BIO": first, "IOB1": first and adjoins, "IO": False}[scheme]
    return "begin" if begins else "inside"


def standard_style(scheme: str) -> dict:
    """The tag style of a model that is trained in a scheme."""
    letters = {"begin": "B", "inside": "I", "end": "E", "single": "S", "outside": "O"}
    return {"scheme": scheme, "letters": letters, "separator": "-", "typeFirst": False}


def read_tag(tag: str, style: dict) -> Optional[Tuple[str, str]]:
    """BIOES letter and type; None if the tag is not spelled in the style."""
    if tag == style["letters"]["outside"]:
        return ("O", "")
    if style["scheme"] == "IO" and style["letters"]["inside"] == "":
        return ("I", tag)  # types without letters
    cut = str.rpartition if style["typeFirst"] else str.partition
    before, found, after = cut(tag, style["separator"])
    letter, kind = (after, before) if style["typeFirst"] else (before, after)
    role = ROLES.get((letter if found else tag).upper())
    return None if role is None else (role, "" if role == "O" else kind if found else "")
