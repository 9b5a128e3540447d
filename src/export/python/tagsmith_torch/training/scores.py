"""Scores by the rules of conlleval (src/eval/score-tags.ts)."""

from collections.abc import Sequence

from ..tagger import Tagger
from ..tags import Span, spans_of, spell, standard_style
from ..types import Json
from .columns import Sentence


def score(sentences: Sequence[Sentence], predicted: Sequence[list[str]], tagger: Tagger) -> Json:
    """The scores for config.json. predicted: tags of each sentence in the training scheme of the model."""
    scheme = tagger.scheme
    counts: dict[str, list[int]] = {}  # support, predicted, correct of each type
    relaxed = same = tokens = invalid = 0
    for sentence, tags in zip(sentences, predicted):
        spans = (lambda tags: [(i, i + 1, tag) for i, tag in enumerate(tags)]) if scheme == "none" else spans_of
        gold, found = spans(sentence.tags), spans(tags)
        for column, group in enumerate((gold, found, set(gold) & set(found))):
            for _, _, kind in group:
                counts.setdefault(kind, [0, 0, 0])[column] += 1
        relaxed += overlaps(gold, found)
        same += sum(a == b for a, b in zip(sentence.written, tagger.spell(tags)))
        tokens += len(tags)
        invalid += scheme != "none" and spell(standard_style(scheme), found, len(tags)) != list(tags)
    total = [sum(column) for column in zip(*counts.values())] or [0, 0, 0]
    return {
        "overall": score_of(*total),
        "byType": {kind: score_of(*counts[kind]) for kind in sorted(counts)},
        "relaxedF1": score_of(total[0], total[1], relaxed)["f1"],
        "tokenAccuracy": same / tokens if tokens else 0,
        "invalidSequences": int(invalid),
        "tokens": tokens,
        "sentences": len(sentences),
    }


def score_of(support: int, predicted: int, correct: int) -> Json:
    precision = correct / predicted if predicted else 0
    recall = correct / support if support else 0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    return {
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "support": support,
        "predicted": predicted,
        "correct": correct,
    }


def overlaps(gold: list[Span], found: list[Span]) -> int:
    """The size of the largest one-to-one matching of spans that overlap and have the same type."""
    matches = 0
    for kind in {kind for _, _, kind in gold}:
        left, right = ([span for span in spans if span[2] == kind] for spans in (gold, found))
        while left and right:
            (start, end, _), (other_start, other_end, _) = left[0], right[0]
            overlap = start < other_end and other_start < end
            matches += overlap
            if overlap or end <= other_end:
                left = left[1:]
            if overlap or other_end < end:
                right = right[1:]
    return matches
