import type { Span } from '../data/corpus.ts';
import type { LabelEvidence, ProbableSpan } from '../tagging/sentence-reader.ts';

/** What seems to be wrong: the type; the boundaries; an entity that is not labelled; a label that is not an entity. */
export type FindingKind = 'type' | 'boundary' | 'missed' | 'spurious';

/** A label that is improbable under models that were not trained on it, with both readings. */
export interface Finding {
  sentence: number;
  kind: FindingKind;
  /** As labelled; undefined: no entity. */
  labelled: Span | undefined;
  /** The probability of `labelled`, or that there is no entity. */
  labelledProbability: number;
  /** The reading of the models; undefined: no entity. */
  suggested: Span | undefined;
  suggestedProbability: number;
  /** Log-odds of the two readings: higher is more doubtful. */
  doubt: number;
}

/**
 * Added to both probabilities: models are overconfident, so 0.001 and 0.0001 are equivalent. Of the values from 0.0001 to 0.1, the highest
 * found the most injected errors in CoNLL-2003, of every kind (docs/results.md).
 */
const FLOOR = 0.1;

/** All labels that the models disagree with, most doubtful first. @param evidence by sentence; undefined for empty sentences */
export function findDoubtful(evidence: readonly (LabelEvidence | undefined)[]): Finding[] {
  return evidence
    .flatMap((judged, sentence) => (judged === undefined ? [] : findingsOf(sentence, judged)))
    .filter(({ doubt }) => doubt > 0)
    .toSorted((a, b) => b.doubt - a.doubt);
}

/** One finding per gold entity and gap: the most probable other reading of its tokens, even if it is improbable. */
function findingsOf(sentence: number, { gold, gaps }: LabelEvidence): Finding[] {
  const ofGold = gold.map((judged): Finding => {
    const readings: [FindingKind, ProbableSpan | undefined, number][] = [
      ['spurious', undefined, judged.outside],
      ['type', judged.otherType, judged.otherType?.probability ?? 0],
      ['boundary', judged.otherTokens, judged.otherTokens?.probability ?? 0],
    ];
    const [kind, suggested, probability] = readings.reduce((a, b) => (b[2] > a[2] ? b : a));
    return finding(sentence, kind, [judged.gold, judged.gold.probability], [suggested, probability]);
  });
  const ofGaps = gaps.map(({ span, outside }) =>
    finding(sentence, 'missed', [undefined, outside], [span, span.probability]),
  );
  return [...ofGold, ...ofGaps];
}

function finding(
  sentence: number,
  kind: FindingKind,
  [labelled, labelledProbability]: [ProbableSpan | undefined, number],
  [suggested, suggestedProbability]: [ProbableSpan | undefined, number],
): Finding {
  const doubt = Math.log((suggestedProbability + FLOOR) / (labelledProbability + FLOOR));
  const readings = { labelled: spanOf(labelled), suggested: spanOf(suggested) };
  return { sentence, kind, ...readings, labelledProbability, suggestedProbability, doubt };
}

function spanOf(span: ProbableSpan | undefined): Span | undefined {
  return span && { start: span.start, end: span.end, type: span.type };
}

/** A key for identical findings: the same words with the same label and suggestion. */
export function caseOf({ kind, labelled, suggested }: Finding, tokens: readonly string[]): string {
  const from = Math.min(labelled?.start ?? Infinity, suggested?.start ?? Infinity);
  const to = Math.max(labelled?.end ?? 0, suggested?.end ?? 0);
  const place = (span: Span | undefined) => span && [span.start - from, span.end - from, span.type];
  return JSON.stringify([kind, tokens.slice(from, to), place(labelled), place(suggested)]);
}

/** A finding with its case number, which identical findings share. */
export type FindingInCase = Finding & { case: number };

/**
 * The first `limit` findings, then all others that are identical to one of them, since a decision can apply to all identical findings.
 *
 * @param found most doubtful first
 */
export function withIdentical(
  found: readonly Finding[],
  tokensOf: (sentence: number) => readonly string[],
  limit: number,
): FindingInCase[] {
  const cases = new Map<string, number>();
  return found.flatMap((finding, index) => {
    const key = caseOf(finding, tokensOf(finding.sentence));
    if (!cases.has(key)) {
      if (index >= limit) return [];
      cases.set(key, cases.size);
    }
    return [{ ...finding, case: cases.get(key)! }];
  });
}

/** The spans of a sentence once a finding is fixed as suggested. */
export function fixed(
  spans: readonly Span[],
  { labelled, suggested }: Pick<Finding, 'labelled' | 'suggested'>,
): Span[] {
  const isLabelled = (span: Span) =>
    span.start === labelled?.start && span.end === labelled.end && span.type === labelled.type;
  const kept = spans.filter((span) => !isLabelled(span));
  if (suggested === undefined) return kept;
  const clear = kept.filter(({ start, end }) => end <= suggested.start || start >= suggested.end);
  return [...clear, suggested].toSorted((a, b) => a.start - b.start);
}

/** A finding with the index of its sentence. */
export interface FindingInSentence extends Finding {
  spans: readonly Span[];
}

/** The changed sentences with their new spans; undefined for excluded sentences. @param decisions by index of the finding */
export function correctionsOf(
  findings: readonly FindingInSentence[],
  decisions: ReadonlyMap<number, 'fix' | 'keep' | 'exclude'>,
): { sentence: number; spans: Span[] | undefined }[] {
  const corrected = new Map<number, Span[] | undefined>();
  const isExcluded = (sentence: number) => corrected.has(sentence) && corrected.get(sentence) === undefined;
  for (const [index, finding] of findings.entries()) {
    const { sentence, spans } = finding;
    const decision = decisions.get(index);
    if (decision === 'exclude') corrected.set(sentence, undefined);
    else if (decision === 'fix' && !isExcluded(sentence)) {
      corrected.set(sentence, fixed(corrected.get(sentence) ?? spans, finding));
    }
  }
  return Array.from(corrected, ([sentence, spans]) => ({ sentence, spans })).sort((a, b) => a.sentence - b.sentence);
}
