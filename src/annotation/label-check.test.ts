import { describe, expect, test } from 'vitest';
import type { LabelEvidence, ProbableSpan } from '../tagging/sentence-reader.ts';
import { caseOf, correctionsOf, findDoubtful, fixed, withIdentical } from './label-check.ts';

const span = (start: number, end: number, type: string, probability = 0): ProbableSpan => ({
  start,
  end,
  type,
  probability,
});
const NONE: LabelEvidence = { gold: [], gaps: [], worstToken: 1 };

/** Evidence about one gold entity, PER at 0–1. */
function about(probability: number, other: Partial<LabelEvidence['gold'][number]>): LabelEvidence {
  const gold = { gold: span(0, 1, 'PER', probability), outside: 0, otherType: undefined, otherTokens: undefined };
  return { ...NONE, gold: [{ ...gold, ...other }] };
}

describe('findings', () => {
  test('have each kind, with both readings', () => {
    const found = findDoubtful([
      about(0.1, { otherType: span(0, 1, 'LOC', 0.8) }),
      about(0.2, { otherTokens: span(0, 2, 'PER', 0.7) }),
      about(0.2, { outside: 0.6 }),
      { ...NONE, gaps: [{ span: span(3, 4, 'ORG', 0.9), outside: 0.05 }] },
      undefined,
    ]);
    expect(found.map(({ kind, sentence }) => [kind, sentence])).toEqual([
      ['missed', 3],
      ['type', 0],
      ['boundary', 1],
      ['spurious', 2],
    ]);
    expect(found[1]).toMatchObject({
      labelled: { start: 0, end: 1, type: 'PER' },
      labelledProbability: 0.1,
      suggested: { start: 0, end: 1, type: 'LOC' },
      suggestedProbability: 0.8,
    });
    expect(found[0]).toMatchObject({ labelled: undefined, labelledProbability: 0.05 });
    expect(found[3]).toMatchObject({ suggested: undefined, suggestedProbability: 0.6 });
  });

  test('do not include labels that the models find likely', () => {
    expect(findDoubtful([about(0.6, { otherType: span(0, 1, 'LOC', 0.3) })])).toEqual([]);
    expect(findDoubtful([])).toEqual([]);
  });
});

test('findings with the same words, labels and suggestions are the same case', () => {
  const [first] = findDoubtful([about(0.1, { otherTokens: span(0, 2, 'PER', 0.8) })]);
  const later = {
    ...first!,
    sentence: 5,
    labelled: { start: 3, end: 4, type: 'PER' },
    suggested: { start: 3, end: 5, type: 'PER' },
  };
  expect(caseOf(first!, ['Ada', 'Vale', 'left'])).toBe(caseOf(later, ['and', 'so', 'did', 'Ada', 'Vale']));
  expect(caseOf(first!, ['Ada', 'Vale'])).not.toBe(caseOf(first!, ['Ada', 'Holt']));
});

test('findings beyond the limit are kept if they are identical to one within it', () => {
  const tokens = [['Ada'], ['Mio'], ['Tom'], ['Ada'], ['Ulf'], ['Mio']];
  const found = findDoubtful(tokens.map((_, i) => about(0.1 + i / 100, { outside: 0.9 })));
  expect(withIdentical(found, (sentence) => tokens[sentence]!, 2).map((one) => [one.sentence, one.case])).toEqual([
    [0, 0],
    [1, 1],
    [3, 0],
    [5, 1],
  ]);
  expect(withIdentical(found, (sentence) => tokens[sentence]!, 6)).toHaveLength(6);
});

test('a fix replaces the label and the spans that the suggestion overlaps', () => {
  const [a, b] = [{ start: 0, end: 1, type: 'PER' }, { start: 2, end: 3, type: 'LOC' }]; // prettier-ignore
  expect(fixed([a, b], { labelled: a, suggested: { start: 0, end: 3, type: 'ORG' } })).toEqual([{ start: 0, end: 3, type: 'ORG' }]); // prettier-ignore
  expect(fixed([a, b], { labelled: b, suggested: undefined })).toEqual([a]);
  expect(fixed([b], { labelled: undefined, suggested: a })).toEqual([a, b]);
});

test('decisions become corrections: an excluded sentence stays excluded', () => {
  const [a, b, c] = [
    { start: 0, end: 1, type: 'PER' },
    { start: 2, end: 3, type: 'LOC' },
    { start: 4, end: 5, type: 'ORG' },
  ] as const;
  const base = {
    kind: 'spurious' as const,
    labelledProbability: 0.1,
    suggested: undefined,
    suggestedProbability: 0.9,
    doubt: 1,
  };
  const findings = [
    { ...base, sentence: 7, labelled: a, spans: [a, b] },
    { ...base, sentence: 7, labelled: b, spans: [a, b] },
    { ...base, sentence: 3, labelled: c, spans: [c] },
    { ...base, sentence: 4, labelled: c, spans: [c] },
    { ...base, sentence: 3, labelled: c, spans: [c] },
  ];
  const decided = correctionsOf(findings, new Map([[0, 'fix'], [1, 'fix'], [2, 'exclude'], [3, 'keep'], [4, 'fix']])); // prettier-ignore
  expect(decided).toEqual([
    { sentence: 3, spans: undefined },
    { sentence: 7, spans: [] },
  ]);
  expect(correctionsOf(findings, new Map([[0, 'fix']]))).toEqual([{ sentence: 7, spans: [b] }]);
});
