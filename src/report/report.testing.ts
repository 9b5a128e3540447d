import { DEFAULT_CONFIG } from '../config/schema.ts';
import type { Score } from '../eval/scores.ts';
import type { RunReport } from './run-report.ts';

export function scoreOf(correct: number, predicted: number, support: number): Score {
  const precision = correct / predicted;
  const recall = correct / support;
  return { precision, recall, f1: (2 * correct) / (predicted + support), correct, predicted, support };
}

/** A report of two epochs in which every text is `text`. */
export function reportWith(text: string): RunReport {
  const epoch = (number: number, correct: number) => ({
    epoch: number,
    trainLoss: 4 / number,
    devLoss: 5 / number,
    dev: { overall: scoreOf(correct, 90, 100), byType: { [text]: scoreOf(correct, 90, 100) } },
    learningRate: 0.002,
    tokensPerSecond: 1000,
    seconds: 2,
  });
  const slices = { seen: undefined, entityLength: '1', sentenceLength: '1-10' } as never;
  const [gold, predicted] = [
    { start: 0, end: 1, type: text },
    { start: 0, end: 2, type: `${text}2` },
  ];
  const kind = 'wrong-type-and-boundary';
  return {
    name: text,
    startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    preset: text,
    config: DEFAULT_CONFIG,
    data: [
      { role: 'train', files: text, fingerprint: '1f3a9c04', sentences: 100 },
      { role: 'dev', files: `${text}.dev`, fingerprint: undefined },
    ],
    device: text,
    reason: 'finished',
    epochs: [epoch(1, 40), epoch(2, 80)],
    seeds: [{ seed: 1, reason: 'finished', dev: scoreOf(80, 90, 100), test: undefined }],
    scored: [{ file: text, overall: scoreOf(70, 90, 100) }],
    matrix: { tags: ['O', text], transitions: [1, -2, 0.5, -4], start: [0, 1], end: [1, 0] },
    errors: {
      file: text,
      report: {
        counts: [{ kind, gold: text, predicted: `${text}2`, slices, count: 1 }],
        sentences: [
          {
            line: 3,
            tokens: [text, 'b'],
            gold: [gold],
            predicted: [predicted],
            errors: [{ kind, gold, predicted, slices }],
          },
        ],
      },
    },
  };
}
