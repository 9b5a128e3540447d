import { describe, expect, test } from 'vitest';
import { corpusFile, DEV_FILE, VECTORS } from '../../../../test/app/samples.ts';
import { DEFAULT_CONFIG } from '../../../config/schema.ts';
import type { Problem } from '../../../data/corpus.ts';
import {
  columnChoices,
  columnLabel,
  coverageOf,
  faultIn,
  filesWithout,
  frequentTypes,
  inputChoices,
  modelInputs,
  placeOf,
  previewText,
  trainingScheme,
  vectorsLine,
  vectorsProblem,
} from './cards.ts';

const problem = (parts: Partial<Problem>): Problem => ({
  file: 'a.txt',
  line: 3,
  severity: 'error',
  kind: 'columns',
  message: '',
  ...parts,
});

describe('problems', () => {
  test('are located by file, line and column', () => {
    expect(placeOf(problem({ line: 1204, column: 15 }))).toBe('a.txt, line 1,204, column 15');
    expect(placeOf(problem({ line: 0 }))).toBe('a.txt');
  });

  test('the excerpt is marked to the end of the field', () => {
    expect(faultIn(problem({ excerpt: 'EU NNP X-ORG x', column: 8 }))).toEqual({
      before: 'EU NNP ',
      fault: 'X-ORG',
      after: ' x',
    });
  });

  test('a problem at the end of a line is marked as missing text', () => {
    expect(faultIn(problem({ excerpt: 'EU', column: 3 }))).toEqual({ before: 'EU', fault: '', after: '' });
  });

  test('without a column, or with one beyond the excerpt, the whole line is marked', () => {
    expect(faultIn(problem({ excerpt: 'EU NNP' }))?.fault).toBe('EU NNP');
    expect(faultIn(problem({ excerpt: 'EU', column: 300 }))?.fault).toBe('EU');
    expect(faultIn(problem({}))).toBeUndefined();
  });
});

test('the conversion of tags is mentioned only if there is one', () => {
  expect(trainingScheme(DEV_FILE, DEFAULT_CONFIG)).toBe('BIOES');
  expect(
    trainingScheme({ ...DEV_FILE, style: { ...DEV_FILE.style, scheme: 'BIOES' } }, DEFAULT_CONFIG),
  ).toBeUndefined();
  expect(trainingScheme({ ...DEV_FILE, style: { ...DEV_FILE.style, scheme: 'none' } }, DEFAULT_CONFIG)).toBeUndefined();
});

test('a long list of types is shortened, unless only one type would be hidden', () => {
  const file = corpusFile(1, 'a', 'train', 1, 1, 1);
  const withTypes = (count: number) => {
    const types = Array.from({ length: count }, (_, i) => ({ type: `T${i}`, count: 1 }));
    return frequentTypes({ ...file, summary: { ...file.summary, types } });
  };
  expect(withTypes(9)).toMatchObject({ more: 0 });
  expect(withTypes(40).types).toHaveLength(8);
  expect(withTypes(40).more).toBe(32);
});

test('columns are counted from one', () => {
  expect(columnChoices(DEV_FILE).at(-1)).toEqual({ value: '3', label: 'column 4' });
});

test('warns if vectors cover almost none of the words, which suggests another language', () => {
  expect(vectorsProblem(VECTORS.coverage!.lowercase)).toBeUndefined();
  expect(vectorsProblem(undefined)).toBeUndefined();
  const coverage = VECTORS.coverage!.lowercase;
  const few = {
    ...coverage,
    matched: { ...coverage.matched, none: { types: 90, tokens: 88 } },
    types: 100,
    tokens: 100,
  };
  expect(vectorsProblem(few)).toMatch(/know only 12\.0% of the training tokens\. Are they for another/);
});

test('coverage by types and tokens', () => {
  expect(vectorsLine(VECTORS)).toBe('Word vectors of 100 dimensions');
  expect(coverageOf(VECTORS.coverage!.lowercase)).toMatchObject({ types: '87.7%', tokens: '97.6%' });
  expect(coverageOf(undefined)).toBeUndefined();
});

describe('previews', () => {
  test('spans are offsets of the joined tokens', () => {
    const { text, entities } = previewText({
      line: 1,
      tokens: ['Angela', 'Merkel', 'in', 'Berlin'],
      spans: [
        { start: 0, end: 2, type: 'PER' },
        { start: 3, end: 4, type: 'LOC' },
      ],
      tags: ['B-PER', 'I-PER', 'O', 'B-LOC'],
    });
    expect(entities.map(({ start, end, type }) => [text.slice(start, end), type])).toEqual([
      ['Angela Merkel', 'PER'],
      ['Berlin', 'LOC'],
    ]);
  });

  test('without a scheme every token shows its tag', () => {
    const { entities } = previewText({ line: 1, tokens: ['It', 'runs'], spans: [], tags: ['PRP', 'VBZ'] });
    expect(entities.map(({ type }) => type)).toEqual(['PRP', 'VBZ']);
  });

  test('a sentence without entities has no spans', () => {
    expect(previewText({ line: 1, tokens: ['It', 'runs'], spans: [], tags: ['O', 'O'] }).entities).toEqual([]);
    expect(previewText({ line: 1, tokens: [], spans: [], tags: [] })).toEqual({ text: '', entities: [] });
  });
});

describe('columns as inputs', () => {
  const train = corpusFile(1, 'a.train', 'train', 10, 100, 1);

  test('are those with more than one value', () => {
    const furtherColumns = [
      { name: 'pos', values: 45 },
      { name: '2', values: undefined },
      { name: 'lang', values: 1 },
    ];
    expect(inputChoices({ ...train, furtherColumns }, ['pos'])).toEqual([
      { name: 'pos', label: 'pos', about: '45 values', isInput: true },
      { name: '2', label: 'number 3', about: 'over 1,000 values', isInput: false },
    ]);
    expect(columnLabel('x2')).toBe('x2');
  });

  test('need to be in all training files', () => {
    const other = { ...train, id: 2, name: 'b.train', furtherColumns: [] };
    const dev = { ...other, id: 3, name: 'a.dev', role: 'dev' as const };
    expect(filesWithout('pos', [train, other, dev])).toEqual(['b.train']);
  });

  test('of a model are named', () => {
    expect(modelInputs({ lists: [], columns: [] })).toBeUndefined();
    expect(modelInputs({ lists: ['towns'], columns: ['pos', '2'] })).toBe(
      'Reads the name lists towns, and the columns pos, number 3 of files',
    );
  });
});
