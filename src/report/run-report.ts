import type { DataFingerprints } from '../config/recipe-file.ts';
import type { RunConfig } from '../config/schema.ts';
import type { Confusion, ErrorReport } from '../eval/errors.ts';
import { wilsonInterval } from '../eval/review-budget.ts';
import type { Score } from '../eval/scores.ts';
import type { Milliseconds, Seconds, TokensPerSecond } from '../lib/units.ts';

/** All that is reported of a run. Plain data. */
export interface RunReport {
  name: string;
  /** Start, in milliseconds since 1970; undefined: not known. */
  startedAt: Milliseconds | undefined;
  /** Name of the preset. */
  preset: string;
  config: RunConfig;
  /** The data by role: names of files, and their fingerprint if it is known. */
  data: readonly ReportedData[];
  device: string;
  reason: 'finished' | 'patience' | 'stopped' | 'failed' | undefined;
  /** The epochs of the run, or of the best seed. */
  epochs: readonly ReportedEpoch[];
  /** The result of each seed, if there are several. */
  seeds: readonly ReportedSeed[];
  /** Scores of the model on files. */
  scored: readonly { file: string; overall: Score }[];
  /** The learned transitions of the model. */
  matrix: ReportedMatrix | undefined;
  /** Without `errors`: which types the model confuses on dev, if it is known. */
  confusion?: ReportedConfusion | undefined;
  /** The errors of the model on a file, or why they are not in the report. */
  errors: ReportedErrors | { missing: string };
}

export interface ReportedErrors {
  file: string;
  report: ErrorReport;
}

export interface ReportedConfusion extends Pick<Confusion, 'types' | 'counts'> {
  file: string;
}

export interface ReportedData {
  role: keyof DataFingerprints;
  files: string;
  fingerprint: string | undefined;
  /** Number of sentences, if it is known. */
  sentences?: number | undefined;
}

export interface ReportedScores {
  overall: Score;
  byType: Readonly<Record<string, Score>>;
}

export interface ReportedEpoch {
  epoch: number;
  trainLoss: number;
  devLoss: number;
  dev: ReportedScores;
  learningRate?: number | undefined;
  tokensPerSecond: TokensPerSecond;
  seconds: Seconds;
}

export interface ReportedSeed {
  seed: number;
  reason: NonNullable<RunReport['reason']>;
  dev: Score;
  test: Score | undefined;
}

export interface ReportedMatrix {
  tags: readonly string[];
  /** [K, K], [K], [K] */
  transitions: ArrayLike<number>;
  start: ArrayLike<number>;
  end: ArrayLike<number>;
}

/** The first epoch with the highest F1 on dev, whose weights are the model. */
export function bestEpochOf(epochs: readonly ReportedEpoch[]): ReportedEpoch | undefined {
  return epochs.toSorted((a, b) => b.dev.overall.f1 - a.dev.overall.f1 || a.epoch - b.epoch)[0];
}

/** Types in the order of their support. */
export function typesOf(epochs: readonly ReportedEpoch[]): string[] {
  const support = new Map<string, number>();
  for (const { dev } of epochs) {
    for (const [type, score] of Object.entries(dev.byType)) {
      support.set(type, Math.max(support.get(type) ?? 0, score.support));
    }
  }
  return [...support].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([type]) => type);
}

/**
 * A 95% interval of an F1 score, with entities taken as independent. Of all entities, gold or predicted, a share J = correct / all is in
 * both, for which there is Wilson's interval (1927); F1 = 2 J / (1 + J) grows with it. Undefined without counts.
 */
export function f1Interval({ support, predicted, correct }: Score): [low: number, high: number] | undefined {
  const all = support + predicted - correct;
  if (!(all > 0)) return undefined;
  const [low, high] = wilsonInterval(correct, all);
  return [f1Of(low), f1Of(high)];
}

const f1Of = (share: number): number => (2 * share) / (1 + share);

/** A name that is safe in a file system. */
export function reportFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/g, '') || 'run';
}
