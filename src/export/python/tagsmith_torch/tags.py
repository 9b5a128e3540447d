"""Tags and the spans that they encode.

The tags of a model are in its training scheme, BIO or BIOES, such as `B-PER`. Results have the style of the training
file: `style` of config.json, with its scheme, letters and separator.
"""

from collections.abc import Sequence

from .types import Json

Span = tuple[int, int, str]  # start, end (exclusive), type
ROLES = dict(zip("BIMELSUW[]O", "BIIEESSSSSO"))  # the letters of all schemes, and their equivalents in BIOES
CLOSING = {"(": ")", "[": "]", "{": "}"}  # separators that are brackets: PER(B)


def parse(tag: str) -> tuple[str, str]:
    """Splits a tag into letter and type."""
    letter, _, kind = tag.partition("-")
    return letter, kind


def is_legal(scheme: str, left: tuple[str, str], right: tuple[str, str]) -> bool:
    """Whether `right` may follow `left`, both parsed."""
    if scheme == "none":
        return True
    same_type = left[1] == right[1]
    if scheme == "BIO":
        return right[0] != "I" or (left[0] != "O" and same_type)
    is_open, continues = left[0] in "BI", right[0] in "IE"
    return (continues and same_type) if is_open else not continues


def spans_of(tags: Sequence[str]) -> list[Span]:
    """The spans of tags in a training scheme. Invalid sequences are read as conlleval does."""
    spans: list[Span] = []
    before = ("O", "")
    for i, tag in enumerate(tags):
        letter, kind = parse(tag)
        begins = letter in "BS" or before[0] in "OES" or before[1] != kind
        if letter != "O":
            start = i if begins else spans.pop()[0]
            spans.append((start, i + 1, kind))
        before = (letter, kind)
    return spans


def spell(style: Json, spans: Sequence[Span], length: int) -> list[str]:
    """Encodes spans as tags in a style."""
    tags = [style["letters"]["outside"]] * length
    ends_adjoin = style["scheme"] == "IOE1"
    starts, ends = {(start, kind) for start, _, kind in spans}, {(end, kind) for _, end, kind in spans}
    for start, end, kind in spans:
        adjoins = (end, kind) in starts if ends_adjoin else (start, kind) in ends
        for i in range(start, end):
            role = role_at(style["scheme"], i == start, i == end - 1, adjoins)
            letter = style["letters"][role]
            parts = [kind, letter] if style["typeFirst"] else [letter, kind]
            is_bare = style["scheme"] == "IO" and letter == ""  # types without letters
            joined = style["separator"].join(parts) + CLOSING.get(style["separator"], "")
            tags[i] = kind if is_bare else joined if kind else letter
    return tags


def role_at(scheme: str, first: bool, last: bool, adjoins: bool) -> str:
    """The role of a token in a span. adjoins: whether one of the same type directly precedes it (IOE1: follows it)."""
    if scheme in ("BIOES", "BMES"):
        return ("single" if last else "begin") if first else ("end" if last else "inside")
    if scheme in ("IOE1", "IOE2"):
        return "end" if last and (adjoins or scheme == "IOE2") else "inside"
    begins = {"BIO": first, "IOB1": first and adjoins, "IO": False}[scheme]
    return "begin" if begins else "inside"


def standard_style(scheme: str) -> Json:
    """The tag style of a model that is trained in a scheme."""
    letters = {"begin": "B", "inside": "I", "end": "E", "single": "S", "outside": "O"}
    return {"scheme": scheme, "letters": letters, "separator": "-", "typeFirst": False}


def contradiction(tags: Sequence[str], scheme: str, style: Json) -> str | None:
    """Why tags or style cannot be those of a model that is trained in a scheme; None if they can."""
    if scheme == "none":
        return None
    letters = {"BIO": "BI", "BIOES": "BIES"}[scheme]
    for tag in tags:
        letter, separator, _ = tag.partition("-")
        if tag != "O" and (letter not in list(letters) or tag == letter + separator != letter):
            return f"it has the tag {tag}, which {scheme} does not have"
    if "O" not in tags:
        return "it has no tag O"
    kinds = sorted({parse(tag)[1] for tag in tags if tag != "O"})
    spans = [(4 * i, 4 * i + 2, kind) for i, kind in enumerate(kinds)]
    if style["scheme"] != "IO":  # tags that begin entities keep an entity apart from the next one of its type
        spans = sorted([*spans, *((4 * i + 2, 4 * i + 3, kind) for i, kind in enumerate(kinds))])
    if style["separator"] == "" and any(kinds) and style["letters"]["inside"] != "":
        return "its tag style has no separator, so that its tags cannot be read back"
    written = spell(style, spans, 4 * len(kinds))
    if any(letter in tag for tag in written for letter in "\t\n\r"):
        return "its tags as written have tabs or line breaks"
    parsed = [read_tag(tag, style) for tag in written]
    read = [f"{tag[0]}-{tag[1]}" if tag[1] else tag[0] for tag in parsed if tag is not None]
    if len(read) < len(written) or spans_of(read) != spans:
        found = " ".join(written[:4])
        return f"its tag style cannot be read back: it writes {found} for entities of two tokens and of one"
    return None


def read_tag(tag: str, style: Json) -> tuple[str, str] | None:
    """BIOES letter and type; None if the tag is not spelled in the style."""
    if tag == style["letters"]["outside"]:
        return ("O", "")
    if style["scheme"] == "IO" and style["letters"]["inside"] == "":
        return ("I", tag)  # types without letters
    cut = str.rpartition if style["typeFirst"] else str.partition
    close = CLOSING.get(style["separator"], "")
    before, found, after = cut(tag[: len(tag) - len(close)] if tag.endswith(close) else "", style["separator"])
    letter, kind = (after, before) if style["typeFirst"] else (before, after)
    if found and kind == "":
        return None  # B-: its type is missing
    role = ROLES.get((letter if found else tag).upper())
    return None if role is None else (role, kind if found and role != "O" else "")
