import type { RunConfig } from '../../../config/schema.ts';
import { COLUMN_ROLES, type ColumnRole } from '../../../data/column-layout.ts';
import type { TableReading } from '../../../data/corpora/texts/table-reading.ts';
import { CORPUS_FORMATS, tagKind, type CorpusOptions, type Problem, type TagScheme } from '../../../data/corpus.ts';
import type { FileRole } from '../../../data/files/file-roles.ts';
import type { Coverage } from '../../../data/vectors/coverage.ts';
import { scoreName } from '../../../eval/scores.ts';
import type {
  CorpusFile,
  CorpusReading,
  EncoderInfo,
  ModelInfo,
  PreviewSentence,
  VectorsFile,
} from '../../../workers/wire/payloads.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatBytes, formatCount, formatCounted, formatScore, joinFacts } from '../../look/format.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import type { MarkedEntity } from '../../ui/entity/segments.ts';

export const ROLES: { value: FileRole; label: string }[] = [
  { value: 'train', label: 'train' },
  { value: 'dev', label: 'dev' },
  { value: 'test', label: 'test' },
  { value: 'unused', label: 'not used' },
];

export const SCHEMES: { value: TagScheme; label: string }[] = [
  { value: 'IOB1', label: 'IOB1' },
  { value: 'BIO', label: 'BIO' },
  { value: 'BIOES', label: 'BIOES' },
  { value: 'BMES', label: 'BMES' },
  { value: 'IOE1', label: 'IOE1' },
  { value: 'IOE2', label: 'IOE2' },
  { value: 'IO', label: 'IO' },
  { value: 'none', label: 'no scheme' },
];

export function formatOf({ format }: CorpusFile): string {
  return CORPUS_FORMATS[format].label;
}

export function countsOf({ documents, summary: { sentences, tokens, entities }, style }: CorpusFile): string {
  if (tagKind(style) === 'classes')
    return joinFacts([formatCounted(sentences, 'text'), formatCounted(tokens, 'token')]);
  const counts = [formatCounted(sentences, 'sentence'), formatCounted(tokens, 'token')];
  if (documents > 0) counts.unshift(formatCounted(documents, 'document'));
  if (style.scheme !== 'none') counts.push(formatCounted(entities, 'entity', 'entities'));
  return joinFacts(counts);
}

/** The counts, and for texts with a class what they are. */
export function aboutOf(file: CorpusFile): string {
  const { style, summary } = file;
  if (tagKind(style) !== 'classes') return countsOf(file);
  const names = summary.types.slice(0, MOST_TYPES).map(({ type }) => type);
  const more = summary.types.length - names.length;
  const classes = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return `${formatCounted(summary.sentences, 'text')}, ${summary.types.length === 1 ? 'class' : 'classes'} ${classes}`;
}

/** The scheme that the tags are converted to for training; undefined if they are not converted. */
export function trainingScheme({ style }: CorpusFile, config: RunConfig): string | undefined {
  return tagKind(style) !== 'entities' || style.scheme === config.scheme ? undefined : config.scheme;
}

const MOST_TYPES = 8;

/** The types that a card shows, and how many more there are. */
export const frequentTypes = memoizedByObject(({ summary: { types } }: CorpusFile) => {
  // A single hidden type takes as much room as the words "and 1 more".
  const shown = types.length <= MOST_TYPES + 1 ? types.length : MOST_TYPES;
  return { types: types.slice(0, shown), more: types.length - shown };
});

/** The columns of a CoNLL file, numbered from 1. */
export const columnChoices = memoizedByObject(({ columns }: CorpusFile): { value: string; label: string }[] =>
  Array.from({ length: columns }, (_, i) => ({ value: String(i), label: `column ${i + 1}` })),
);

const ROLE_LABELS: Record<ColumnRole, string> = {
  token: 'word',
  tag: 'tag',
  type: 'type of the tag',
  index: 'index',
  sentence: 'sentence',
  document: 'document',
  offset: 'offset',
  probability: 'probability',
  layer: 'other layer',
  prediction: 'prediction',
  marks: 'marks',
  feature: 'feature',
  ignore: 'ignored',
};

export const COLUMN_ROLE_CHOICES = COLUMN_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }));

/** `word, index, tag` */
export const rolesInWords = ({ roles }: CorpusReading): string => roles.map(({ role }) => ROLE_LABELS[role]).join(', ');

/** `ner_tag`, or `column 2` without a name in the header. */
export function columnHead({ roles }: CorpusReading, column: number): string {
  return roles[column]?.name || `column ${column + 1}`;
}

/** The settings that give a column another role. */
export function withRole({ settings, roles }: CorpusReading, column: number, role: ColumnRole): CorpusOptions {
  if (role === 'token') return { tokenColumn: column };
  if (role === 'tag') return { tagColumn: column };
  return { columnsAs: roles.map((_, i) => (i === column ? role : settings.columnsAs?.[i])) };
}

/** The text fields with one more or less, in the order of the table; the last one stays. */
export function toggledField(
  { names, textFields }: Pick<TableReading, 'names' | 'textFields'>,
  field: string,
): string[] {
  const chosen = names.filter((name) => (name === field) !== textFields.includes(name));
  return chosen.length > 0 ? chosen : [...textFields];
}

/** `city.dev, line 1204, column 15` */
export function placeOf({ file, line, column }: Problem): string {
  if (line === 0) return file;
  return `${file}, line ${formatCount(line)}${column === undefined ? '' : `, column ${formatCount(column)}`}`;
}

/** The line split at its fault; without a column, the whole line is marked. */
export function faultIn({ excerpt, column }: Problem): { before: string; fault: string; after: string } | undefined {
  if (excerpt === undefined) return undefined;
  if (column === undefined || column > excerpt.length + 1) return { before: '', fault: excerpt, after: '' };
  const before = excerpt.slice(0, column - 1);
  // Marked to the end of the field, since a single letter is hard to see.
  const fault = /^\S+|^\s|^$/.exec(excerpt.slice(column - 1))?.[0] ?? '';
  return { before, fault, after: excerpt.slice(before.length + fault.length) };
}

export function modelLine({ dev, parameters, words }: ModelInfo): string {
  const score = dev === undefined ? [] : [`dev ${scoreName(dev)} ${formatScore(dev.overall.f1)}`];
  return joinFacts([...score, formatCounted(parameters, 'parameter'), formatCounted(words, 'word')]);
}

/** The name of a model with its score, which distinguishes it from others of that name. */
export function modelName({ name, dev }: ModelInfo): string {
  return dev === undefined ? name : `${name}, dev ${scoreName(dev)} ${formatScore(dev.overall.f1)},`;
}

/** Inputs of a model besides words and characters; undefined if there are none. */
export function modelInputs({ lists, columns }: Pick<ModelInfo, 'lists' | 'columns'>): string | undefined {
  const names = lists.length === 0 ? [] : [`the name lists ${lists.join(', ')}`];
  const values = columns.length === 0 ? [] : [`the columns ${columns.map(columnLabel).join(', ')} of files`];
  const inputs = [...names, ...values];
  return inputs.length === 0 ? undefined : `Reads ${inputs.join(', and ')}`;
}

/** The name of a column, or its number, from 1. */
export function columnLabel(name: string): string {
  return /^\d+$/.test(name) ? `number ${Number(name) + 1}` : name;
}

/** A column of a training file that can be an input. */
export interface ColumnChoice {
  name: string;
  label: string;
  /** Describes the number of its values. */
  about: string;
  isInput: boolean;
}

/** Columns that can be inputs. Those with a single value carry no information. */
export function inputChoices({ furtherColumns }: CorpusFile, inputs: readonly string[]): ColumnChoice[] {
  return furtherColumns
    .filter(({ name, values }) => values !== 1 || inputs.includes(name))
    .map(({ name, values }) => ({
      name,
      label: columnLabel(name),
      about: values === undefined ? 'over 1,000 values' : formatCounted(values, 'value'),
      isInput: inputs.includes(name),
    }));
}

/** Training files that lack a column, so that it cannot be an input. */
export function filesWithout(name: string, files: readonly CorpusFile[]): string[] {
  const lacking = files.filter(
    (file) => file.role === 'train' && file.furtherColumns.every((one) => one.name !== name),
  );
  return lacking.map((file) => file.name);
}

export function vectorsLine({ dimensions }: VectorsFile): string {
  return `Word vectors of ${formatCounted(dimensions, 'dimension')}`;
}

/** `22.6 MB · 384 numbers a word · 7 layers · 30,522 pieces` */
export function encoderLine({ size, width, layers, pieces }: EncoderInfo): string {
  const parts = [formatBytes(size), `${formatCount(width)} numbers a word`];
  if (layers.length > 1) parts.push(formatCounted(layers.length, 'layer'));
  return joinFacts([...parts, formatCounted(pieces, 'piece')]);
}

/** A message about the encoder that a model needs; undefined if it needs none, or it is loaded. */
export function missingEncoder({ encoder }: ModelInfo, loaded: EncoderInfo | undefined): string | undefined {
  if (encoder === undefined || loaded?.hash === encoder.hash) return undefined;
  const which = `${encoder.name} (SHA-256 ${encoder.hash.slice(0, 12)}…)`;
  return loaded === undefined
    ? `Needs the encoder ${which}: add it with its tokenizer.json.`
    : `Needs the encoder ${which}; another one is loaded.`;
}

export interface CoverageLine {
  /** Share of the distinct words, and of all tokens, that have a vector. */
  types: string;
  tokens: string;
  share: number;
  how: string;
}

export function coverageOf(coverage: Coverage | undefined): CoverageLine | undefined {
  if (coverage === undefined || coverage.types === 0 || coverage.tokens === 0) return undefined;
  const { types, tokens, matched } = coverage;
  const share = 1 - matched.none.types / types;
  return {
    types: formatShare(share),
    tokens: formatShare(1 - matched.none.tokens / tokens),
    share,
    how: `${formatCount(matched.exact.types)} as written, ${formatCount(matched.lowercase.types)} in lower case, ${formatCount(matched.digits.types)} with digits as 0, ${formatCount(matched.punctuation.types)} with plain punctuation, ${formatCount(matched.none.types)} without`,
  };
}

/** Vectors with a lower coverage of the training words hardly help. */
const LEAST_KNOWN = 0.3;

/** A warning if the vectors cover almost none of the words. */
export function vectorsProblem(coverage: Coverage | undefined): string | undefined {
  if (coverage === undefined || coverage.tokens === 0) return undefined;
  const known = 1 - coverage.matched.none.tokens / coverage.tokens;
  if (known >= LEAST_KNOWN) return undefined;
  return `These vectors know only ${formatShare(known)} of the training tokens. Are they for another language? Add vectors for the language of the data, or remove these: words are then learned from the data.`;
}

/** A sentence as text with its spans as entities; without a scheme, each token is marked with its tag. */
export const previewText = memoizedByObject(({ tokens, spans, tags }: PreviewSentence) => {
  const starts: number[] = [];
  let text = '';
  for (const token of tokens) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += token;
  }
  const endOf = (token: number) => (starts[token] ?? 0) + (tokens[token]?.length ?? 0);
  const entities = spans.map(({ start, end, type }): MarkedEntity => ({
    type,
    start: starts[start] ?? 0,
    end: endOf(end - 1),
  }));
  if (tags.length === tokens.length && spans.length === 0 && tags.every((tag) => !/^(O|[BIES]-.*)$/.test(tag))) {
    return { text, entities: tags.map((type, i) => ({ type, start: starts[i] ?? 0, end: endOf(i) })) };
  }
  return { text, entities };
});
