"""Maps words and characters to ids."""

import re
from collections.abc import Sequence

from .types import Json

PLAIN: dict[str, str] = {"‘": "'", "’": "'", "‚": "'", "‛": "'", "“": '"', "”": '"', "„": '"', "‟": '"'}
PLAIN.update({"\u2010": "-", "\u2011": "-", "\u2013": "--", "\u2014": "--", "…": "..."})  # hyphens, dashes
TO_PLAIN = {ord(mark): plain for mark, plain in PLAIN.items()}


class Vocabulary:
    """Ids of words and characters. The rows of vectors.bin, whose words are hashed, follow those of the word table."""

    def __init__(self, data: Json, hashes: Sequence[float]):
        self.data = data  # as in vocabulary.json
        self.options = data["options"]
        self.words = {word: row for row, word in enumerate(data["words"])}
        self.vector_rows = {int(value): row for row, value in enumerate(hashes)}
        self.characters = {character: id for id, character in enumerate(data["characters"])}
        self.unlinked = set(data.get("unlinked", []))

    def form(self, token: str) -> str:
        """The form of a token whose characters are read."""
        return zero_digits(token) if self.options["digitsToZero"] else token

    def key(self, token: str) -> str:
        """The key under which the word of a token is looked up."""
        return self.form(token).lower() if self.options["lowercase"] else self.form(token)

    def entry(self, key: str) -> str:
        """The entry of a key in vocabulary.json."""
        return f"#{hash_word(key):x}" if self.options.get("hashedWords") else key

    def row(self, token: str) -> int:
        """The row of a word; 0 if it is unknown."""
        key = self.key(token)
        for word in (key, plain_punctuation(key)):
            if self.entry(word) in self.words:
                return self.words[self.entry(word)]
        stored = self.vector_row(key)
        return 0 if stored is None else len(self.words) + stored

    def vector_row(self, key: str) -> int | None:
        """The row of a word in vectors.bin."""
        rows = (self.vector_rows.get(hash_word(word)) for word in spellings(key)) if self.vector_rows else ()
        return next((row for row in rows if row is not None), None)

    def link_key(self, token: str) -> str | None:
        """The key that linked tokens share; None for frequent words that are not names, which are not linked."""
        word = token.lower()
        is_linked = any(character.isalpha() for character in word) and self.row(word) not in self.unlinked
        return word if is_linked else None

    def character_ids(self, token: str) -> list[int]:
        """Ids of the characters, case-sensitive and truncated to the maximum length; at least one."""
        form = self.form(token)[: self.options["maxFormLength"]]
        known = self.characters
        return [known.get(c, known.get(plain_punctuation(c)[0], 0)) for c in form] or [0]


def zero_digits(text: str) -> str:
    """Replaces digits, of any script, by 0."""
    return re.sub(r"\d", "0", text)


def plain_punctuation(text: str) -> str:
    """Replaces typographic quotes, hyphens, dashes and ellipses by those of ASCII."""
    return text.translate(TO_PLAIN)


def spellings(word: str) -> list[str]:
    """Spellings under which the pretrained vector of a word is looked up, best first."""
    written = [word, word.lower(), zero_digits(word), zero_digits(word.lower())]
    plain = written + [plain_punctuation(spelling) for spelling in written]
    return plain + [other_joints(spelling) for spelling in plain]


def other_joints(word: str) -> str:
    """A word of several parts with a space between them in place of a low line, or the other way round."""
    return re.sub(r"(?<=[^\s_])[_ ](?=[^\s_])", lambda joint: " " if joint.group() == "_" else "_", word)


def hash_word(word: str) -> int:
    """A 53-bit hash, which fits a double: two multiplicative hashes of the UTF-8 bytes, mixed."""
    low, high = 0x811C9DC5, 0x2545F491
    for byte in word.encode("utf-8", "replace"):
        low = (low ^ byte) * 0x01000193 % 2**32
        high = ((high << 5 | high >> 27) % 2**32 ^ byte) * 0x9E3779B1 % 2**32
    return (mix(high) >> 11) * 2**32 + mix(low)


def mix(x: int) -> int:
    x = (x ^ x >> 16) * 0x7FEB352D % 2**32
    x = (x ^ x >> 15) * 0x846CA68B % 2**32
    return x ^ x >> 16
