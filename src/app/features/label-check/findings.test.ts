import { expect, test } from 'vitest';
import type { CheckedFinding } from '../../../workers/wire/annotation.ts';
import { alikeCounts, checkedPercent, decidedInWords, findingContext, summaryInWords } from './findings.ts';

const finding = (changes: Partial<CheckedFinding> = {}): CheckedFinding => ({
  sentence: 0,
  line: 1,
  kind: 'boundary',
  tokens: ['Ada', 'Vale', 'left'],
  spans: [{ start: 0, end: 1, type: 'PER' }],
  labelled: { start: 0, end: 1, type: 'PER' },
  labelledProbability: 0.1,
  suggested: { start: 0, end: 2, type: 'PER' },
  suggestedProbability: 0.8,
  doubt: 1,
  case: 0,
  ...changes,
});

test('both readings are marked in the text around them', () => {
  expect(findingContext(finding())).toEqual({
    text: 'Ada Vale left',
    labelled: [{ type: 'PER', start: 0, end: 3, probability: 0.1 }],
    suggested: [{ type: 'PER', start: 0, end: 8, probability: 0.8 }],
  });
  const tokens = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const far = findingContext(finding({ tokens, labelled: { start: 20, end: 21, type: 'PER' }, suggested: undefined }));
  expect(far.text).toMatch(/^… w8 .* w32 …$/);
  expect(far.text.slice(far.labelled[0]!.start, far.labelled[0]!.end)).toBe('w20');
  expect(far.suggested).toEqual([]);
});

test('findings and decisions in words', () => {
  const findings = [finding(), finding({ sentence: 1 }), finding({ sentence: 1, case: 1 })];
  expect(alikeCounts(findings)).toEqual([1, 1, 0]);
  expect(decidedInWords(findings, new Map([[0, 'fix'], [1, 'exclude'], [2, 'exclude']]))).toBe('1 label fixed, 0 kept, 1 sentence excluded'); // prettier-ignore
  expect(summaryInWords({ file: 'a', findings, listed: 2, total: 1200, weights: [], seconds: 1 })).toBe('1,200 labels are doubtful. The 2 most doubtful are listed; identical cases include the labels that are not.'); // prettier-ignore
  expect(summaryInWords({ file: 'a', findings, listed: 3, total: 3, weights: [], seconds: 1 })).toBe('3 labels are doubtful, most doubtful first.'); // prettier-ignore
  expect(summaryInWords({ file: 'a', findings: [], listed: 0, total: 0, weights: [], seconds: 1 })).toMatch(
    /agree with every label/,
  );
});

test('only the progress of the check is shown', () => {
  const progress = { task: 'checking', name: 'a', done: 30, total: 120, unit: 'sentences' } as const;
  expect([checkedPercent(progress), checkedPercent({ ...progress, task: 'scoring' }), checkedPercent(undefined)]).toEqual([25, 0, 0]); // prettier-ignore
});
