import type { RunConfig as Settings } from '../config/schema.ts';

export type * from '../runtime/declarations.d.ts';

/**
 * A file of any format that the studio reads:
 *
 * - a path in Node, or an address; on a page a string is an address;
 * - a `File`, for example from an input element or a drop event;
 * - a name and its contents. The name appears in messages and in the model card; its extension may determine the format.
 */
export type FileSource =
  | string
  | URL
  | File
  | { name: string; data: string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> };

export interface TrainOptions {
  /** Tagged sentences. Several files are read as one corpus. */
  train: FileSource | readonly FileSource[];
  /** Selects the best epoch. Default: a tenth of the training sentences is held out. */
  dev?: FileSource | readonly FileSource[];
  /** Scored at the end, with the weights of the best epoch. */
  test?: FileSource | readonly FileSource[];
  /** Word vectors: GloVe, word2vec or fastText text, plain, `.gz` or `.zip`. Default: learned from the training data only. */
  vectors?: FileSource;
  /** Further columns of the corpora that are inputs of the model, by name, for example `['pos']`. */
  columns?: readonly string[];
  /** Lists of names whose matches are inputs of the model: one name per line, or a table of names and types. */
  gazetteers?: FileSource | readonly FileSource[];
  /** Id of the preset that provides the settings. Default: `tagsmith-documents` for training files with documents, else `tagsmith`. */
  preset?: string;
  /** Changes to the preset. */
  settings?: Partial<Settings>;
  /** `auto` (default): a hardware GPU if there is one, otherwise `simd`, WebAssembly on the CPU. */
  device?: 'auto' | 'webgpu' | 'simd';
  /** Threads of `simd`. Default: one per core, up to 8. In browsers more than one needs a cross-origin isolated page. */
  threads?: number;
  /** Stops after the current step. The model then has the best weights so far. */
  signal?: AbortSignal;
}

/** A problem in a file that did not prevent it from being read. */
export interface Problem {
  file: string;
  /** From 1; 0 for the file as a whole. */
  line: number;
  column?: number;
  severity: 'error' | 'warning';
  kind: string;
  /** What was found, what was expected, and how to fix it. */
  message: string;
  /** The line itself, at most 200 characters. */
  excerpt?: string;
}

export interface ReadFile {
  role: 'train' | 'dev' | 'test';
  name: string;
  sentences: number;
  tokens: number;
  entities: number;
  /** Entity types, or tags without a scheme; most frequent first. */
  types: { type: string; count: number }[];
  longestSentence: number;
  problems: Problem[];
  /** Number of problems that are not listed. */
  moreProblems: number;
}

/** A file of names. */
export interface ReadGazetteer {
  name: string;
  /** One list for each type that the file names, or one with the name of the file. */
  lists: { name: string; names: number }[];
  problems: Problem[];
  /** Problems that are not listed. */
  moreProblems: number;
}

export interface ReadVectors {
  name: string;
  /** Number of words in the file. */
  words: number;
  dimensions: number;
  /** Share of the training tokens that have a vector. */
  coverage: number;
  problems: Problem[];
  moreProblems: number;
}

export interface DeviceReport {
  device: 'webgpu' | 'simd';
  description: string;
  threads: number;
  /** Why `simd` has only one thread, and how to change that. */
  oneThread?: string | undefined;
  /** Unused devices, with the reason. */
  refused: { device: 'webgpu' | 'simd'; reason: string }[];
}

/** Precision, recall and F1 in [0, 1], with their counts. */
export interface Score {
  precision: number;
  recall: number;
  f1: number;
  support: number;
  predicted: number;
  correct: number;
}

export interface Scores {
  /** Micro-average over all types. */
  overall: Score;
  byType: Record<string, Score>;
  /** F1 if an overlap with the same type counts as correct. */
  relaxedF1: number;
  tokenAccuracy: number;
  /** Number of predicted tag sequences that violate the scheme. */
  invalidSequences: number;
  tokens: number;
  sentences: number;
}

/** Values for K tags: from row to column [K, K], into the first tag [K], after the last tag [K]. */
export interface Transitions<Values> {
  transitions: Values;
  start: Values;
  end: Values;
}

export interface EpochReport {
  /** From 1. */
  epoch: number;
  /** Mean over the steps, with dropout. */
  trainLoss: number;
  /** Mean over the dev sentences, without dropout. */
  devLoss: number;
  dev: Scores;
  learningRate: number;
  tokensPerSecond: number;
  /** Training time, without scoring. */
  seconds: number;
  /** Epoch with the best dev F1 so far, including this one. */
  bestEpoch: number;
  /** The CRF's learned scores; zeros for a softmax decoder. */
  transitions: Transitions<Float32Array>;
}

/** Events of training, in this order; `steps` about ten times a second. */
export type TrainingEvent =
  | {
      kind: 'read';
      files: ReadFile[];
      gazetteers: ReadGazetteer[];
      vectors: ReadVectors | undefined;
      settings: Settings;
    }
  /** Also when a lost GPU was replaced. */
  | { kind: 'device'; device: DeviceReport }
  | {
      kind: 'start';
      parameters: number;
      stepsPerEpoch: number;
      tokensPerEpoch: number;
      tags: string[];
      /** Transitions that the tag scheme forbids: 1 where illegal. */
      illegal: Transitions<Uint8Array>;
      losses: Float32Array;
    }
  | {
      kind: 'steps';
      epoch: number;
      firstStep: number;
      /** Loss of each step. */
      losses: Float32Array;
      tokens: number;
      tokensPerSecond: number;
      transitions: Transitions<Float32Array>;
    }
  | { kind: 'scoring'; epoch: number }
  | { kind: 'epoch'; report: EpochReport }
  /** `patience`: no improvement for that many epochs. `stopped`: by `signal`. */
  | { kind: 'done'; reason: 'finished' | 'patience' | 'stopped'; bestEpoch: number; bestDevF1: number }
  | {
      kind: 'model';
      /** The model, for `Tagger.load`, the studio and the command line. */
      zip: Uint8Array<ArrayBuffer>;
      /** 0: stopped before an epoch was scored. */
      bestEpoch: number;
      dev: Scores | undefined;
      /** Test scores; undefined without a test file, or if training was stopped. */
      test: Scores | undefined;
    };

/**
 * Trains a tagger (character CNN, BiLSTM, CRF) with a preset and settings. Training only proceeds while an event is requested: to pause,
 * request the next one later. Leaving the loop ends training. A thread can train one model at a time.
 *
 *     for await (const event of train({ train: 'train.conll', dev: 'dev.conll' })) {
 *       if (event.kind === 'epoch') console.log(event.report.epoch, event.report.dev.overall.f1);
 *     }
 *
 * @throws Error with a `code`, such as `BadInput`, `BadConfig`, `BadCorpus`, `BadVectors`, `NoDevice`, `NonFiniteLoss`
 */
export function train(options: TrainOptions): AsyncGenerator<TrainingEvent, void>;
