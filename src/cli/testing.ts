/** Test helpers that run the built command line in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import type { Command } from './parsing/command.ts';
import type { TrainOptions } from './commands/train.ts';
import type { RunOptions } from './runs/run-options.ts';
import { Terminal } from './terminal.ts';

export const SENTENCES = `Ada I-PER
Vale I-PER
lives O
in O
Norrby I-LOC
. O

Mio I-PER
left O
Norrby I-LOC
last O
May O
. O

The O
Otter I-ORG
Society I-ORG
met O
Mio I-PER
Ada B-PER
in O
Port I-LOC
Vale I-LOC
. O
`;
export const VECTORS = ['ada', 'norrby', 'lives', 'left', '.', 'sundvik']
  .map((word, i) => `${word} ${[i, 1, -i, 0.5, 2 - i].map((value) => value / 4).join(' ')}\n`)
  .join('');

export interface Outcome {
  code: number | null;
  out: string;
  err: string;
}

/** Collects the output of a process until it ends. @param input for its standard input, if that is a pipe */
export function finish(child: ChildProcess, input = ''): Promise<Outcome> {
  const outcome: Outcome = { code: null, out: '', err: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (outcome.out += text));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (outcome.err += text));
  child.stdin?.end(input);
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ ...outcome, code }));
  });
}

export const start = (args: string[]) => spawn(process.execPath, ['dist-cli/main.mjs', ...args]);
export const tagsmith = (args: string[], input?: string) => finish(start(args), input);
/** Parses JSON lines. */
export const objects = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The epochs in a folder's `metrics.json`, without the timings. */
export async function epochsIn(folder: string): Promise<object[]> {
  const { epochs } = JSON.parse(await readFile(join(folder, 'metrics.json'), 'utf8')) as { epochs: object[] };
  return epochs.map((epoch) => ({ ...epoch, seconds: 0, tokensPerSecond: 0 }));
}

/** Runs a command in this process, and returns what it writes. */
export async function runHere<Options>(
  command: Command<Options>,
  options: Options | readonly string[],
): Promise<{ out: string; err: string }> {
  const written = { out: '', err: '' };
  const terminal = new Terminal({ write: (part) => (written.out += part) }, { write: (part) => (written.err += part) });
  const parsed = Array.isArray(options) ? command.parse(options as readonly string[]) : (options as Options);
  await command.run(terminal, parsed, new AbortController().signal, []);
  return written;
}

/** The options of a run without further files. */
export const runOptions = (options: Partial<RunOptions> & Pick<RunOptions, 'train'>): RunOptions => ({
  dev: [],
  test: [],
  embeddings: undefined,
  gazetteer: [],
  columns: undefined,
  encoder: undefined,
  tagColumn: undefined,
  config: DEFAULT_CONFIG,
  ...options,
});

/** The options of a training on one thread. */
export const trainOptions = (
  options: Partial<TrainOptions> & Pick<TrainOptions, 'train' | 'dev' | 'config' | 'out'>,
): TrainOptions => ({
  ...runOptions(options),
  ...AS_INFERRED,
  seeds: 1,
  device: 'simd',
  threads: 1,
  json: true,
  force: false,
  resume: false,
  from: undefined,
  unlabelled: [],
  weights: undefined,
  signals: undefined,
  ...options,
});

/** The flags of a reading that leave all of it to the reader. */
export const AS_INFERRED = {
  tagColumn: undefined,
  tokenColumn: undefined,
  scheme: undefined,
  outside: undefined,
  columnsAs: undefined,
  typesOf: [],
  typesAs: [],
  unknown: undefined,
  labelNames: undefined,
  tagField: undefined,
  spanEnds: undefined,
  spansFrom: undefined,
  offsets: undefined,
  encoding: undefined,
  occurrences: undefined,
  annotator: undefined,
  classField: undefined,
  acceptLosses: false,
};
