/** The protocol between the page and the trainer's worker. Types only: both ends are derived from them. All values are structured-cloned. */
import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { ImportedTexts } from '../../annotation/import-texts.ts';
import type { CorpusFormat, CorpusSummary, Problem, Span, TagScheme, TagStyle } from '../../data/corpus.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { Coverage } from '../../data/vectors/coverage.ts';
import type { ModelsComparison } from '../../eval/compare-models.ts';
import type { ErrorReport } from '../../eval/errors.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { SliceScores } from '../../eval/score-slices.ts';
import type { Scores } from '../../eval/scores.ts';
import type { DeviceChoice, DeviceReplacement, DeviceReport } from '../../devices/device.ts';
import type { ExportKind } from '../../export/export-files.ts';
import type { Precision } from '../../export/precision.ts';
import type { Bytes, TokensPerSecond } from '../../lib/units.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { TrainEvent } from '../../model/events.ts';
import type { RunPlan } from '../../runs/plan.ts';
import type { TextFormat } from '../../tagging/text-files.ts';
import type { TaggedExample } from '../../tagging/examples.ts';
import type { Verdicts } from '../../devices/studio-device.ts';
import type { Attribution, AttributionQuery } from '../../tagging/attribution.ts';
import type { Gates, GatesQuery } from '../../tagging/gates.ts';
import type { AnnotationRequests, LabelCheck, SentenceCorrection } from './annotation.ts';
import type { InspectedSentence, Inspection } from '../../tagging/inspect.ts';
import type { Spelling, SpellingQuery } from '../../tagging/spelling.ts';
import type { FileStatistics } from './statistics.ts';
import type { TaggedText } from '../../tagging/tagged-text.ts';

export type { TextFormat } from '../../tagging/text-files.ts';
export type { TaggedExample } from '../../tagging/examples.ts';
export type { TaggedEntity, TaggedSentence, TaggedText } from '../../tagging/tagged-text.ts';

/** Requests to the worker: name → [params, result]. Those for annotation are in `annotation.ts`. */
export type TrainerRequests = AnnotationRequests & {
  /**
   * Opens a device. Fails during a run. `threads`: of `simd`; default: one per core, up to 8. `verdicts`: of earlier sessions, so that
   * devices need not be timed again.
   */
  open: [params: { device: DeviceChoice; threads?: number; verdicts?: Verdicts }, result: DeviceReport];
  /**
   * Reads corpora, texts, vectors, model bundles, or zip files of them. Reports `progress`; cancellable. The sample's corpora are removed
   * when another training file is added.
   */
  addFiles: [params: { files: File[]; sample?: boolean }, result: Workspace];
  removeFile: [params: { id: FileId }, result: Workspace];
  /** Restores removed files, with the role and options they had. */
  restoreFiles: [params: { ids: FileId[] }, result: Workspace];
  /** Discards removed files: they can no longer be restored. */
  discardFiles: [params: { ids: FileId[] }, result: void];
  /** Changes the role of a corpus, or how it is read. */
  updateFile: [params: { id: FileId; role?: FileRole; tagColumn?: number; scheme?: TagScheme }, result: Workspace];
  preview: [params: { id: FileId; from: number; count: number }, result: PreviewSentence[]];
  /** What a corpus consists of, and what it shares with the other files that are used. */
  statistics: [params: { id: FileId }, result: FileStatistics];
  /** Reads text to annotate, of files that were added or not. Nothing is added to what is loaded. Cancellable. */
  readTexts: [params: { files: File[]; ids?: FileId[] }, result: TextsToAnnotate];
  /** What a configuration would train, shown before Train is pressed. */
  plan: [params: { config: RunConfig }, result: RunPlan];
  /**
   * Starts a run. `train` events follow, up to one of kind `done`, or a `failed` event. If `auto` found a GPU, the faster device for this
   * run is opened first (`deviceChosen`). `from: 'model'` starts from the weights of the current model and keeps its architecture and
   * vocabulary. `seeds` is the number of runs, whose seeds count up from that of the configuration: `study` events report the begin and
   * the result of each, and the best one becomes the model. Cancellable until the run has started.
   */
  start: [params: { config: RunConfig; from: 'scratch' | 'model'; seeds?: number }, result: void];
  /**
   * Like `start`, but resumes from a result of `checkpoint`. Its epochs are reported again, and the run ends with the same weights, bit
   * for bit, as an uninterrupted one. Fails unless the files are those that the run was started with. Returns its configuration.
   */
  startFromCheckpoint: [params: { checkpoint: Blob }, result: RunConfig];
  /**
   * The checkpoint of the current run, or of the last one if it was stopped, after its last complete epoch. Undefined without such an
   * epoch, for several seeds, and for a run that was started from a model.
   */
  checkpoint: [params: Record<never, never>, result: SavedCheckpoint | undefined];
  /**
   * Trains rows of `ABLATION` by their ids, one after the other, each with `seeds` runs. `study` events follow, up to one of kind `end`,
   * or a `failed` event. The current model stays. Cancellable like `start`.
   */
  ablate: [params: { config: RunConfig; rows: string[]; seeds: number }, result: void];
  /** The text whose first sentence is followed: during a run a `followed` event reports it after each epoch. */
  follow: [params: { text: string }, result: void];
  pause: [params: Record<never, never>, result: void];
  resume: [params: Record<never, never>, result: void];
  /** Ends the run after the current step. The model gets its best weights. */
  stop: [params: Record<never, never>, result: void];
  /** Tags a text. During training it is answered between two steps, with the weights of that moment. */
  tag: [params: { text: string }, result: TaggedText];
  /** What the model computes for a text, before decoding. Answered during training, as `tag`. */
  inspect: [params: { text: string }, result: Inspection];
  /** What each word of a sentence adds to an entity or a tag. Answered during training, as `tag`. */
  attribute: [params: AttributionQuery, result: Attribution];
  /** What the model makes of the spelling of a word: filters, neighbours, the word written otherwise. */
  spelling: [params: SpellingQuery, result: Spelling];
  /** Gates and states of the recurrent layer over a sentence, for the units that matter most for an emission. */
  gates: [params: GatesQuery, result: Gates];
  /** Scores a loaded corpus with the current model; during training, with its best epoch so far. Cancellable. */
  score: [params: { id: FileId }, result: ScoreReport];
  /** Scores the dev sentences like `score`, and returns the scores by slice. Cancellable. */
  devSlices: [params: Record<never, never>, result: DevSlices];
  /**
   * Compares two models on a loaded corpus, or, without one, on dev. A model is an exported one or, if undefined, the current one.
   * Reports `progress`; cancellable. Fails during a run.
   */
  compareModels: [
    params: { models: [Blob | undefined, Blob | undefined]; file: FileId | undefined },
    result: { file: string; comparison: ModelsComparison },
  ];
  /** Predictions for a loaded corpus, in its own format and scheme. */
  predict: [params: { id: FileId }, result: Download];
  /**
   * Tags a loaded text; during training, with the best epoch so far. Reports `progress`; cancellable. Without a format no file is
   * written.
   */
  tagFile: [params: { id: FileId; format: TextFormat | undefined }, result: TaggedFile];
  /**
   * Looks for labels of a loaded corpus that are probably wrong: models of five folds judge what they have not seen. Takes minutes, in the
   * background; reports `progress`; cancellable. Undefined if a run is in progress, or began meanwhile.
   */
  checkLabels: [params: { id: FileId }, result: LabelCheck | undefined];
  /** A loaded corpus with some sentences corrected, in its own format and scheme. */
  correctLabels: [params: { id: FileId; corrections: SentenceCorrection[] }, result: Download];
  /** The current model as a file; during training, its best epoch so far. */
  exportModel: [params: ExportRequest, result: Download];
  /** How large the model is in each precision, and its F1 on the loaded dev data with it. Cancellable. */
  exportSizes: [params: Record<never, never>, result: ExportSizes];
  /** Fails during a run. */
  removeModel: [params: Record<never, never>, result: Workspace];
  /** Restores the previous model, which was removed or replaced. The current one becomes the previous. */
  restoreModel: [params: Record<never, never>, result: Workspace];
  /** Discards the previous model: it can no longer be restored. */
  discardModel: [params: Record<never, never>, result: Workspace];
};

export type FileId = number;

/** Blobs are created by the worker, so that their bytes are not copied to the page. */
export interface SavedCheckpoint {
  epoch: number;
  contents: Blob;
}

/** Default: a zip of exact numbers. */
export interface ExportRequest {
  kind?: ExportKind;
  precision?: Precision;
  /** Hashes in place of training words. */
  isPrivate?: boolean;
}

export interface ExportSizes {
  /** In the order exact, half, small. */
  sizes: ExportSize[];
  /** Undefined: there are no dev data to measure with. */
  devTokens: number | undefined;
}

export interface ExportSize {
  precision: Precision;
  /** Of the zip. */
  zip: Bytes;
  /** On the dev data: overall F1, and how many tags differ from those of exact numbers. */
  measured: { f1: number; changedTags: number } | undefined;
}

export interface Download {
  name: string;
  contents: Blob;
}

/** All loaded files and models. */
export interface Workspace {
  files: CorpusFile[];
  texts: TextFile[];
  vectors: VectorsFile | undefined;
  model: ModelInfo | undefined;
  /** The model that `restoreModel` restores. */
  previous: ModelInfo | undefined;
  /** Files of the last `addFiles` that could not be used. */
  rejected: { name: string; error: SerializedError }[];
  /** Why no run can be started, for users; empty if one can. */
  blockers: string[];
  /** The share of the training sentences that is held out as dev; undefined if there is a dev file. */
  devSplit: number | undefined;
}

export interface CorpusFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** Whether it belongs to the sample that the page opens with. */
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

/** Running text to tag. */
export interface TextFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** Unicode code points. */
  characters: number;
  problems: Problem[];
  moreProblems: number;
}

/** Sentences of several files, in their order. */
export interface TextsToAnnotate extends ImportedTexts {
  /** Files without text to annotate. */
  rejected: { name: string; error: SerializedError }[];
}

export interface VectorsFile {
  id: FileId;
  name: string;
  size: Bytes;
  words: number;
  dimensions: number;
  /** Coverage of the training words; undefined without a training file. */
  coverage: Coverage | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** The models, sent when they change. */
export type Models = Pick<Workspace, 'model' | 'previous'>;

/** The model that tags and is exported: trained or imported. */
export interface ModelInfo {
  /** Identifies the model. Each run creates a new one. */
  id: number;
  name: string;
  config: RunConfig;
  tags: string[];
  entityTypes: string[];
  /** Learnt scores of the CRF; undefined for a softmax decoder. */
  transitions: Transitions<Float32Array> | undefined;
  /** The transitions that the tag scheme forbids: 1 if illegal. */
  illegal: Transitions<Uint8Array>;
  parameters: number;
  words: number;
  /** Scores of the best epoch; undefined if the bundle has none. */
  dev: Scores | undefined;
}

export interface PreviewSentence {
  line: number;
  tokens: string[];
  spans: Span[];
  /** Without a scheme: one tag per token. */
  tags: string[];
}

export interface ScoreReport {
  file: string;
  scores: Scores;
  /** A message about types that the model has no tags for, if there are any. */
  unknownTypes: string | undefined;
  /** Lists at most some thousands; counts all. */
  errors: ErrorReport;
  slices: SliceScores;
  training: ComparedTraining | undefined;
  sentences: number;
  seconds: number;
}

/** The loaded training files that entities are compared with, to tell which were seen. */
export interface ComparedTraining {
  files: string;
  /** What the model was trained on, by its own account, if that has another name. */
  modelFiles: string | undefined;
}

/** The scores on dev by slice. */
export interface DevSlices {
  slices: SliceScores;
  training: ComparedTraining | undefined;
  /** Whose weights were used; 0: those of the moment, before the first epoch is scored. */
  epoch: number;
}

/** A sentence at the end of an epoch of a run: what `src/insight` explains, and the epoch. */
export interface FollowedSentence extends InspectedSentence, Omit<Inspection, 'sentences' | 'config' | 'milliseconds'> {
  epoch: number;
}

/** The result of tagging a text. */
export interface TaggedFile {
  written: Download | undefined;
  report: TagReport;
}

export interface TagReport {
  file: string;
  sentences: number;
  tokens: number;
  /** Number of entities by type (without a scheme: of tokens by tag), most frequent first. */
  types: { type: string; count: number }[];
  /** The first sentences, at most some hundreds. */
  first: TaggedExample[];
  /** The sentences that the model is least sure of, likewise, least sure first. */
  leastSure: TaggedExample[];
  seconds: number;
}

/** The progress of a long task. */
export interface Progress {
  task: 'reading' | 'vectors' | 'model' | 'timing' | 'scoring' | 'tagging' | 'checking';
  name: string;
  done: number;
  /** 0 if not known. */
  total: number;
  unit: 'bytes' | 'steps' | 'sentences' | 'characters';
}

/** Progress of a study: several seeds, or an ablation. */
export type StudyUpdate =
  /** A run begins. `index` counts from 0. */
  | { kind: 'begin'; index: number; label: string; seed: number; epochs: number }
  /** Progress of a run, in an ablation only; for seeds there are `train` events. `share`: trained part of the run, in [0, 1]. */
  | {
      kind: 'progress';
      index: number;
      epoch: number;
      share: number;
      tokensPerSecond: TokensPerSecond;
      bestDevF1: number | undefined;
    }
  /** A run has ended. `result`: undefined if no epoch was scored. `problem`: why it failed. */
  | { kind: 'result'; index: number; result: RunResult | undefined; problem: string | undefined }
  /** The end of an ablation; for seeds there is a `train` event of kind `done`. */
  | { kind: 'end'; reason: 'finished' | 'stopped' };

export type TrainerEvents = {
  progress: Progress | undefined;
  /** An event of the trainer. Losses are sent together, ten times a second. */
  train: TrainEvent;
  study: StudyUpdate;
  /** The followed sentence as the weights that were scored after an epoch see it. */
  followed: FollowedSentence;
  model: Models;
  failed: SerializedError;
  /** The vectors file can no longer be read: it was moved or changed. */
  vectorsLost: { name: string };
  /** `auto` has opened the device that is faster for the next run. */
  deviceChosen: { device: DeviceReport; verdicts: Verdicts };
  /** The device was lost and replaced. `resumedFromEpoch`: after which epoch the run resumes, if there is one. */
  deviceLost: DeviceReplacement & { resumedFromEpoch: number | undefined };
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

/** What the worker must implement: a missing or misspelt handler does not compile. */
export type Handlers = {
  [Name in RequestName]: (params: Params<Name>, signal: AbortSignal) => Result<Name> | Promise<Result<Name>>;
};

/** Sends an event to the page. */
export type Emit = <Name extends EventName>(name: Name, payload: TrainerEvents[Name]) => void;
