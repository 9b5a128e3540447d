"""The features of a feature CRF, by name: the same as src/data/features/indicators.ts."""

from collections.abc import Iterable, Sequence
from unicodedata import category

from .vocabulary import Vocabulary

AFFIXES = (1, 2, 3, 4)  # lengths of prefixes and suffixes
MOST_SHAPE = 12
BEFORE, AFTER = "<s>", "</s>"  # in place of the words before and after a sentence
OFFSETS = (-2, -1, 1, 2)
IN_NUMBERS = ".,:/-"


def kind_of(character: str) -> str:
    kind = category(character)
    if kind in ("Lu", "Lt"):
        return "X"
    if kind.startswith("L"):
        return "x"
    return "d" if kind == "Nd" else character


def shape_of(form: str) -> str:
    """The capitals, letters and digits of a word: Xxxxxx-ddd for Boeing-747."""
    return "".join(kind_of(character) for character in form[:MOST_SHAPE])


def short_shape(form: str) -> str:
    """A shape with one character for each run: Xx-d."""
    shape = ""
    for character in form:
        kind = kind_of(character)
        if not shape.endswith(kind):
            shape += kind
    return shape


def flags_of(form: str) -> list[str]:
    """Properties of a word."""
    kinds = [category(character) for character in form]
    upper, lower = "Lu" in kinds, "Ll" in kinds
    flags = {
        "initial": kinds[:1] == ["Lu"],
        "capitals": upper and not lower,
        "inner": lower and "Lu" in kinds[1:],
        "digits": "Nd" in kinds,
        "number": "Nd" in kinds and all(k == "Nd" or c in IN_NUMBERS for c, k in zip(form, kinds)),
        "hyphen": "-" in form,
        "abbreviation": is_abbreviation(form, kinds),
        "punctuation": not any(kind.startswith("L") or kind == "Nd" for kind in kinds),
    }
    return [f"is={name}" for name, is_on in flags.items() if is_on]


def is_abbreviation(form: str, kinds: Sequence[str]) -> bool:
    """Whether a word is of single capitals with full stops, such as U.S."""
    return len(form) > 1 and len(form) % 2 == 0 and set(form[1::2]) == {"."} and set(kinds[::2]) == {"Lu"}


def own_names(form: str) -> list[str]:
    """The features of a word by itself."""
    names = ["bias", f"word={form}", f"lower={form.lower()}", f"shape={shape_of(form)}", f"short={short_shape(form)}"]
    for length in AFFIXES:
        if length < len(form):
            names += [f"prefix={form[:length]}", f"suffix={form[-length:]}"]
    return names + flags_of(form)


def neighbour_names(form: str, offset: int) -> list[str]:
    """The features of a word for a token at another offset."""
    at = f"[{offset:+d}]"
    names = [f"lower{at}={form.lower()}", f"short{at}={short_shape(form)}"]
    if abs(offset) > 1:
        return names
    names.append(f"word{at}={form}")
    if len(form) > 3:
        names.append(f"suffix{at}={form[-3:]}")
    return names + [flag.replace("=", f"{at}=", 1) for flag in flags_of(form)]


def joined_names(before: str, form: str, after: str) -> list[str]:
    """The features of a word together with its neighbours."""
    lower = [word.lower() for word in (before, form, after)]
    short = [short_shape(word) for word in (before, form, after)]
    return [
        f"lower[-1..0]={lower[0]} {lower[1]}",
        f"short[-1..0]={short[0]} {short[1]}",
        f"lower[0..+1]={lower[1]} {lower[2]}",
        f"short[0..+1]={short[1]} {short[2]}",
        f"lower[-1,+1]={lower[0]} {lower[2]}",
        f"short[-1..+1]={short[0]} {short[1]} {short[2]}",
    ]


class Indicators:
    """Finds the active features of tokens that have weights."""

    def __init__(self, vocabulary: Vocabulary, names: Sequence[str]):
        self.vocabulary = vocabulary
        self.ids = {name: id for id, name in enumerate(names)}
        self.known: dict[tuple[str, int], list[int]] = {}  # by word and offset

    def of(self, tokens: Sequence[str]) -> list[list[int]]:
        """The ids of each token, each once, in the order of the studio."""
        forms = [self.vocabulary.form(token) for token in tokens]

        def word(t: int) -> str:
            return BEFORE if t < 0 else forms[t] if t < len(forms) else AFTER

        found = []
        for t, form in enumerate(forms):
            ids = list(self.of_word(form, 0))
            for offset in OFFSETS:
                ids += self.of_word(word(t + offset), offset)
            found.append(ids + self.with_weights(joined_names(word(t - 1), form, word(t + 1))))
        return found

    def of_word(self, form: str, offset: int) -> list[int]:
        if (form, offset) not in self.known:
            names = own_names(form) if offset == 0 else neighbour_names(form, offset)
            self.known[form, offset] = self.with_weights(names)
        return self.known[form, offset]

    def with_weights(self, names: Iterable[str]) -> list[int]:
        ids = (self.ids.get(self.vocabulary.entry(name), -1) for name in dict.fromkeys(names))
        return [id for id in ids if id >= 0]
