import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import type { RunFacts } from '../../src/runs/run-state.ts';
import type { RunResult } from '../../src/eval/runs.ts';
import type { Score, Scores } from '../../src/eval/scores.ts';
import { recipeOf } from '../../src/app/stores/recipe-address.ts';
import type { RunRecord } from '../../src/app/stores/runs/history.ts';
import type { RecordedEpoch } from '../../src/app/stores/runs/thinned-epochs.ts';
import { NO_WORKSPACE } from '../../src/app/stores/workspace.ts';
import { hash32 } from '../../src/lib/rng.ts';
import { illegalTransitions } from '../../src/crf/constraints.ts';
import type { Transitions } from '../../src/crf/transitions.ts';
import { standardStyle } from '../../src/data/tags/tag-style.ts';
import type { EpochReport } from '../../src/model/events.ts';
import type { FileRole } from '../../src/data/files/file-roles.ts';
import type { Coverage } from '../../src/data/vectors/coverage.ts';
import type { RunPlan } from '../../src/runs/plan.ts';
import type { CorpusFile, ModelInfo, TextFile, VectorsFile, Workspace } from '../../src/workers/wire/payloads.ts';

/** Invented data of the types that the trainer sends: smooth, reproducible, not real results. */
export const TYPES = ['PER', 'ORG', 'LOC', 'MISC'];
const PARAMETERS = 2_713_409;

const SUPPORT: Record<string, number> = { PER: 1842, ORG: 1341, LOC: 1837, MISC: 922 };
const CEILING: Record<string, number> = { PER: 0.97, ORG: 0.89, LOC: 0.955, MISC: 0.87 };

const noise = (seed: number) => hash32(seed * 7919 + 13) / 2 ** 32 - 0.5;

export function bioesTags(types: readonly string[] = TYPES): string[] {
  return ['O', ...types.flatMap((type) => ['B', 'I', 'E', 'S'].map((letter) => `${letter}-${type}`))];
}

/** Illegal transitions of BIOES: 1 where illegal. */
export function illegalOf(tags: readonly string[]): Transitions<Uint8Array> {
  return illegalTransitions(tags, standardStyle('BIOES'));
}

export function transitionsAt(progress: number, tags: readonly string[] = bioesTags()): Transitions<Float32Array> {
  const K = tags.length;
  const value = (i: number) => noise(i) * 0.2 + noise(i + 5000) * 4.5 * progress;
  return {
    transitions: Float32Array.from({ length: K * K }, (_, i) => value(i)),
    start: Float32Array.from({ length: K }, (_, i) => value(i + 9000)),
    end: Float32Array.from({ length: K }, (_, i) => value(i + 9500)),
  };
}

export function score(f1: number, support: number, tilt: number): Score {
  const precision = Math.min(1, f1 + tilt);
  const recall = (f1 * precision) / (2 * precision - f1);
  const correct = Math.round(recall * support);
  return { precision, recall, f1, support, predicted: Math.round(correct / precision), correct };
}

export function scoresAt(epoch: number, types: readonly string[] = TYPES): Scores {
  const f1Of = (type: string, i: number) =>
    (CEILING[type] ?? 0.9) * (1 - 0.75 * Math.exp(-epoch / (1.2 + i * 0.5))) + noise(epoch * 31 + i) * 0.008;
  const byType = Object.fromEntries(
    types.map((type, i) => [type, score(f1Of(type, i), SUPPORT[type] ?? 500, noise(i + epoch) * 0.02)]),
  );
  const all = Object.values(byType);
  const support = all.reduce((sum, score) => sum + score.support, 0);
  const f1 = all.reduce((sum, score) => sum + score.f1 * score.support, 0) / support;
  return {
    overall: score(f1, support, 0.004),
    byType,
    relaxedF1: Math.min(1, f1 + 0.02),
    tokenAccuracy: Math.min(1, 0.9 + f1 * 0.09),
    invalidSequences: 0,
    tokens: 51362,
    sentences: 3250,
  };
}

export function epochReport(epoch: number, epochs: number, types: readonly string[] = TYPES): EpochReport {
  const f1s = Array.from({ length: epoch }, (_, i) => scoresAt(i + 1, types).overall.f1);
  return {
    epoch,
    trainLoss: 3.4 * Math.exp(-epoch / 2.5) + 0.5,
    devLoss: 2.4 * Math.exp(-epoch / 2) + 0.9 + epoch * 0.015,
    dev: scoresAt(epoch, types),
    learningRate: 0.001 / (1 + 0.05 * (epoch - 1)),
    tokensPerSecond: 12480,
    seconds: 16.3,
    bestEpoch: f1s.indexOf(Math.max(...f1s)) + 1,
    transitions: transitionsAt(epoch / epochs, bioesTags(types)),
  };
}

export function corpusFile(
  id: number,
  name: string,
  role: FileRole,
  sentences: number,
  tokens: number,
  scale: number,
): CorpusFile {
  const types = [
    { type: 'LOC', count: Math.round(7140 * scale) },
    { type: 'PER', count: Math.round(6600 * scale) },
    { type: 'ORG', count: Math.round(6321 * scale) },
    { type: 'MISC', count: Math.round(3438 * scale) },
  ];
  return {
    id,
    name,
    size: tokens * 16,
    isSample: false,
    role,
    format: 'conll',
    style: {
      scheme: 'IOB1',
      letters: { begin: 'B', inside: 'I', end: 'E', single: 'S', outside: 'O' },
      separator: '-',
      typeFirst: false,
    },
    columns: 4,
    tagColumn: 3,
    reading: {
      roles: [{ role: 'token' }, { role: 'feature' }, { role: 'feature' }, { role: 'tag' }],
      rows: [],
      reasons: [],
      outside: 'O',
      settings: {},
      types: [],
      form: undefined,
      question: undefined,
    },
    furtherColumns: [
      { name: 'pos', values: 45 },
      { name: 'chunk', values: 20 },
    ],
    inputColumns: [],
    documents: 0,
    weights: undefined,
    summary: {
      sentences,
      tokens,
      entities: types.reduce((sum, { count }) => sum + count, 0),
      types,
      longestSentence: 113,
    },
    invalidTransitions: 0,
    problems: [],
    moreProblems: 0,
  };
}

export function textFile(id: number, name: string, characters: number): TextFile {
  return { id, name, size: characters, characters, table: undefined, problems: [], moreProblems: 0 };
}

export const DEV_FILE: CorpusFile = {
  ...corpusFile(2, 'city.dev', 'dev', 3250, 51362, 0.253),
  invalidTransitions: 2,
  moreProblems: 4,
  problems: [
    {
      file: 'city.dev',
      line: 1204,
      column: 16,
      severity: 'error',
      kind: 'scheme',
      message:
        'The tag X-PER does not begin with I, B or O. It is read as O: correct it, or choose another tag column.',
      excerpt: 'Brussels NNP I X-PER',
    },
    {
      file: 'city.dev',
      line: 20311,
      severity: 'error',
      kind: 'columns',
      message: '3 columns, where the lines before have 4. The line is left out.',
      excerpt: 'Ministry of I-ORG',
    },
  ],
};

/** Vectors of lower-cased words have the same words under both spellings. */
const COVERAGE: Coverage = {
  types: 23624,
  tokens: 203621,
  matched: {
    exact: { types: 11560, tokens: 150210 },
    lowercase: { types: 8420, tokens: 44310 },
    digits: { types: 730, tokens: 4120 },
    punctuation: { types: 0, tokens: 0 },
    none: { types: 2914, tokens: 4981 },
  },
  misses: [
    { word: '1996-08-22', count: 41 },
    { word: 'Zentralbahnhof', count: 33 },
    { word: '3-0-1', count: 29 },
    { word: 'Oberhausen-Süd', count: 21 },
    { word: 'NEWSROOM', count: 18 },
  ],
};

export const VECTORS: VectorsFile = {
  id: 3,
  name: 'glove.6B.100d.txt',
  size: 297_000_000,
  words: 341_625,
  dimensions: 100,
  coverage: { lowercase: COVERAGE, asWritten: COVERAGE, warning: undefined },
  problems: [],
  moreProblems: 0,
};

export function modelInfo(
  config: RunConfig = DEFAULT_CONFIG,
  dev: Scores | undefined = scoresAt(9),
  id = 1,
): ModelInfo {
  return {
    id,
    name: 'city.train',
    config,
    predicts: 'entities',
    tags: bioesTags(),
    entityTypes: TYPES,
    transitions: transitionsAt(1),
    illegal: illegalOf(bioesTags()),
    parameters: PARAMETERS,
    features: [],
    lists: [],
    columns: [],
    words: 24_871,
    dev,
    isCalibrated: false,
    threshold: undefined,
  };
}

export function runPlan(stepsPerEpoch = 878): RunPlan {
  const tags = bioesTags();
  return {
    predicts: 'entities',
    times: 1,
    parameters: PARAMETERS,
    wordDim: 100,
    sentences: 14041,
    tokens: 203621,
    devTokens: 51362,
    unknown: undefined,
    stepsPerEpoch,
    tags,
    illegal: illegalOf(tags),
  };
}

/** Of a run of 100 steps an epoch. */
export const RUN_FACTS: RunFacts = {
  predicts: 'entities',
  tags: ['O'],
  illegal: illegalOf(['O']),
  parameters: 10,
  stepsPerEpoch: 100,
  tokensPerEpoch: 10_000,
};

export function workspaceOf(parts: Partial<Workspace>): Workspace {
  return { ...NO_WORKSPACE, ...parts };
}

/** The result of a run whose scores depend on its best epoch. */
export function runResult(label: string, seed: number, epoch: number, changes: Partial<RunResult> = {}): RunResult {
  return {
    label,
    seed,
    reason: 'finished',
    bestEpoch: epoch,
    epochs: epoch,
    curve: Array.from({ length: epoch }, (_, i) => scoresAt(i + 1).overall.f1),
    dev: scoresAt(epoch),
    test: undefined,
    parameters: PARAMETERS,
    seconds: 240,
    tokensPerSecond: 12_480,
    ...changes,
  };
}

function recordedEpoch(epoch: number, epochs: number): RecordedEpoch {
  const { transitions: _, ...recorded } = epochReport(epoch, epochs);
  return recorded;
}

/** A run record with this name. */
export function runRecord(name: string, epochs: number, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id: name,
    name,
    startedAt: Date.UTC(2026, 0, 2),
    recipe: recipeOf('tagsmith-quick'),
    from: 'scratch',
    parent: undefined,
    data: 'a.train',
    dev: 'a.dev',
    sentences: 14041,
    vectors: 'glove.txt',
    device: 'WebAssembly SIMD',
    reason: 'finished',
    epochs: Array.from({ length: epochs }, (_, i) => recordedEpoch(i + 1, epochs)),
    seeds: [],
    scored: [],
    model: undefined,
    checkpoint: undefined,
    kept: undefined,
    ...changes,
  };
}
