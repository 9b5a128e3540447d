/** The protocol between the page and the trainer's worker. Types only; both ends are typed by them. All values are structured-cloned. */
import type { TextWeights } from '../../tagging/explain/text-weights.ts';
import type { DataFingerprints } from '../../config/recipe-file.ts';
import type { RunConfig } from '../../config/schema.ts';
import type { CorpusOptions } from '../../data/corpus.ts';
import type { LegacyEncoding } from '../../data/encodings.ts';
import type { ChosenColumns } from '../../data/features/lists/name-columns.ts';
import type { VectorsSelection } from '../../data/vectors/vector-text.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { ModelsComparison } from '../../eval/compare-models.ts';
import type { DeviceChoice, DeviceReplacement, DeviceReport } from '../../devices/device.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { Client, Emit as EmitOf, Handlers as HandlersOf } from '../../lib/rpc.ts';
import type { TrainEvent } from '../../model/events.ts';
import type { RunPlan } from '../../runs/plan.ts';
import type { RecordFormat } from '../../tagging/texts/records.ts';
import type { Verdicts } from '../../devices/studio-device.ts';
import type { SentenceAttention } from '../../tagging/explain/attention.ts';
import type { PlaceInText } from '../../tagging/explain/sentence-of-text.ts';
import type { Attribution, AttributionQuery } from '../../tagging/explain/attribution.ts';
import type { Features, FeaturesQuery } from '../../tagging/explain/features.ts';
import type { Gates, GatesQuery } from '../../tagging/explain/gates.ts';
import type { Occurrences, OccurrencesQuery } from '../../tagging/explain/occurrences.ts';
import type { Reach, ReachQuery } from '../../tagging/explain/reach.ts';
import type { AnnotationRequests, LabelCheck, SentenceCorrection } from './annotation.ts';
import type { Inspection } from '../../tagging/explain/inspect.ts';
import type { Spelling, SpellingQuery } from '../../tagging/explain/spelling.ts';
import type { SearchSpec } from '../../search/state.ts';
import type { SearchRequest, SearchUpdate } from './search.ts';
import type { FileStatistics } from './statistics.ts';
import type { BlockEntity } from '../../tagging/texts/blocks.ts';
import type { TaggedText } from '../../tagging/tagged-text.ts';
import type {
  ClusterKit,
  DeviceMeasurement,
  FileId,
  SentenceWeights,
  SavedCheckpoint,
  ExportRequest,
  ExportSize,
  ExportSizes,
  Download,
  Workspace,
  TextsToAnnotate,
  ModelInfo,
  Models,
  PreviewSentence,
  ScoreReport,
  DevSlices,
  FileConfidence,
  FileStress,
  FollowedSentence,
  TaggedFile,
  Progress,
} from './payloads.ts';
import type { AblationRequest, StudyUpdate } from './study.ts';

/** Requests to the worker: name → [params, result] (`src/lib/rpc.ts`). Those for annotation are in `annotation.ts`. */
export type TrainerRequests = AnnotationRequests & {
  /** Health check: answered immediately, unless the worker is busy. */
  ping: [params: Record<never, never>, result: void];
  /**
   * Opens a device. Fails during a run. `threads`: for `simd`; default: one per core, up to 8. `verdicts`: from earlier sessions, to avoid
   * timing the devices again.
   */
  open: [params: { device: DeviceChoice; threads?: number; verdicts?: Verdicts }, result: DeviceReport];
  /** Times training steps of a fixed run on each device. Not during a run. Reports `progress`; cancellable. */
  measureDevices: [params: Record<never, never>, result: DeviceMeasurement[]];
  /**
   * Reads corpora, texts, vectors, model bundles, or zip files of them. Reports `progress`; cancellable until all are read. The sample's corpora are removed
   * when another training file is added.
   */
  addFiles: [params: { files: File[]; sample?: boolean }, result: Workspace];
  removeFile: [params: { id: FileId }, result: Workspace];
  /** Restores removed files, with the role and options they had. */
  restoreFiles: [params: { ids: FileId[] }, result: Workspace];
  /** Discards removed files: they can no longer be restored. */
  discardFiles: [params: { ids: FileId[] }, result: void];
  /** Changes the role of a corpus, or how it is read. */
  updateFile: [params: { id: FileId; role?: FileRole; weights?: SentenceWeights } & CorpusOptions, result: Workspace];
  /** Reads another file of an archive of vectors, or the same in another form. Reports `progress`; cancellable. */
  chooseVectors: [params: { id: FileId } & VectorsSelection, result: Workspace];
  /** Chooses the encoding of a file that is neither UTF-8 nor UTF-16; undefined: the one that is guessed. */
  chooseEncoding: [params: { id: FileId; encoding: LegacyEncoding | undefined }, result: Workspace];
  /** Chooses the columns of a table of names. */
  chooseNameColumns: [params: { id: FileId; columns: ChosenColumns }, result: Workspace];
  /** Chooses the fields with the texts of a table, and of all tables of its form. */
  chooseTextFields: [params: { id: FileId; names: readonly string[] }, result: Workspace];
  /** Sets the columns of the training files that are inputs of the next model, by name. All corpora are reread. */
  chooseColumns: [params: { names: string[] }, result: Workspace];
  /** Fingerprints of the data that a run would use, which show whether two people have the same data. */
  fingerprints: [params: Record<never, never>, result: DataFingerprints];
  preview: [params: { id: FileId; from: number; count: number }, result: PreviewSentence[]];
  /** Statistics of a corpus, and what it shares with the other files in use. */
  statistics: [params: { id: FileId }, result: FileStatistics];
  /** Reads text to annotate, from loaded files and others. The loaded files do not change. Cancellable. */
  readTexts: [params: { files: File[]; ids?: FileId[] }, result: TextsToAnnotate];
  /** The size of the run that a configuration would start. `unlabelled`: as for `start`. */
  plan: [params: { config: RunConfig; unlabelled?: boolean }, result: RunPlan];
  /**
   * Starts a run. `train` events follow, up to one of kind `done`, or a `failed` event. If `auto` found a GPU, the faster device for this
   * run is opened first (`deviceChosen`). `from: 'model'` starts from the weights of the current model and keeps its architecture and
   * vocabulary. `seeds` is the number of runs, with consecutive seeds from that of the configuration: `study` events report the start and
   * result of each, and the best one becomes the model. `unlabelled`: the runs are those of `POOL_RUNS`, which also learn from the loaded text
   * without labels. Cancellable until the run has started.
   */
  start: [params: { config: RunConfig; from: 'scratch' | 'model'; seeds?: number; unlabelled?: boolean }, result: void];
  /**
   * Like `start`, but resumes from a result of `checkpoint`. Its epochs are reported again, and the final weights are bit-identical to
   * those of an uninterrupted run. Fails unless the files are those that the run was started with. Returns its configuration.
   */
  startFromCheckpoint: [params: { checkpoint: Blob }, result: RunConfig];
  /**
   * The checkpoint after the last complete epoch of the current run, or of the last one if it was stopped. Undefined without such an epoch,
   * for several seeds, and for a run that was started from a model.
   */
  checkpoint: [params: Record<never, never>, result: SavedCheckpoint | undefined];
  /**
   * Trains rows of `TRAINABLE_ROWS` by their ids, one after the other, each with `seeds` runs. `study` events follow, up to one of kind `end`,
   * or a `failed` event. The current model is unchanged. Cancellable like `start`.
   */
  ablate: [params: AblationRequest, result: void];
  /**
   * Starts a recipe search, or resumes the one with these trials, which fails unless the files are those that it was started with. `search`
   * events follow, up to one of kind `end`, or a `failed` event. The current model is unchanged. The final training is left to the page.
   */
  search: [params: SearchRequest, result: SearchSpec];
  /** Sets the text whose first sentence is followed: during a run, a `followed` event reports it after each epoch. */
  follow: [params: { text: string }, result: void];
  /** Whether `train` events of kind `signals` are wanted: about twice a second, measurements of one step of a run (not of an ablation or search). */
  watchSignals: [params: { isOpen: boolean }, result: void];
  pause: [params: Record<never, never>, result: void];
  resume: [params: Record<never, never>, result: void];
  /** Ends the run after the current step. The model gets the best weights so far. */
  stop: [params: Record<never, never>, result: void];
  /** Tags a text. During training it is answered between two steps, with the current weights. */
  tag: [params: { text: string }, result: TaggedText];
  /** The entities of blocks of a document. Answered during training, as `tag`. Cancellable. */
  tagBlocks: [params: { texts: string[] }, result: BlockEntity[]];
  /** What the model computes for a text, before decoding. Answered during training, as `tag`. */
  inspect: [params: { text: string }, result: Inspection & { model: ModelInfo['id'] }];
  /** Like `inspect`, with an exported model. The current model is unchanged. Cancellable. Fails during a run. */
  inspectStored: [params: { model: Blob; text: string }, result: Inspection];
  /** The contribution of each word of a sentence to an entity or a tag. Answered during training, as `tag`. */
  attribute: [params: AttributionQuery, result: Attribution];
  /** The response of the model to the spelling of a word: filters, neighbours, spelling variants. */
  spelling: [params: SpellingQuery, result: Spelling];
  /** Gates and states of the recurrent layer over a sentence, for the units that contribute most to an emission. */
  gates: [params: GatesQuery, result: Gates];
  /** The weights of the features of a token, for a feature CRF. */
  features: [params: FeaturesQuery, result: Features];
  /** The self-attention of a sentence, for a model that has it. */
  attention: [params: PlaceInText, result: SentenceAttention];
  /** The weights of the words of a text, for a model of classes with attention pooling. */
  textWeights: [params: { text: string }, result: TextWeights];
  occurrences: [params: OccurrencesQuery, result: Occurrences];
  /** How far gradients reach over the words of a sentence, in the model and in untrained layers of each cell. Cancellable. */
  reach: [params: ReachQuery, result: Reach];
  /** Scores a loaded corpus with the current model; during training, with the best epoch so far. Cancellable. */
  score: [params: { id: FileId }, result: ScoreReport];
  /** How often entities of a given confidence are right in a loaded corpus. During training, of the best epoch so far. Cancellable. */
  confidence: [params: { id: FileId }, result: FileConfidence];
  /** Scores a loaded corpus like `score`, as it is and under the stress tests. Cancellable. */
  stress: [params: { id: FileId }, result: FileStress];
  /** Sets the confidence below which the entities of the current model are to be reviewed; undefined: none. A `model` event follows. */
  chooseThreshold: [params: { threshold: number | undefined }, result: void];
  /** Scores the dev sentences like `score`, and returns the scores by slice. Cancellable. */
  devSlices: [params: Record<never, never>, result: DevSlices];
  /**
   * Compares two models on a loaded corpus, or, without one, on dev. A model is an exported one, or the current one if undefined.
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
  tagFile: [params: { id: FileId; format: RecordFormat | undefined }, result: TaggedFile];
  /**
   * Looks for labels of a loaded corpus that are probably wrong, with five-fold cross-validation. Takes minutes, in the background; reports
   * `progress`; cancellable. Undefined if a run is in progress, or interrupts it.
   */
  checkLabels: [params: { id: FileId }, result: LabelCheck | undefined];
  /** A loaded corpus with some sentences corrected, in its own format and scheme. */
  correctLabels: [params: { id: FileId; corrections: SentenceCorrection[] }, result: Download];
  /** The current model as a file; during training, its best epoch so far. */
  exportModel: [params: ExportRequest, result: Download];
  /** The current model with its data, for further training in PyTorch. */
  clusterKit: [params: Record<never, never>, result: ClusterKit];
  /** The size of the model in each precision, and its F1 on the loaded dev data. Cancellable. */
  exportSizes: [params: Record<never, never>, result: ExportSizes];
  /**
   * Trains a student of the current model on the loaded training data and texts. `exportModel` exports it as `tiny`. Takes minutes, in the
   * background; reports `progress`; cancellable. Undefined if a run is in progress, or interrupts it.
   */
  distill: [params: Record<never, never>, result: ExportSize | undefined];
  /** Fails during a run. */
  removeModel: [params: Record<never, never>, result: Workspace];
  /** Restores the previous model, which was removed or replaced. The current one becomes the previous. */
  restoreModel: [params: Record<never, never>, result: Workspace];
  /** Discards the previous model: it can no longer be restored. */
  discardModel: [params: Record<never, never>, result: Workspace];
};

export type TrainerEvents = {
  progress: Progress | undefined;
  /** An event of the trainer. Losses are batched, ten times a second. */
  train: TrainEvent;
  study: StudyUpdate;
  search: SearchUpdate;
  /** The followed sentence, computed with the weights that were scored after an epoch. */
  followed: FollowedSentence;
  model: Models;
  failed: SerializedError;
  /** The vectors file can no longer be read: it was moved or changed. */
  vectorsLost: { name: string };
  /** `auto` has opened the device that is faster for the next run. */
  deviceChosen: { device: DeviceReport; verdicts: Verdicts };
  /** The device was lost and replaced. `resumedFromEpoch`: the epoch after which the run resumes, if there is one. */
  deviceLost: DeviceReplacement & { resumedFromEpoch: number | undefined };
};

export type RequestName = keyof TrainerRequests;
export type EventName = keyof TrainerEvents;
export type Params<Name extends RequestName> = TrainerRequests[Name][0];
export type Result<Name extends RequestName> = TrainerRequests[Name][1];

/** The page's end of the connection. */
export type TrainerClient = Client<TrainerRequests, TrainerEvents>;
/** What the worker implements. */
export type Handlers<Context> = HandlersOf<Context, TrainerRequests>;
/** Sends an event to the page. */
export type Emit = EmitOf<TrainerEvents>;
