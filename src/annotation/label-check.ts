import type { Span } from '../data/corpus.ts';
import type { LabelEvidence, ProbableSpan } from '../tagging/sentence-reader.ts';

/** What seems wrong: the type; which tokens; an entity that is not labelled; an entity that is none. */
export type FindingKind = 'type' | 'boundary' | 'missed' | 'spurious';

/** A label that models which have not seen it find improbable, with both readings. */
export interface Finding {
  sentence: number;
  kind: FindingKind;
  /** As labelled; undefined: no entity. */
  labelled: Span | undefined;
  /** The probability of `labelled`, or that its tokens are none. */
  labelledProbability: number;
  /** What the models think; undefined: no entity. */
  suggested: Span | undefined;
  suggestedProbability: number;
  /** Higher is more doubtful: log-odds of the two readings. */
  doubt: number;
}

/**
 * Added to both probabilities: models are overconfident, so that 0.001 and 0.0001 say the same. Of 0.0001 to 0.1, the highest found most of
 * the errors that were put into CoNLL-2003, of every kind (docs/results.md).
 */
const FLOOR = 0.1;

/** Everything that the models would label otherwise, most doubtful first. @param evidence by sentence; undefined for empty ones */
export function findDoubtful(evidence: readonly (LabelEvidence | undefined)[]): Finding[] {
  return evidence
    .flatMap((judged, sentence) => (judged === undefined ? [] : findingsOf(sentence, judged)))
    .filter(({ doubt }) => doubt > 0)
    .toSorted((a, b) => b.doubt - a.doubt);
}

/** One for each gold entity and gap: the most probable other reading of its tokens, however improbable. */
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

/** Identifies findings that are alike: the same words, labelled alike, with the same suggestion. */
export function caseOf({ kind, labelled, suggested }: Finding, tokens: readonly string[]): string {
  const from = Math.min(labelled?.start ?? Infinity, suggested?.start ?? Infinity);
  const to = Math.max(labelled?.end ?? 0, suggested?.end ?? 0);
  const place = (span: Span | undefined) => span && [span.start - from, span.end - from, span.type];
  return JSON.stringify([kind, tokens.slice(from, to), place(labelled), place(suggested)]);
}

/** A finding with the number of its case: findings that are alike have the same. */
export type FindingInCase = Finding & { case: number };

/**
 * The first `limit` findings, then those of the rest that are like one of them: a decision on identical cases is for all of these.
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

/** A finding with the sentence that it is in. */
export interface FindingInSentence extends Finding {
  spans: readonly Span[];
}

/** The sentences that change, with their new spans, or none where they are left out. @param decisions by index of the finding */
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
