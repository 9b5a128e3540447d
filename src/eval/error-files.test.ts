import { expect, test } from 'vitest';
import { errorsCsv, errorsJsonLines } from './error-files.ts';
import type { ErrorSentence } from './errors.ts';

const span = (start: number, end: number, type: string) => ({ start, end, type });
const SLICES = { entityLength: '1', sentenceLength: '1–10' } as const;
const SENTENCE: ErrorSentence = {
  line: 12,
  tokens: ['Nora', 'Field', ',', 'of', 'Leeds'],
  gold: [span(0, 2, 'PER'), span(4, 5, 'LOC')],
  predicted: [span(0, 1, 'PER')],
  errors: [
    { kind: 'wrong-boundary', gold: span(0, 2, 'PER'), predicted: span(0, 1, 'PER'), slices: SLICES },
    { kind: 'missed', gold: span(4, 5, 'LOC'), predicted: undefined, slices: { ...SLICES, seen: 'partly' } },
  ],
};

test('CSV: one row per error, the sentence quoted for its comma', () => {
  expect(errorsCsv([SENTENCE])).toBe(
    [
      'line,kind,goldType,goldText,goldStart,goldEnd,predictedType,predictedText,predictedStart,predictedEnd,sentence,seen',
      '12,wrong-boundary,PER,Nora Field,0,2,PER,Nora,0,1,"Nora Field , of Leeds",',
      '12,missed,LOC,Leeds,4,5,,,,,"Nora Field , of Leeds",partly',
      '',
    ].join('\n'),
  );
});

test('JSON lines: one object per error', () => {
  const { line, tokens } = SENTENCE;
  const records = errorsJsonLines([SENTENCE]).trimEnd().split('\n');
  expect(records.map((record): unknown => JSON.parse(record))).toEqual([
    {
      line,
      kind: 'wrong-boundary',
      gold: { type: 'PER', text: 'Nora Field', start: 0, end: 2 },
      predicted: { type: 'PER', text: 'Nora', start: 0, end: 1 },
      tokens,
    },
    {
      line,
      kind: 'missed',
      gold: { type: 'LOC', text: 'Leeds', start: 4, end: 5 },
      predicted: null,
      tokens,
      seen: 'partly',
    },
  ]);
});

test('no errors: only the CSV header, no JSON lines', () => {
  expect(errorsCsv([]).split('\n')).toHaveLength(2);
  expect(errorsJsonLines([])).toBe('');
});
