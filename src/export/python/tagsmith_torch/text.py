"""Splits text into sentences and tokens as Tagsmith does (src/data/text/tokenizer.ts), in code points.

Exception: letters of scripts without spaces between words are single tokens. Pass words to `Tagger.tag` instead.
"""

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from re import Pattern
from typing import NamedTuple


class Token(NamedTuple):
    """A token: `text` is the part [start, end) of the whole text."""

    text: str
    start: int
    end: int


# Abbreviations and first words of sentences: src/data/text/abbreviations.ts.
BEFORE_NAMES = frozenset(
    "Mr Mrs Ms Messrs Dr Prof Rev Fr Hon Gen Col Maj Capt Cpt Lt Sgt Cpl Pvt Adm Cmdr Brig Gov Sen Rep Pres Supt "
    "Insp St Ste Mt Ft Sr Sra Srta Mme Mlle Mgr Msgr Amb Atty Vol vol Vols Fig fig Figs figs Eq eq Sec sec Ch ch pp "
    "vs v cf ca approx viz vgl Vgl gegr geb verh sog bzgl Dra Drs Avda Av EE aprox Tr "
    "TP Tp ThS PGS".split()
)
ANYWHERE = frozenset(
    "Inc Corp Co Cos Ltd Bros Assn Dept Univ Inst Ave Blvd Rd Hwy Jr Esq Ph.D etc al est dept univ Jan Feb Mar Apr "
    "Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Ala Ariz Ark Calif Colo Conn Del Fla Ga "
    "Ill Ind Kan Ky La Md Mich Minn Miss Mo Mont Neb Nev Okla Ore Pa Penn Tenn Tex Va Vt Wash Wis Wyo".split()
)
BEFORE_NUMBERS = frozenset("No Nos no nos p Art art Nr nr c b d fl inv cat Abb Bd Kap Tab pág págs cap núm tr".split())
AFTER_ORDINALS = re.compile(  # not followed by a letter
    "J[aä]n(?:uar|ner)?|Feb(?:ruar|er)?|März|Apr(?:il)?|Mai|Jun[io]?|Jul[i]?|Aug(?:ust)?|Sept?(?:ember)?"
    "|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Jahrhunderts?|Jahrtausends?|Jh|Quartals?|Weltkriegs?"
    "|Jahrestag(?:e?s)?|Geburtstag(?:e?s)?"
)
SENTENCE_STARTERS = frozenset(
    "The A An This That These Those There Here It He She They We I You His Her Its Their Our My Your What When "
    "Where Who Why How Which In On At By For From With Without After Before During Since Under Over As If But And "
    "Or So Yet Because Although Though While Until However Meanwhile Moreover Nevertheless Also Then Now Later "
    "Earlier Still Some Many Most All Both Each Every No Not One Two Three Last Next According Is Are Was Were Do "
    "Does Did Can Could Would Should Has Have Had".split()
)

SPACE = "\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"  # white space of JavaScript
SPACES = "".join(re.findall(f"[{SPACE}]", "".join(map(chr, range(0x10000)))))  # the same characters, for str.strip
UNSPACED = (  # Thai, Lao, Myanmar, Khmer, Han, Hiragana, Katakana
    "\u0e01-\u0e3a\u0e40-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\u2fdf\u3005\u3007"
    "\u3021-\u303b\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff"
    "\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U000323af"
)
PICTURES = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
)
APOSTROPHE = "['’]"
ENDINGS = f"{APOSTROPHE}(?:s|re|ve|ll|d|m|S|RE|VE|LL|D|M)"
LOOK_AHEAD = 40  # characters examined after a full stop
MIN_WRAP_WIDTH = 40  # characters of a line of text that counts as wrapped
ASCII = {"L": "A-Za-z", "Ll": "a-z", "Lu": "A-Z", "Lt": "", "M": "", "Nd": "0-9", "No": "", "C": r"\0-\x1f\x7f"}


@lru_cache(None)
def unicode_classes() -> dict[str, str]:
    """Contents of character classes, by general category."""
    ranges: dict[str, list[list[int]]] = {}
    for code in range(sys.maxunicode + 1):
        category = unicodedata.category(chr(code))
        names = {category, category[0]} if category[0] in "LM" else {"C"} if category in ("Cf", "Cc") else {category}
        for name in names & {"L", "Ll", "Lu", "Lt", "M", "Nd", "No", "C"}:
            found = ranges.setdefault(name, [])
            if found and found[-1][1] == code - 1:
                found[-1][1] = code
            else:
                found.append([code, code])
    return {name: "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in found) for name, found in ranges.items()}


@lru_cache(None)
def token_pattern(is_ascii: bool) -> Pattern[str]:
    """The pattern of tokens, in order of precedence."""
    names = ASCII if is_ascii else unicode_classes()
    L, Ll, Lu, M, Nd, No, C = (names[name] for name in ("L", "Ll", "Lu", "M", "Nd", "No", "C"))
    spaced = "" if is_ascii else f"(?![{UNSPACED}])"
    letter = f"(?:{spaced}[{L}{M}])"
    part = f"(?:{spaced}[{L}{M}{Nd}{No}_])"
    number = rf"(?:\.[{Nd}]+|[{Nd}]+(?:[.,:/][{Nd}]+)*)"
    acronym = rf"(?:(?:[{L}]\.){{2,}}|[{L}](?:\.[{L}])+(?![{L}.]))"
    at_start = rf"(?<![^{SPACE}(])"
    mailbox = f"[{L}{Nd}._%+-]"
    joint = "|".join(
        [
            "-",
            f"[\u00ad\u200c\u200d](?={letter})",
            f"{APOSTROPHE}(?={letter})",
            f"(?<=[{Lu}])&(?=[{Lu}])",
            rf"\.(?=[{Ll}{Nd}])",
            rf"(?<=(?<![{L}])T[Pp])\.(?=[{Lu}])",
            f"(?<=[{Nd}])[,:/](?=[{Nd}])",
        ]
    )
    patterns = {
        "address": rf"(?:https?://|www\.)[^{SPACE}<>\"“”]*[^{SPACE}<>\"“”.,;:!?()'’\]]"
        rf"|(?<!{mailbox}){mailbox}+@[{L}{Nd}-]+(?:\.[{L}{Nd}-]+)+",
        "tag": f"(?<![{L}{Nd}])[#@][{L}][{L}{M}{Nd}_]*",
        "currency": rf"[{Lu}]{{1,3}}\$",
        "acronym": rf"(?<!{part})(?:{acronym}|Ph\.D\.)(?:-{part}+)*(?!{letter})",
        "contraction": f"{ENDINGS}(?!{part})",
        "decade": rf"(?<![^{SPACE}]){APOSTROPHE}[{Nd}]0s(?!{part})",
        "signed": f"{at_start}[+-]{number}(?:-{part}+)*",
        "word": rf"(?:{at_start}\.(?=[{Nd}]))?{part}+(?:-{acronym}|(?:{joint}){part}+)*(?:-(?=[{SPACE}]))?",
        "repeated": r"``|''|[!?！？]{2,}|(?P<repeat>[-–—*.=_~#。])(?P=repeat)+",
        "picture": rf"[\U0001f1e6-\U0001f1ff]{{2}}|[{PICTURES}](?:\u200d[{PICTURES}]|[{M}\U0001f3fb-\U0001f3ff])*"
        if M
        else r"(?!)",
        "other": rf"[^{SPACE}{C}]" + (f"[{M}]*" if M else ""),
    }
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in patterns.items()))


NEGATION = re.compile(rf"(.+)(n{APOSTROPHE}t)", re.IGNORECASE | re.DOTALL)
ENDING = re.compile(rf"(.+)({ENDINGS})", re.DOTALL)


def lex(text: str, start: int, end: int) -> list[Token]:
    """The tokens of text[start:end], a line or a paragraph."""
    line = text[start:end]
    pattern = token_pattern(line.isascii())
    tokens: list[Token] = []
    at = 0
    while True:
        match = pattern.search(line, at)
        if match is None:
            return tokens
        first, at = match.span()
        cuts = [first, at]
        if match.group("word") is not None:
            if keeps_full_stop(line, first, at):
                at += 1
                cuts = [first, at]
            else:
                ending = NEGATION.fullmatch(match.group()) or ENDING.fullmatch(match.group())
                if ending is not None:
                    cuts.insert(1, first + len(ending.group(1)))
        tokens += (Token(line[a:b], start + a, start + b) for a, b in pairwise(cuts))


def categories(text: str) -> str:
    """The general category of a character; empty unless there is one."""
    return unicodedata.category(text) if len(text) == 1 else ""


def is_lower(character: str) -> bool:
    return categories(character) == "Ll"


def keeps_full_stop(line: str, start: int, end: int) -> bool:
    """Whether the word line[start:end] is an abbreviation, an initial or a list number whose full stop follows."""
    if line[end : end + 1] != "." or line[end + 1 : end + 2] == ".":
        return False
    word = line[start:end]
    rest = line[end + 1 : end + 1 + LOOK_AHEAD]
    after = rest.lstrip(SPACES)
    if word in BEFORE_NAMES or word in ANYWHERE:
        return True
    is_letter = categories(word)[:1] == "L"
    if is_letter and len(rest) - len(after) == 1 and categories(after[:1])[:1] == "L" and after[1:2] == ".":
        return True  # z. B., S. A.
    if word in BEFORE_NUMBERS or word.endswith("str"):
        return categories(after[:1]) == "Nd"  # Hauptstr. 5
    if categories(word) == "Lu":
        length = 0
        while length < len(after) and (
            after[length] in ",'’-" or categories(after[length])[0] == "L" or categories(after[length]) == "Nd"
        ):
            length += 1
        return length > 0 and after[:length] not in SENTENCE_STARTERS
    is_number = len(word) <= 3 and all(categories(character) == "Nd" for character in word)
    if not is_number or len(after) == len(rest) or after == "":
        return False
    return is_after_ordinal(after) or line[:start].strip(SPACES) == ""


def is_after_ordinal(text: str) -> bool:
    """Whether it begins with a German word before which a number with a full stop is an ordinal: 3. Mai."""
    match = AFTER_ORDINALS.match(text)
    return match is not None and categories(text[match.end() : match.end() + 1])[:1] != "L"


STOP = re.compile("[.!?]+|…|[؟۔।॥።]")
UNSPACED_STOP = re.compile("[。！？｡．]+")
ELLIPSIS = re.compile(r"\.{2,}|…")
CLOSING_QUOTE = frozenset(["'", '"', "”", "’", "»", "''"])
CLOSING = CLOSING_QUOTE | frozenset("›)]}」』）】〉》")
NEVER_FIRST = frozenset(",;:%)]}”»")


def split_text(text: str) -> Iterator[list[Token]]:
    """The sentences of a text, as tokens."""
    for start, end in blocks_of(text):
        yield from split_sentences(lex(text, start, end))


def blocks_of(text: str) -> Iterator[tuple[int, int]]:
    """Ranges within which sentences may span line breaks: paragraphs of wrapped lines, otherwise single lines."""
    paragraphs: list[list[tuple[int, int]]] = [[]]
    for match in re.finditer("[^\r\n\u2028\u2029]+|(?<=\n)(?=\r?\n)", text):
        line = match.group()
        start, end = match.start() + len(line) - len(line.lstrip(SPACES)), match.start() + len(line.rstrip(SPACES))
        if start < end:
            paragraphs[-1].append((start, end))
        else:
            paragraphs.append([])
    for lines in paragraphs:
        if is_wrapped(text, lines):
            yield lines[0][0], lines[-1][1]
        else:
            yield from lines


def is_wrapped(text: str, lines: Sequence[tuple[int, int]]) -> bool:
    """Whether lines were wrapped: all but the last nearly as long as the longest, one starting in lower case."""
    longest = max((end - start for start, end in lines), default=0)
    if longest < MIN_WRAP_WIDTH or any(end - start < 0.75 * longest for start, end in lines[:-1]):
        return False
    lower = [is_lower(text[start]) for start, _ in lines]
    return not lower[0] and any(lower[1:])


def split_sentences(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    current: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        current.append(token)
        i += 1
        if not (STOP.fullmatch(token.text) or UNSPACED_STOP.fullmatch(token.text) or is_abbreviation(token.text)):
            continue
        opening = tokens[i - 3] if i >= 3 else None
        word = tokens[i - 2] if i >= 2 else None
        while i < len(tokens) and closes(tokens[i], tokens[i - 1], current):
            current.append(tokens[i])
            i += 1
        note_end = end_of_notes(tokens, i)
        current += tokens[i:note_end]
        i = note_end
        if i == len(tokens) or (tokens[i - 1] is token and is_bracketed(opening, word)):
            continue
        if starts_sentence(word, token, tokens[i - 1], tokens[i]):
            yield split_final_stop(current)
            current = []
    if current:
        yield split_final_stop(current)


def is_abbreviation(text: str) -> bool:
    """Whether it is an abbreviation that may end a sentence."""
    letters = text.split(".")[:-1]
    is_acronym = len(letters) >= 2 and all(categories(letter)[:1] == "L" for letter in letters)
    return text.endswith(".") and (is_acronym or text[:-1] in ANYWHERE)


def closes(token: Token, previous: Token, sentence: Sequence[Token]) -> bool:
    """Whether a quote or bracket after the end of a sentence is part of it."""
    is_next = token.start == previous.end and token.text in CLOSING
    return is_next or closes_quote(token, sentence) or (token.text == "“" and closes_german(sentence))


def closes_german(sentence: Sequence[Token]) -> bool:
    """In German, “ closes what „ has opened."""
    quotes = [token.text for token in sentence if token.text in ("„", "“")]
    return quotes[-1:] == ["„"]


def end_of_notes(tokens: Sequence[Token], end: int) -> int:
    """The end of notes directly after tokens[:end], as in Wikipedia: [1][a]."""
    while end + 2 < len(tokens):
        opening, note, closing = tokens[end : end + 3]
        is_short = len(note.text) <= 4 and all(
            categories(letter)[0] == "L" or categories(letter) == "Nd" for letter in note.text
        )
        is_note = opening.text == "[" and closing.text == "]" and is_short
        if not is_note or opening.start != tokens[end - 1].end or closing.end - opening.start > 6:
            break
        end += 3
    return end


def closes_quote(token: Token, sentence: Sequence[Token]) -> bool:
    return token.text == '"' and sum(other.text == '"' for other in sentence) % 2 == 1


def is_bracketed(opening: Token | None, word: Token | None) -> bool:
    """Whether it is an abbreviation at the start of brackets: (ref. 3)."""
    if opening is None or word is None or opening.text != "(" or opening.end != word.start:
        return False
    return len(word.text) <= 5 and all(map(is_lower, word.text))


def starts_sentence(word: Token | None, stop: Token, last: Token, following: Token) -> bool:
    """Whether `following` starts a sentence, after `word`, `stop` and `last`, the closing quote or bracket after it."""
    if UNSPACED_STOP.fullmatch(stop.text):
        return True
    first = following.text[0]
    if is_lower(first) or first in NEVER_FIRST:
        return False
    spaced = following.start > last.end
    if is_abbreviation(stop.text):
        return spaced and following.text in SENTENCE_STARTERS
    if ELLIPSIS.fullmatch(stop.text):
        return spaced and categories(first) in ("Lu", "Lt")
    is_joined = last is stop and not (word is not None and is_lower(word.text[-1]))
    is_capitalised = categories(first) == "Lu" and categories(following.text[1:2]) != "Lu"
    return spaced or (not is_joined and is_capitalised)


def split_final_stop(sentence: list[Token]) -> list[Token]:
    """Splits the final full stop off an abbreviation, also before closing quotes."""
    last = len(sentence) - 1
    while last > 0 and sentence[last].text in CLOSING_QUOTE:
        last -= 1
    text, start, end = sentence[last]
    if len(text) < 2 or text[0] == "." or text[-1] != ".":
        return sentence
    parts = [Token(text[:-1], start, end - 1), Token(".", end - 1, end)]
    return [*sentence[:last], *parts, *sentence[last + 1 :]]
