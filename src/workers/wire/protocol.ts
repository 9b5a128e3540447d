/**
 * Everything that crosses between the page and the trainer's worker. Types only: both ends are derived from this file.
 * All of it is structured-cloned.
 */
import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { CorpusFormat, CorpusSummary, Problem, Span, TagScheme, TagStyle } from '../../data/corpus.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { Coverage } from '../../data/vectors/coverage.ts';
import type { ErrorReport } from '../../eval/errors.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { Scores } from '../../eval/scores.ts';
import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import type { Bytes, TokensPerSecond } from '../../lib/units.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { TrainEvent } from '../../model/events.ts';
import type { RunPlan } from '../../runs/plan.ts';
import type { TextFormat } from '../../tagging/text-files.ts';
import type { TaggedExample } from '../../tagging/examples.ts';
import type { Verdicts } from '../../devices/studio-device.ts';
import type { TaggedText } from '../../tagging/tagged-text.ts';

export type { TextFormat } from '../../tagging/text-files.ts';
export type { TaggedExample } from '../../tagging/examples.ts';
export type { TaggedEntity, TaggedSentence, TaggedText } from '../../tagging/tagged-text.ts';

/** The worker's requests: name → [params, result]. */
export type TrainerRequests = {
  /**
   * Opens a device; also mid-session, when nothing trains. `threads` of simd; default: as many as there are cores, up
   * to 8. `verdicts` of an earlier session: what was found then need not be tried again.
   */
  open: [params: { device: DeviceChoice; threads?: number; verdicts?: Verdicts }, result: DeviceReport];
  /**
   * Reads corpora, texts, vectors, model bundles, or zips of them; reports `progress` meanwhile. Cancellable. Corpora
   * of the sample leave as soon as another file is for training.
   */
  addFiles: [params: { files: File[]; sample?: boolean }, result: Workspace];
  removeFile: [params: { id: FileId }, result: Workspace];
  /** Restores what was removed, or left for other files, with its role and reading. */
  restoreFiles: [params: { ids: FileId[] }, result: Workspace];
  /** They cannot be restored any more. */
  discardFiles: [params: { ids: FileId[] }, result: void];
  /** Changes how a corpus is used or read. */
  updateFile: [params: { id: FileId; role?: FileRole; tagColumn?: number; scheme?: TagScheme }, result: Workspace];
  preview: [params: { id: FileId; from: number; count: number }, result: PreviewSentence[]];
  /** What a configuration would train: shown before Train is pressed. */
  plan: [params: { config: RunConfig }, result: RunPlan];
  /**
   * Starts a run: `train` events follow until one of kind `done`, or a `failed` event. Where `auto` has found a GPU,
   * the faster device for this run comes first: a `deviceSettled` event. `from: 'model'` starts from the weights of
   * the current model, whose architecture and vocabulary stay. With `seeds` there are as many runs, with seeds from that of the configuration upwards: `study` events say
   * which is under way and what each came to, and the best of them is the model afterwards. Cancellable until the run
   * is under way: then there is none.
   */
  start: [params: { config: RunConfig; from: 'scratch' | 'model'; seeds?: number }, result: void];
  /**
   * As `start`, but resumes from what `checkpoint` gave: its epochs are reported again, and the run ends with the same bits as
   * an uninterrupted one. Refused where the files are not those it began with. The result is its configuration.
   */
  startFromCheckpoint: [params: { checkpoint: Blob }, result: RunConfig];
  /**
   * The run that is under way, or was stopped last, at the end of its last epoch. Undefined: there is no such epoch, or it is
   * one of several runs, or started from a model.
   */
  checkpoint: [params: Record<never, never>, result: SavedCheckpoint | undefined];
  /**
   * Trains the models of an ablation (`ABLATION`, by their ids), one after the other, each with some seeds: `study`
   * events follow until one of kind `end`, or a `failed` event. The model that tags stays. Cancellable as `start`.
   */
  ablate: [params: { config: RunConfig; rows: string[]; seeds: number }, result: void];
  pause: [params: Record<never, never>, result: void];
  resume: [params: Record<never, never>, result: void];
  /** Ends the run after the current step; the best weights are kept. */
  stop: [params: Record<never, never>, result: void];
  /** Answered also while training, between two steps, with the weights of that moment. */
  tag: [params: { text: string }, result: TaggedText];
  /** Scores a corpus of the workspace with the current model; while it is trained, with its best epoch so far. Cancellable. */
  score: [params: { id: FileId }, result: ScoreReport];
  /** Predictions for a corpus, in its own columns and scheme. */
  predict: [params: { id: FileId }, result: Download];
  /**
   * Tags a text of the workspace; reports `progress` meanwhile. While a model is trained, with its best epoch so far.
   * Cancellable. Without a format nothing is written, only reported.
   */
  tagFile: [params: { id: FileId; format: TextFormat | undefined }, result: TaggedFile];
  exportModel: [params: Record<never, never>, result: Download];
  /** Not while a run is under way. */
  removeModel: [params: Record<never, never>, result: Workspace];
  /** Restores the previous model: removed, or replaced by the current one, which becomes the previous. */
  restoreModel: [params: Record<never, never>, result: Workspace];
  /** The previous model cannot be restored any more. */
  discardModel: [params: Record<never, never>, result: Workspace];
};

export type FileId = number;

/** Blobs are made by the worker: the page never has their bytes, which it would take long to copy. */
export interface SavedCheckpoint {
  epoch: number;
  contents: Blob;
}

export interface Download {
  name: string;
  contents: Blob;
}

/** All that is loaded. */
export interface Workspace {
  files: CorpusFile[];
  texts: TextFile[];
  vectors: VectorsFile | undefined;
  model: ModelInfo | undefined;
  /** The model before this one: `restoreModel` brings it back. */
  previous: ModelInfo | undefined;
  /** Files that could not be used at all, from the last `addFiles`. */
  rejected: { name: string; error: SerializedError }[];
  /** Why Train cannot be pressed yet, in words; empty: it can. */
  blockers: string[];
  /** Dev is a part of the training file, by sentence, where no dev file was given: its share, else undefined. */
  devSplit: number | undefined;
}

export interface CorpusFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** One of the corpora that the page opens with. */
  isSample: boolean;
  role: FileRole;
  format: CorpusFormat;
  style: TagStyle;
  columns: number;
  tagColumn: number;
  summary: CorpusSummary;
  invalidTransitions: number;
  problems: Problem[];
  moreProblems: number;
}

/** Running text, which a model can tag. */
export interface TextFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** Unicode code points. */
  characters: number;
  problems: Problem[];
  moreProblems: number;
}

export interface VectorsFile {
  id: FileId;
  name: string;
  size: Bytes;
  words: number;
  dimensions: number;
  /** Of the training file's words; undefined without one. */
  coverage: Coverage | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** Models, wherever they have changed. */
export type Models = Pick<Workspace, 'model' | 'previous'>;

/** The model that tags and is exported: trained here or imported. */
export interface ModelInfo {
  /** Another model, another number: a run makes a new one. */
  id: number;
  name: string;
  config: RunConfig;
  tags: string[];
  entityTypes: string[];
  /** The CRF's learned scores; undefined for a softmax decoder. */
  transitions: Transitions<Float32Array> | undefined;
  /** The steps that the tags' scheme forbids: 1 where illegal. */
  illegal: Transitions<Uint8Array>;
  parameters: number;
  words: number;
  /** Of the best epoch; undefined where the bundle has none. */
  dev: Scores | undefined;
}

export interface PreviewSentence {
  line: number;
  tokens: string[];
  spans: Span[];
  /** Without a scheme: one tag a token. */
  tags: string[];
}

export interface ScoreReport {
  file: string;
  scores: Scores;
  /** In words: types that the model has no tags for, if there are any. */
  unknownTypes: string | undefined;
  /** At most some thousands are listed: all are counted. */
  errors: ErrorReport;
  sentences: number;
  seconds: number;
}

/** What the model found in a text. */
export interface TaggedFile {
  written: Download | undefined;
  report: TagReport;
}

export interface TagReport {
  file: string;
  sentences: number;
  tokens: number;
  /** Entities of each type (tags of each kind, without a scheme), most frequent first. */
  types: { type: string; count: number }[];
  /** At most some hundreds: the first, in the order of the text. */
  first: TaggedExample[];
  /** As many, the least sure first. */
  leastSure: TaggedExample[];
  seconds: number;
}

/** A long task, while it runs. */
export interface Progress {
  task: 'reading' | 'vectors' | 'model' | 'timing' | 'scoring' | 'tagging';
  name: string;
  done: number;
  /** 0: not known. */
  total: number;
  unit: 'bytes' | 'steps' | 'sentences' | 'characters';
}

/** News of several runs as one: of seeds, or of an ablation. */
export type StudyNews =
  /** `index` from 0. */
  | { kind: 'begin'; index: number; label: string; seed: number; epochs: number }
  /** Of an ablation; of seeds, there are `train` events. `share` of the run is done. */
  | {
      kind: 'progress';
      index: number;
      epoch: number;
      share: number;
      tokensPerSecond: TokensPerSecond;
      bestDevF1: number | undefined;
    }
  /** `result`: undefined where no epoch was scored. `problem`: why it failed. */
  | { kind: 'result'; index: number; result: RunResult | undefined; problem: string | undefined }
  /** Of an ablation; of seeds, there is a `train` event `done`. */
  | { kind: 'end'; reason: 'finished' | 'stopped' };

export type TrainerEvents = {
  progress: Progress | undefined;
  /** Losses come ten times a second, together. */
  train: TrainEvent;
  study: StudyNews;
  model: Models;
  failed: SerializedError;
  /** A vectors file can be read no more: it was moved or changed. */
  vectorsLost: { name: string };
  /** `auto` has found out on which device a run is the faster, and opened it. */
  deviceSettled: { device: DeviceReport; verdicts: Verdicts };
  /** The device was lost: what is used now, and from which epoch the run goes on. */
  deviceLost: { reason: string; device: DeviceReport; resumedFromEpoch: number | undefined };
};

export type RequestName = keyof TrainerRequests;
export type EventName = keyof TrainerEvents;
export type Params<Name extends RequestName> = TrainerRequests[Name][0];
export type Result<Name extends RequestName> = TrainerRequests[Name][1];

export type ToWorker =
  | { [Name in RequestName]: { kind: 'request'; id: number; name: Name; params: Params<Name> } }[RequestName]
  | { kind: 'cancel'; id: number };

export type FromWorker =
  | { [Name in RequestName]: { kind: 'response'; id: number; ok: true; result: Result<Name> } }[RequestName]
  | { kind: 'response'; id: number; ok: false; error: SerializedError }
  | { [Name in EventName]: { kind: 'event'; name: Name; payload: TrainerEvents[Name] } }[EventName];

/** What the worker must implement, exactly: a missing or misspelt handler does not compile. */
export type Handlers = {
  [Name in RequestName]: (params: Params<Name>, signal: AbortSignal) => Result<Name> | Promise<Result<Name>>;
};

/** How handlers speak unasked. */
export type Emit = <Name extends EventName>(name: Name, payload: TrainerEvents[Name]) => void;
