/** Payloads of requests, answers and events: files, models, reports. Types only. */
import type { Outcome } from '../../devices/studio-device.ts';
import type { StepTime } from '../../runs/time-steps.ts';
import type { StressReport } from '../../tagging/scores/stress-tests.ts';
import type { Prediction } from '../../eval/calibration.ts';
import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { ImportedTexts } from '../../annotation/exchange/import-texts.ts';
import type { PackedSentences } from '../../annotation/sets/packed-sentences.ts';
import type {
  CorpusFormat,
  CorpusSummary,
  FurtherColumn,
  Problem,
  Span,
  TagStyle,
  CorpusOptions,
  ReadingQuestion,
  TagKind,
} from '../../data/corpus.ts';
import type { EncodingReading } from '../../data/encodings.ts';
import type { TableReading } from '../../data/corpora/texts/table-reading.ts';
import type { ReadingDescription } from '../../data/corpora/describe-reading.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { NameTable } from '../../data/features/lists/name-entry.ts';
import type { ListQuality } from '../../data/features/list-quality.ts';
import type { DocumentsRead } from '../../data/batches/documents-read.ts';
import type { VectorsReading } from '../../data/vectors/usual-rows.ts';
import type { VectorsArchive } from '../../data/vectors/vector-text.ts';
import type { CoverageByCase } from '../../data/vectors/coverage.ts';
import type { ErrorReport } from '../../eval/errors.ts';
import type { SliceScores } from '../../eval/score-slices.ts';
import type { Scores } from '../../eval/scores.ts';
import type { CardDetails } from '../../export/model-card.ts';
import type { ExportKind } from '../../export/export-files.ts';
import type { Size } from '../../export/precision.ts';
import type { Bytes, Seconds } from '../../lib/units.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { TaggedExample } from '../../tagging/texts/examples.ts';
import type { UnknownLetters } from '../../tagging/texts/unknown-letters.ts';
import type { InspectedSentence, Inspection } from '../../tagging/explain/inspect.ts';

export type { TextFormat } from '../../tagging/texts/text-files.ts';
export type { RecordFormat } from '../../tagging/texts/records.ts';
export type { TaggedExample } from '../../tagging/texts/examples.ts';
export type { TaggedEntity, TaggedSentence, TaggedText } from '../../tagging/tagged-text.ts';

export type FileId = number;

/** Blobs are created by the worker, so that their bytes are not copied to the page. */
export interface SavedCheckpoint {
  epoch: number;
  contents: Blob;
}

/** Options of an export. Default: a zip with exact weights. */
export interface ExportRequest {
  kind?: ExportKind;
  /** `tiny`: the student of the current model. */
  size?: Size;
  /** Export hashes in place of the training words. */
  isPrivate?: boolean;
  /** Whether a page reads documents of other programs. */
  readsDocuments?: boolean;
  /** Details for the model card. */
  card?: CardDetails;
}

export interface ExportSizes {
  /** In the order exact, half, small; then tiny, once the model has a student. */
  sizes: ExportSize[];
  /** The training of a student; undefined without training data. */
  distillation: Distillation | undefined;
  /** Number of dev tokens that were measured on; undefined without dev data. */
  devTokens: number | undefined;
}

/** The training data of a student. */
export interface Distillation {
  /** Number of teachers: more than one after a run with several seeds. */
  teachers: number;
  /** Number of loaded texts. */
  texts: number;
  /** Estimated duration. */
  seconds: Seconds;
}

export interface ExportSize {
  size: Size;
  /** Size of the zip. */
  zip: Bytes;
  /** On the dev data: overall F1, and the number of tags that differ from those of the exact model. */
  measured: { f1: number; changedTags: number } | undefined;
}

export interface Download {
  name: string;
  contents: Blob;
}

/** A zip with the model, the data and programs for further training in PyTorch. */
export interface ClusterKit extends Download {
  /** Shell commands. */
  lines: string;
}

/** All loaded files and models. */
export interface Workspace {
  files: CorpusFile[];
  texts: TextFile[];
  lists: ListFile[];
  /** Names of texts and corpora without labels, which a run can also learn from. */
  unlabelled: string[];
  vectors: VectorsFile | undefined;
  encoder?: EncoderInfo | undefined;
  model: ModelInfo | undefined;
  /** The model that `restoreModel` restores. */
  previous: ModelInfo | undefined;
  /** Files of the last `addFiles` request that could not be used. */
  rejected: { name: string; error: SerializedError }[];
  /** Reasons why no run can be started, for users; empty if one can. */
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
  reading: CorpusReading;
  /** How its encoding was guessed, if the reader does not ask; undefined: it needs no choice, or was chosen. */
  encoding?: EncodingReading | undefined;
  furtherColumns: FurtherColumn[];
  /** Names of the further columns that are inputs of the next model. */
  inputColumns: string[];
  summary: CorpusSummary;
  /** Number of documents; 0 if the file has no document boundaries. */
  documents: number;
  invalidTransitions: number;
  problems: Problem[];
  moreProblems: number;
  /** Weights of down-weighted sentences, by index; undefined: all sentences have weight 1. */
  weights: SentenceWeights | undefined;
}

/** How a corpus is read. */
export interface CorpusReading {
  /** What each column holds, and its name in the header; empty for files without columns. */
  roles: ReadingDescription['columns'];
  /** Its first rows, as written. */
  rows: readonly (readonly string[])[];
  /** Why, one sentence each. */
  reasons: readonly string[];
  /** The tag of tokens outside entities; empty without a scheme. */
  outside: string;
  /** The entity types as written, most frequent first; `summary` has those that they are read as. */
  types: readonly string[];
  /** What the user has chosen. */
  settings: CorpusOptions;
  /** What is chosen for it may hold for other files of this form. */
  form: string | undefined;
  /** What the user must decide before the file is used. */
  question: ReadingQuestion | undefined;
}

/** Weights in (0, 1) by the index of the sentence in its file. */
export type SentenceWeights = [sentence: number, weight: number][];

/** Texts to tag: running text, or records with a text each. */
export interface TextFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** Whether it is the text of a document of another program. */
  isDocument?: boolean;
  /** Unicode code points of the text or of all texts. */
  characters: number;
  /** How the records are read; undefined for running text. */
  table: TableReading | undefined;
  /** Undefined: it needs no choice. */
  encoding?: EncodingReading | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** A file of name lists, whose matches are inputs of models. */
export interface ListFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** The matches of each list in the training data. */
  lists: ListQuality[];
  /** How its columns are read; undefined: it is no table. */
  table?: NameTable | undefined;
  /** Undefined: it needs no choice. */
  encoding?: EncodingReading | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** The sentences of several files, in order. */
export interface TextsToAnnotate extends Omit<ImportedTexts, 'sentences'> {
  sentences: PackedSentences;
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
  coverage: CoverageByCase | undefined;
  /** The files of an archive with several, and which of them is read. */
  archive?: VectorsArchive | undefined;
  /** Whether the user chose that file. */
  isChosen?: boolean;
  /** How its rows are read, if they are text. */
  reading?: VectorsReading | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** A transformer whose features are inputs of models. */
export interface EncoderInfo {
  id: FileId;
  name: string;
  /** SHA-256 of its files. */
  hash: string;
  /** Size of the weights. */
  size: Bytes;
  /** Names of all its files. */
  files: string[];
  /** Size of the vocabulary of its tokenizer. */
  pieces: number;
  /** Maximum number of word pieces in its input. */
  limit: number;
  /** Names of its hidden states. */
  layers: string[];
  /** Number of features per word in the first hidden state. */
  width: number;
}

/** The models, sent when they change. */
export type Models = Pick<Workspace, 'model' | 'previous'>;

/** The model that tags and is exported: trained or imported. */
export interface ModelInfo {
  /** Identifies the model. Each run creates a new one. */
  id: number;
  name: string;
  config: RunConfig;
  predicts: TagKind;
  tags: string[];
  entityTypes: string[];
  /** Learned transition scores of the CRF; undefined for a softmax decoder. */
  transitions: Transitions<Float32Array> | undefined;
  /** The transitions that the tag scheme forbids: 1 if illegal. */
  illegal: Transitions<Uint8Array>;
  parameters: number;
  words: number;
  /** An example of the words whose parts are joined in its training text: `Hà_Nội`. */
  joinedWord?: string | undefined;
  /** Its inputs besides words and characters: `name lists`, `columns`. */
  features: string[];
  /** Names of its lists and columns. */
  lists: string[];
  columns: string[];
  /** The encoder that it was trained with. */
  encoder?: { name: string; hash: string } | undefined;
  /** Scores of the best epoch; undefined if the bundle has none. */
  dev: Scores | undefined;
  /** Whether the probabilities of its entities are calibrated, and below which they are to be reviewed. */
  isCalibrated: boolean;
  threshold: number | undefined;
}

export interface PreviewSentence {
  line: number;
  /** 1-based number of its document; undefined if the file has no document boundaries. */
  document?: number | undefined;
  tokens: string[];
  spans: Span[];
  /** Without a scheme: a tag per token. */
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
  trainedOn: TrainedOn;
  /** Number of sentences of at least five tokens that are also in the training data; undefined if that is not loaded. */
  repeated?: number | undefined;
  sentences: number;
  tokens: number;
  /** Number of tokens whose words are in the vocabulary or have a vector. */
  knownTokens: number;
  unknownLetters: UnknownLetters;
  /** The documents that the model read; undefined for a model that reads single sentences. */
  documents?: DocumentsRead | undefined;
  seconds: number;
}

/** What a model was trained on. Its entities count as seen if these files are loaded. */
export interface TrainedOn {
  /** Names in the model's metadata: the files that it was successively trained on. */
  files: string;
  /** Number of sentences of the last of them. */
  sentences: number;
  areLoaded: boolean;
}

/** The scores on dev by slice. */
export interface DevSlices {
  slices: SliceScores;
  trainedOn: TrainedOn;
  /** The epoch whose weights were used; 0: the current weights, before the first epoch is scored. */
  epoch: number;
}

/** The scores of the model on a file, as it is and under the stress tests. */
export interface FileStress extends StressReport {
  file: string;
}

/** The entities of the model in a file, for its reliability. */
export interface FileConfidence {
  file: string;
  sentences: number;
  /** With the probabilities of the CRF. */
  before: Prediction[];
  /** The same with their confidence. */
  after: Prediction[];
  /** Whether each half of the file was calibrated on the other: so it is for dev, if the model is calibrated. */
  isCrossed: boolean;
  /** Of dev: why a model cannot be calibrated on it. */
  problem: string | undefined;
  /** The sentences with the least sure entities, at most some hundreds, least sure first. */
  leastSure: DoubtfulSentence[];
}

/** A sentence and what the model finds in it. */
export interface DoubtfulSentence {
  line: number;
  tokens: string[];
  /** [T] in the training scheme. */
  tags: string[];
  /** With their confidence. */
  entities: { start: number; end: number; type: string; probability: number; isCorrect: boolean }[];
}

/** The followed sentence after an epoch of a run: the input of `src/insight`, and the epoch. */
export interface FollowedSentence
  extends InspectedSentence, Omit<Inspection, 'sentences' | 'config' | 'inputs' | 'mix' | 'milliseconds'> {
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
  /** The sentences with the lowest confidence, also at most some hundreds, lowest first. */
  leastSure: TaggedExample[];
  /** The first records as rows of the table that is written for them; undefined for running text. */
  records: RecordRows | undefined;
  unknownLetters: UnknownLetters;
  seconds: number;
}

export interface RecordRows {
  /** Number of all records. */
  count: number;
  /** The fields, and a column for each type. */
  header: string[];
  rows: string[][];
  /** What to know about the file that was written. */
  warning: string | undefined;
}

/** The progress of a long task. */
export interface Progress {
  task:
    | 'encoder'
    | 'encoding'
    | 'reading'
    | 'vectors'
    | 'timing'
    | 'measuring'
    | 'scoring'
    | 'tagging'
    | 'checking'
    | 'distilling';
  name: string;
  done: number;
  /** 0 if unknown. */
  total: number;
  unit: 'bytes' | 'tokens' | 'steps' | 'sentences' | 'characters';
}

/** Training steps of a fixed run on one device (`runs/measured-run.ts`), or why it cannot be used. */
export type DeviceMeasurement = Outcome<StepTime>;
