import type { AblationNeed, AblationRow } from '../config/ablation.ts';
import type { RunConfig } from '../config/schema.ts';
import type { DeviceChoice } from '../devices/device.ts';
import type { ExportKind } from '../export/export-files.ts';
import type { CardDetails } from '../export/model-card.ts';
import type { Precision } from '../export/precision.ts';
import type { Seconds } from '../lib/units.ts';
import type { TextFormat } from '../tagging/text-files.ts';
import type { Ranges } from '../search/ranges.ts';
import type { LoadedRecipe } from './recipe.ts';
import type { CommandName } from './usage.ts';

export const TAG_INPUTS = ['auto', 'text', 'lines', 'conll'] as const;
export const TAG_FORMATS: readonly TextFormat[] = ['conll', 'jsonl', 'csv'];

/** Default duration of a search, in minutes. */
export const SEARCH_MINUTES = 30;

/** Default number of findings that `check` lists. */
export const FINDINGS = 200;

/** The data and settings of a run. The files of one role are read as one corpus. */
export interface CorpusOptions {
  train: string[];
  dev: string[];
  test: string[];
  embeddings: string | undefined;
  /** Files with name lists. */
  gazetteers: string[];
  /** Columns that are inputs of the model. */
  inputColumns?: string[] | undefined;
  /** Folder of an encoder. */
  encoder: string | undefined;
  /** Column of the tags, from 0; default: the last. */
  tagColumn: number | undefined;
  config: RunConfig;
  /** Settings for training files with documents, unless the command line specifies a recipe or context: see `settingsFor`. */
  configForDocuments?: RunConfig | undefined;
  /** The recipe given by `--config`; `config` includes the changes. */
  recipe?: LoadedRecipe | undefined;
}

/** Options that `train` and `ablate` share. */
export interface StudyOptions extends CorpusOptions {
  /** Number of runs; their seeds count up from that of `config`. */
  seeds: number;
  device: DeviceChoice;
  /** Threads of `simd`; default: one per core, up to 8. */
  threads: number | undefined;
  json: boolean;
  force: boolean;
}

export interface TrainOptions extends StudyOptions {
  out: string;
  /** Resume the unfinished run in `out`. */
  resume: boolean;
  /** File with weights of training sentences, as written by `check`. */
  weights: string | undefined;
}

export interface AblateOptions extends StudyOptions {
  rows: AblationRow[];
  out: string | undefined;
}

export interface SearchOptions extends CorpusOptions {
  budget: Seconds;
  ranges: Ranges;
  /** The preset that the recipe is nearest to. */
  presetId: string;
  out: string | undefined;
  /** Resume the unfinished search in `out`. */
  resume: boolean;
  device: DeviceChoice;
  /** Threads of `simd`; default: one per core, up to 8. */
  threads: number | undefined;
  json: boolean;
  force: boolean;
}

export interface EvaluateOptions {
  model: string;
  /** Folder of the encoder that the model was trained with. */
  encoder: string | undefined;
  file: string;
  device: DeviceChoice;
  tagColumn: number | undefined;
  json: boolean;
  /** The file to write errors to: `.csv` or `.jsonl`. */
  errors: string | undefined;
  /** Training files, to determine which entities the model has seen. */
  train: string[];
}

export interface TagOptions {
  model: string;
  /** Folder of the encoder that the model was trained with. */
  encoder: string | undefined;
  /** Files and folders; `-` or none: standard input. */
  files: string[];
  /** Output folder, with one file per input. */
  out: string | undefined;
  input: (typeof TAG_INPUTS)[number];
  format: TextFormat;
  /** Number of sentences to write: only those that the model is least sure of. */
  leastSure: number | undefined;
  device: DeviceChoice;
}

export interface CheckOptions {
  file: string;
  embeddings: string | undefined;
  folds: number;
  /** Maximum number of findings to list. */
  limit: number;
  /** The file to write the weights of doubtful sentences to. */
  weights: string | undefined;
  device: DeviceChoice;
  /** Threads of `simd`; default: one per core, up to 8. */
  threads: number | undefined;
  tagColumn: number | undefined;
  json: boolean;
}

/** Training data of a student: see `tagsmith export --size tiny`. */
export interface DistillOptions {
  train: string[];
  dev: string[];
  texts: string[];
  /** Additional models, whose distributions are averaged with the first. */
  teachers: string[];
  seed: number | undefined;
  device: DeviceChoice;
  threads: number | undefined;
  tagColumn: number | undefined;
}

export interface ExportOptions {
  model: string;
  kind: ExportKind;
  /** A precision, or the options of a student. */
  size: Precision | DistillOptions;
  isPrivate: boolean;
  card: CardDetails;
  out: string;
}

export interface AgreeOptions {
  first: string;
  second: string;
  tagColumn: number | undefined;
  json: boolean;
}

export interface StudioOptions {
  /** Undefined: any free port. */
  port: number | undefined;
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export interface CompletionsOptions {
  shell: (typeof SHELLS)[number];
}

export type Command =
  | { name: 'help'; of: CommandName | undefined }
  | { name: 'version' }
  | { name: 'train'; options: TrainOptions }
  | { name: 'ablate'; options: AblateOptions }
  | { name: 'search'; options: SearchOptions }
  | { name: 'evaluate'; options: EvaluateOptions }
  | { name: 'tag'; options: TagOptions }
  | { name: 'check'; options: CheckOptions }
  | { name: 'agree'; options: AgreeOptions }
  | { name: 'export'; options: ExportOptions }
  | { name: 'studio'; options: StudioOptions }
  | { name: 'completions'; options: CompletionsOptions };

/** The options required by rows of the ablation. */
export const NEEDED: Record<AblationNeed, string> = {
  vectors: '--embeddings',
  encoder: '--encoder',
  documents: '--set context=document',
};
