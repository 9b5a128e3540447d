import { describe, expect, test } from 'vitest';
import { corpusFile, textFile } from '../../../../test/app/samples.ts';
import { errorReport } from '../../../../test/app/score-samples.ts';
import type { ErrorSentence } from '../../../eval/errors.ts';
import {
  confusionRows,
  countErrors,
  countInWords,
  documentsInWords,
  errorContext,
  errorOffset,
  errorInWords,
  kindCounts,
  listErrors,
  NO_FILTER,
  seenInWords,
  sliceCounts,
  toggled,
  typeCounts,
} from './errors.ts';
import { aboutScoring, chosenFile, inspectedFiles, repeatedInWords, runningInWords } from './files.ts';

const corpora = (['train', 'dev', 'test'] as const).map((role, i) => corpusFile(i, `a.${role}`, role, 1, 1, 1));
const files = inspectedFiles(corpora, [textFile(3, 'a.txt', 1)]);

test('lists test files first, training files last', () => {
  expect(files.map(({ name }) => name)).toEqual(['a.test', 'a.dev', 'a.txt', 'a.train']);
});

test('the chosen file remains chosen until it is removed', () => {
  expect(chosenFile(files, 1)?.name).toBe('a.dev');
  expect(chosenFile(files, 9)?.name).toBe('a.test');
  expect(chosenFile([], 1)).toBeUndefined();
});

test('scores on training data come with a warning', () => {
  expect(aboutScoring(true, chosenFile(files, 0), 'classes')).toMatch(/^This is a training file/);
  expect(aboutScoring(true, chosenFile(files, 2), 'classes')).not.toMatch(/training file/);
  const of = (data: string, parent?: string) => aboutScoring(true, chosenFile(files, 0), 'entities', { data, parent });
  expect(of('b.train, a.train')).toMatch(/^This is a training file/);
  expect(of('b.train')).not.toMatch(/training file/); // another model's
  expect(of('b.train', 'Run 1')).toMatch(/^This is a training file/); // Run 1 may have been trained on it
  const ofTest = aboutScoring(true, chosenFile(files, 2), 'entities', { data: 'a.test', parent: undefined });
  expect(ofTest).toMatch(/^The model was trained on this file/);
});

test('progress is shown only for its own task', () => {
  const progress = { task: 'tagging', name: 'a.txt', done: 432, total: 1000, unit: 'characters' } as const;
  expect(runningInWords(true, progress)).toBe('Tagging 43.2%…');
  expect(runningInWords(false, progress)).toBe('Scoring…');
  expect(runningInWords(true, undefined)).toBe('Tagging…');
});

describe('filters', () => {
  const report = errorReport(); // 24 sentences, each with one error of each kind

  test('count errors by kind, without kinds that do not occur', () => {
    expect(kindCounts(report).map(({ count }) => count)).toEqual([24, 24, 24, 24, 24]);
    const missed = report.counts.filter(({ kind }) => kind === 'missed');
    expect(kindCounts({ ...report, counts: missed })).toEqual([{ kind: 'missed', count: 24 }]);
  });

  test('count errors by type: an error between two types counts for both', () => {
    expect(typeCounts(report)).toEqual([
      { type: 'LOC', count: 48 },
      { type: 'ORG', count: 48 },
      { type: 'PER', count: 48 },
      { type: 'MISC', count: 24 },
    ]);
  });

  test('select one kind and one type', () => {
    const filter = { ...NO_FILTER, kinds: ['missed', 'wrong-type'], types: ['PER', 'MISC'] } as const;
    expect(countErrors(report, filter)).toBe(24);
    expect(listErrors(report, filter)).toHaveLength(24);
    expect(listErrors(report, filter).every(({ errors }) => errors.every(({ kind }) => kind === 'missed'))).toBe(true);
    expect(countErrors(report, NO_FILTER)).toBe(120);
    expect(listErrors(report, NO_FILTER)).toHaveLength(24);
    expect(listErrors(report, NO_FILTER).flatMap(({ errors }) => errors)).toHaveLength(120);
  });

  test('select a slice of each slicing', () => {
    expect(sliceCounts(report)).toEqual([
      {
        slicing: 'seen',
        slices: [
          { slice: 'seen', count: 48 },
          { slice: 'unknown', count: 72 },
        ],
      },
      {
        slicing: 'entityLength',
        slices: [
          { slice: '1', count: 72 },
          { slice: '2', count: 48 },
        ],
      },
      { slicing: 'sentenceLength', slices: [{ slice: '1–10', count: 120 }] },
    ]);
    const filter = { ...NO_FILTER, slices: { seen: 'unknown', entityLength: '1' } };
    expect(countErrors(report, filter)).toBe(24);
    expect(listErrors(report, filter).every(({ errors }) => errors.every(({ kind }) => kind === 'spurious'))).toBe(
      true,
    );
    expect(seenInWords(listErrors(report, filter)[0]!.errors[0]!)).toBe('unknown');
  });

  test('a choice is toggled', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });

  test('counts in words', () => {
    expect(countInWords(0, 0, 0)).toBe('No errors.');
    expect(countInWords(1, 1, 1)).toBe('1 error');
    expect(countInWords(24, 1200, 24)).toBe('24 of 1,200 errors');
    expect(countInWords(7000, 7000, 5000)).toBe('7,000 errors; the first 5,000 are listed');
  });

  test('errors in words', () => {
    expect(report.sentences[0]!.errors.map(errorInWords)).toEqual([
      'Missed: PER',
      'Spurious: MISC',
      'Wrong type: ORG as LOC',
      'Wrong boundary: LOC',
      'Wrong type and boundary: PER as ORG',
    ]);
  });
});

describe('the context of errors', () => {
  const slices = { entityLength: '1', sentenceLength: '1–10' } as const;
  const span = (start: number, end: number, type: string) => ({ start, end, type });
  const tokens = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const sentenceOf = (gold: ErrorSentence['gold'], predicted: ErrorSentence['predicted']): ErrorSentence => ({
    line: 1,
    tokens,
    gold,
    predicted,
    errors: [],
  });

  test('is cut at both ends, with gold and predicted entities', () => {
    const gold = [span(2, 3, 'ORG'), span(15, 17, 'PER')];
    const predicted = [span(16, 17, 'PER'), span(20, 35, 'LOC')];
    const sentence = sentenceOf(gold, predicted);
    const error = { slices, kind: 'wrong-boundary', gold: gold[1], predicted: predicted[0] } as const;
    const context = errorContext({ sentence, errors: [error] });
    expect(context.text).toBe(`… ${tokens.slice(3, 29).join(' ')} …`);
    const offset = errorOffset(sentence, error);
    expect(tokens.join(' ').slice(offset)).toBe(tokens.slice((error.gold ?? error.predicted)!.start).join(' '));
    const words = (marks: readonly { start: number; end: number; isAside?: boolean }[]) =>
      marks.map(({ start, end, isAside }) => [context.text.slice(start, end), isAside]);
    expect(words(context.gold)).toEqual([['w15 w16', false]]);
    expect(words(context.predicted)).toEqual([
      ['w16', false],
      ['w20 w21 w22 w23 w24 w25 w26 w27 w28', true],
    ]);
  });

  test('contains all shown errors of the sentence', () => {
    const gold = [span(15, 17, 'PER'), span(20, 21, 'LOC')];
    const sentence = sentenceOf(gold, []);
    const errors = gold.map((gold) => ({ slices, kind: 'missed' as const, gold, predicted: undefined }));
    const aside = (shown: typeof errors) =>
      errorContext({ sentence, errors: shown }).gold.map(({ isAside }) => isAside);
    expect(aside(errors)).toEqual([false, false]);
    expect(aside(errors.slice(1))).toEqual([true, false]);
  });

  test('is the whole sentence if it is short', () => {
    const sentence = { ...sentenceOf([span(0, 1, 'PER')], []), tokens: ['Ivo', 'left'] };
    const error = { slices, kind: 'missed', gold: sentence.gold[0], predicted: undefined } as const;
    expect(errorOffset(sentence, error)).toBe(0);
    expect(errorContext({ sentence, errors: [error] })).toEqual({
      text: 'Ivo left',
      gold: [{ type: 'PER', start: 0, end: 3, isAside: false }],
      predicted: [],
    });
  });
});

test('the diagonal of the confusion table is split into correct entities and those with wrong boundaries', () => {
  const rows = confusionRows({
    types: ['LOC', 'PER'],
    counts: [
      [5, 1, 2],
      [0, 7, 3],
      [4, 6, 0],
    ],
    correct: [5, 4],
  });
  expect(rows.map(({ gold }) => gold)).toEqual(['LOC', 'PER', undefined]);
  expect(rows.map(({ cells }) => cells.map(({ count }) => count))).toEqual([
    [5, 1, 2],
    [0, 4, 3],
    [4, 6, undefined],
  ]);
  expect(rows.map(({ cells }) => cells.map(({ misplaced }) => misplaced))).toEqual([
    [0, undefined, undefined],
    [undefined, 3, undefined],
    [undefined, undefined, undefined],
  ]);
});

test.each([
  [{ count: 1, long: 0 }, '1 document'],
  [{ count: 1, long: 1 }, '1 document in windows of 1,024 tokens'],
  [{ count: 216, long: 3 }, '216 documents, 3 of them in windows of 1,024 tokens'],
])('documents %j are read as %s', (found, words) => {
  expect(documentsInWords({ longest: { tokens: 5, line: 1 }, window: 1024, ...found })).toBe(words);
});

test('a file that repeats the training data comes with a warning', () => {
  expect(repeatedInWords({ repeated: 120, sentences: 1200 }, 'test')).toMatch(
    /^120 of 1,200 sentences are also in the training data/,
  );
  expect(repeatedInWords({ repeated: 1, sentences: 1 }, 'test')).toMatch(/^1 of 1 sentence is also in/);
  expect(repeatedInWords({ repeated: 119, sentences: 1200 }, 'test')).toBeUndefined();
  expect(repeatedInWords({ repeated: 1200, sentences: 1200 }, 'train')).toBeUndefined(); // said above
  expect(repeatedInWords({ repeated: undefined, sentences: 1200 }, 'test')).toBeUndefined();
});
