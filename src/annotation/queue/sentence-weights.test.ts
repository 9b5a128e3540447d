import { expect, test } from 'vitest';
import type { Sentence } from '../../data/corpus.ts';
import { formatWeights, readWeights, weightsOf, withWeights } from './sentence-weights.ts';

const sentence = (text: string, line: number): Sentence => ({ tokens: text.split(' '), tags: [], spans: [], line });
const SENTENCES = [sentence('Ada left', 1), sentence('Rome won', 4), sentence('Ada left', 7)];

test('each doubtful label lowers the weight, and a file restores the weights', () => {
  const weights = weightsOf([{ sentence: 1 }, { sentence: 2 }, { sentence: 1 }]);
  expect([...weights]).toEqual([
    [1, 0.7 * 0.7],
    [2, 0.7],
  ]);
  const text = formatWeights(SENTENCES, weights);
  expect(text).toBe('weight\tline\tsentence\n0.49\t4\tRome won\n0.7\t7\tAda left\n');
  const read = readWeights('w.tsv', text, SENTENCES);
  expect(withWeights(SENTENCES, read).map(({ weight }) => weight)).toEqual([undefined, 0.49, 0.7]);
});

test('a line that is invalid, or for another file, is rejected with its location', () => {
  expect(() => readWeights('w.tsv', '0.5\t1\tAda left\n2\t4\tRome won\n', SENTENCES)).toThrow(
    /w\.tsv, line 2: expected a weight/,
  );
  expect(() => readWeights('w.tsv', '0.5\t1\tRome won\n', SENTENCES)).toThrow(
    /w\.tsv, line 1: no training file .* tagsmith check/,
  );
});
