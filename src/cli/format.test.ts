import { describe, expect, test } from 'vitest';
import type { Problem } from '../data/corpus.ts';
import { scoreTags } from '../eval/score-tags.ts';
import { NO_SCHEME, standardStyle } from '../data/tags/tag-style.ts';
import { BIO_CORPUS } from '../../test/helpers/tiny-run.ts';
import type { EpochReport } from '../model/events.ts';
import {
  corpusLine,
  duration,
  epochHeader,
  epochRecord,
  epochRow,
  problemLines,
  scoreRecord,
  scoreTable,
} from './format.ts';

const SCORES = scoreTags(standardStyle('BIO'), [
  { gold: ['B-PER', 'I-PER', 'O', 'B-LOC'], predicted: ['B-PER', 'O', 'O', 'B-LOC'] },
]);
const REPORT: EpochReport = {
  epoch: 3,
  trainLoss: 1.25,
  devLoss: 2.5,
  dev: SCORES,
  learningRate: 0.1,
  tokensPerSecond: 12345.6,
  seconds: 7.25,
  bestEpoch: 3,
  transitions: { transitions: new Float32Array(), start: new Float32Array(), end: new Float32Array() },
};

describe('records', () => {
  test('an epoch', () => {
    expect(JSON.parse(JSON.stringify(epochRecord(REPORT)))).toEqual({
      epoch: 3,
      loss: 1.25,
      devLoss: 2.5,
      devF1: 0.5,
      byType: {
        LOC: { precision: 1, recall: 1, f1: 1, support: 1, predicted: 1, correct: 1 },
        PER: { precision: 0, recall: 0, f1: 0, support: 1, predicted: 1, correct: 0 },
      },
      tokensPerSecond: 12345.6,
      seconds: 7.25,
    });
  });

  test('scores', () => {
    const record = scoreRecord(SCORES);
    expect(Object.keys(record)).toEqual([
      'precision',
      'recall',
      'f1',
      'byType',
      'relaxedF1',
      'tokenAccuracy',
      'invalidSequences',
    ]);
    expect(record).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5, relaxedF1: 1, tokenAccuracy: 0.75 });
  });
});

describe('tables', () => {
  test('epoch rows align with the header, and the best is marked', () => {
    const row = epochRow(REPORT);
    expect(row).toBe('    3     1.2500     2.5000  50.00   50.00   50.00*    12,346      7.3');
    expect(row.length).toBe(epochHeader(REPORT.dev).length);
    expect(epochRow({ ...REPORT, bestEpoch: 2 })).not.toContain('*');
  });

  test('scores by type', () => {
    expect(scoreTable(SCORES).split('\n')).toEqual([
      'type    precision  recall      F1  support',
      'LOC        100.00  100.00  100.00        1',
      'PER          0.00    0.00    0.00        1',
      'overall     50.00   50.00   50.00        2',
      'relaxed F1 100.00, token accuracy 75.00, invalid sequences 0',
    ]);
  });

  test('without a scheme the score is the token accuracy', () => {
    const dev = scoreTags(NO_SCHEME, [{ gold: ['NN', 'VB', 'NN', 'DT'], predicted: ['NN', 'VB', 'VB', 'DT'] }]);
    expect(epochHeader(dev)).toBe('epoch       loss   dev loss      dev token accuracy  tokens/s  seconds');
    const row = epochRow({ ...REPORT, dev });
    expect(row).toBe('    3     1.2500     2.5000                  75.00*    12,346      7.3');
    expect(row.length).toBe(epochHeader(dev).length);
    expect(scoreTable(dev).split('\n')).toEqual([
      'tag     precision  recall      F1  support',
      'DT         100.00  100.00  100.00        1',
      'NN         100.00   50.00   66.67        2',
      'VB          50.00  100.00   66.67        1',
      'token accuracy 75.00',
    ]);
  });
});

test('a corpus in one line', () => {
  const corpus = { ...BIO_CORPUS, file: 'a.conll' };
  expect(corpusLine('dev', corpus as Parameters<typeof corpusLine>[1])).toBe(
    'dev a.conll: 2 sentences, 11 tokens, 4 entities (PER 2, LOC 2) in BIO',
  );
});

test('the first problems with their positions, and the number of others', () => {
  const problem = (line: number, column?: number): Problem => ({
    file: 'a',
    line,
    ...(column !== undefined && { column }),
    severity: 'error',
    kind: 'columns',
    message: 'Found it.',
  });
  const problems = [problem(0), problem(3, 4), problem(5), problem(6), problem(7), problem(8)];
  expect(problemLines('d/a', problems, 10)).toEqual([
    'd/a: Found it.',
    'd/a:3:4: Found it.',
    'd/a:5: Found it.',
    'd/a:6: Found it.',
    'd/a:7: Found it.',
    'd/a: 11 more problems',
  ]);
  expect(problemLines('a', [], 0)).toEqual([]);
});

test('durations', () => {
  expect([12.1, 130, 7500, Infinity].map(duration)).toEqual(['13 s', '3 min', '2 h 5 min', '?']);
});
