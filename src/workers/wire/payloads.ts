/** What requests, answers and events carry: files, models, reports. Types only. */
import type { RunConfig } from '../../config/schema.ts';
import type { Transitions } from '../../crf/transitions.ts';
import type { ImportedTexts } from '../../annotation/import-texts.ts';
import type { PackedSentences } from '../../annotation/packed-sentences.ts';
import type { CorpusFormat, CorpusSummary, FurtherColumn, Problem, Span, TagStyle } from '../../data/corpus.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { ListQuality } from '../../data/features/list-quality.ts';
import type { DocumentsRead } from '../../data/batches/documents-read.ts';
import type { Coverage } from '../../data/vectors/coverage.ts';
import type { ErrorReport } from '../../eval/errors.ts';
import type { SliceScores } from '../../eval/score-slices.ts';
import type { Scores } from '../../eval/scores.ts';
import type { CardDetails } from '../../export/model-card.ts';
import type { ExportKind } from '../../export/export-files.ts';
import type { Size } from '../../export/precision.ts';
import type { Bytes, Seconds } from '../../lib/units.ts';
import type { SerializedError } from '../../lib/errors.ts';
import type { TaggedExample } from '../../tagging/examples.ts';
import type { UnknownLetters } from '../../tagging/unknown-letters.ts';
import type { InspectedSentence, Inspection } from '../../tagging/inspect.ts';

export type { TextFormat } from '../../tagging/text-files.ts';
export type { TaggedExample } from '../../tagging/examples.ts';
export type { TaggedEntity, TaggedSentence, TaggedText } from '../../tagging/tagged-text.ts';

export type FileId = number;

/** Blobs are created by the worker, so that their bytes are not copied to the page. */
export interface SavedCheckpoint {
  epoch: number;
  contents: Blob;
}

/** Default: a zip of exact numbers. */
export interface ExportRequest {
  kind?: ExportKind;
  /** `tiny`: the student of the current model. */
  size?: Size;
  /** Hashes in place of training words. */
  isPrivate?: boolean;
  /** For the model card. */
  card?: CardDetails;
}

export interface ExportSizes {
  /** In the order exact, half, small; then tiny, once the model has a student. */
  sizes: ExportSize[];
  /** Of training a student; undefined: there are no training data. */
  distillation: Distillation | undefined;
  /** Undefined: there are no dev data to measure with. */
  devTokens: number | undefined;
}

/** What a student would be trained on. */
export interface Distillation {
  /** Models that it learns from: more than one after a run of several seeds. */
  teachers: number;
  /** Texts that are loaded. */
  texts: number;
  /** About how long it takes. */
  seconds: Seconds;
}

export interface ExportSize {
  size: Size;
  /** Of the zip. */
  zip: Bytes;
  /** On the dev data: overall F1, and how many tags differ from those of exact numbers. */
  measured: { f1: number; changedTags: number } | undefined;
}

export interface Download {
  name: string;
  contents: Blob;
}

/** The model, the data and the programs that train it further in PyTorch. */
export interface ClusterKit extends Download {
  /** To run in a shell. */
  lines: string;
}

/** All loaded files and models. */
export interface Workspace {
  files: CorpusFile[];
  texts: TextFile[];
  lists: ListFile[];
  vectors: VectorsFile | undefined;
  encoder?: EncoderInfo | undefined;
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
  furtherColumns: FurtherColumn[];
  /** Those of them that are to be inputs of the next model, by name. */
  inputColumns: string[];
  summary: CorpusSummary;
  /** Documents that the file marks; 0 if it marks none. */
  documents: number;
  invalidTransitions: number;
  problems: Problem[];
  moreProblems: number;
  /** Of sentences that are trained on less, by index; undefined: all count alike. */
  weights: SentenceWeights | undefined;
}

/** Weights in (0, 1) by the index of the sentence in its file. */
export type SentenceWeights = [sentence: number, weight: number][];

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

/** Names, as inputs of the models that are trained. */
export interface ListFile {
  id: FileId;
  name: string;
  size: Bytes;
  /** What each list finds in the training data. */
  lists: ListQuality[];
  problems: Problem[];
  moreProblems: number;
}

/** Sentences of several files, in their order. */
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
  coverage: Coverage | undefined;
  problems: Problem[];
  moreProblems: number;
}

/** A transformer whose features are an input. */
export interface EncoderInfo {
  id: FileId;
  name: string;
  /** SHA-256 of its files. */
  hash: string;
  /** Of the weights. */
  size: Bytes;
  /** Names of all its files. */
  files: string[];
  /** In the vocabulary of its tokenizer. */
  pieces: number;
  /** Pieces of words that it reads at a time. */
  limit: number;
  /** Names of its hidden states. */
  layers: string[];
  /** Numbers of a word in the first of them. */
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
  tags: string[];
  entityTypes: string[];
  /** LearnResult scores of the CRF; undefined for a softmax decoder. */
  transitions: Transitions<Float32Array> | undefined;
  /** The transitions that the tag scheme forbids: 1 if illegal. */
  illegal: Transitions<Uint8Array>;
  parameters: number;
  words: number;
  /** What its inputs are besides words and characters: `name lists`, `columns`. */
  features: string[];
  /** Names of its lists and columns. */
  lists: string[];
  columns: string[];
  /** The encoder that it was trained with. */
  encoder?: { name: string; hash: string } | undefined;
  /** Scores of the best epoch; undefined if the bundle has none. */
  dev: Scores | undefined;
}

export interface PreviewSentence {
  line: number;
  /** Number of its document, from 1; undefined where the file marks none. */
  document?: number | undefined;
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
  tokens: number;
  /** Tokens whose words the model has from training or as a vector. */
  knownTokens: number;
  unknownLetters: UnknownLetters;
  /** As which the model read the file; undefined of a model that reads sentences. */
  documents?: DocumentsRead | undefined;
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
  /** The sentences that the model is least sure of, likewise, least sure first. */
  leastSure: TaggedExample[];
  unknownLetters: UnknownLetters;
  seconds: number;
}

/** The progress of a long task. */
export interface Progress {
  task:
    | 'encoder'
    | 'encoding'
    | 'reading'
    | 'vectors'
    | 'model'
    | 'timing'
    | 'scoring'
    | 'tagging'
    | 'checking'
    | 'distilling';
  name: string;
  done: number;
  /** 0 if not known. */
  total: number;
  unit: 'bytes' | 'tokens' | 'steps' | 'sentences' | 'characters';
}
