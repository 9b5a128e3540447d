import { PRESETS } from '../../config/presets.ts';
import { FIELD_NAMES } from '../../config/schema.ts';
import type { DeviceChoice } from '../../devices/device.ts';
import { COLUMN_ROLES, type ColumnRole, isColumnRole } from '../../data/column-layout.ts';
import { type CorpusOptions, DROPPED, UNKNOWN_TYPE } from '../../data/corpus.ts';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../../data/encodings.ts';
import { TAG_SCHEMES } from '../../data/reading-settings.ts';
import {
  choose,
  type Flag,
  flagName,
  names,
  oneOf,
  required,
  text,
  texts,
  toggle,
  type ValuesOf,
  whole,
} from './flags.ts';
import { shellWord } from '../../lib/shell-word.ts';
import { UsageError } from './usage.ts';

// Flags of several commands.

/** One of the choices, or none. */
function maybeOneOf<V extends string>(choices: readonly V[], help: string): Flag<V | undefined> {
  return {
    value: choices.join('|'),
    help,
    values: choices,
    read: (given, name) => (given.length === 0 ? undefined : choose(choices, given.at(-1)!, `${name} is `)),
  };
}

/** Roles of columns. */
function roles(value: string, help: string): Flag<(ColumnRole | undefined)[] | undefined> {
  return {
    value,
    help,
    read: (given, name) =>
      given
        .at(-1)
        ?.split(',')
        .map((role) => {
          if (role === '' || isColumnRole(role)) return role === '' ? undefined : role;
          throw new UsageError(`${name} has ${role}: expected ${COLUMN_ROLES.join(', ')}.`);
        }),
  };
}

const DEVICES: readonly DeviceChoice[] = ['auto', 'simd', 'webgpu'];

export const DEVICE = oneOf(
  DEVICES,
  'auto',
  `simd: WebAssembly on the CPU. webgpu: needs the optional npm package webgpu.
auto (default): a hardware GPU if there is one, else simd`,
);

export const THREADS = whole('N', 'threads of simd; default: one per core, up to 8');

const ENCODINGS = Object.keys(LEGACY_ENCODINGS) as LegacyEncoding[];

export const ENCODING: Flag<LegacyEncoding | undefined> = {
  ...maybeOneOf(
    ENCODINGS,
    `the encoding of files that are not UTF-8: ${ENCODINGS.join(', ')}; default: the likeliest one, or windows-1252 for Western European languages`,
  ),
  value: 'NAME',
};

/** How the columns of corpora are read, where the default is wrong or the reader asks. */
export const READING = {
  tagColumn: whole('N', 'column of the tags, counted from 0; default: inferred, see tagsmith info', 0),
  tokenColumn: whole('N', 'column of the words, counted from 0; default: inferred', 0),
  scheme: maybeOneOf(
    TAG_SCHEMES,
    'how the tags mark entities; none: each tag is a label of its own; default: detected',
  ),
  outside: text('TAG', 'the tag of words outside entities; an empty text: an empty cell; default: detected'),
  columnsAs: roles(
    'ROLES',
    `roles of all columns, separated by commas; an empty one is inferred: ${COLUMN_ROLES.join(', ')}`,
  ),
  typesOf: texts(
    '[FILE=]TYPES',
    'the types that a file annotates, such as news.conll=PER,LOC; without FILE: all files. Its words outside entities may be of other types, about which it says nothing; default: all types. May be repeated',
  ),
  typesAs: texts(
    '[FILE=]TYPE:AS,…',
    'what types of a file are read as, such as GPE:LOC,FAC:drop,EVENT:unknown: another type; drop: no entity; unknown: nothing is known. May be repeated',
  ),
  unknown: text(
    'TAG',
    'the tag of words about which nothing is known, besides ? and UNKNOWN, and - in files whose outside is O',
  ),
  labelNames: names('NAMES', 'JSON: the names of integer tags, from 0, separated by commas'),
  tagField: text(
    'NAME',
    'JSON: the field with the tags of the tokens; default: ner_tags and other usual names. CoNLL-U with Entity=: outermost or innermost mentions',
  ),
  spanEnds: maybeOneOf(
    ['inclusive', 'exclusive'],
    'JSON: whether the end of a span is its last token or character, or the one after it; default: detected',
  ),
  encoding: ENCODING,
  spansFrom: maybeOneOf(['0', '1'], 'JSON: what the first token or character is in spans; default: 0'),
  offsets: maybeOneOf(
    ['characters', 'utf-16', 'bytes', 'words'],
    'JSON: what offsets in texts count: code points, UTF-16 code units, bytes of UTF-8, or words; default: as the tool that wrote them',
  ),
  occurrences: maybeOneOf(
    ['all', 'first', 'unknown'],
    'JSON, tables: which places are entities, where one without offsets occurs several times; unknown: nothing is known of them',
  ),
  annotator: text('NAME', 'JSON: the person whose annotations are read; default: the first of each text'),
  classField: text(
    'NAME',
    'texts with a class each: the column or JSON field with the class; an empty text: none has one; default: label and other usual names',
  ),
  acceptLosses: toggle('use a file although lines of it cannot be read'),
};

/** The given parts of a reading. */
export type ReadingFlags = { [Name in keyof ValuesOf<typeof READING>]?: ValuesOf<typeof READING>[Name] | undefined };

/** @param file as given, for the flags that name files @throws UsageError */
export function readingOf({ acceptLosses, ...given }: ReadingFlags, file: string): CorpusOptions {
  const { tagColumn, tokenColumn, scheme, outside, columnsAs, unknown } = given;
  const { tagField, spanEnds, offsets, occurrences, annotator, classField, encoding } = given;
  const types = ofFile(given.typesOf, file)?.split(',');
  const typesAs = typesRead(ofFile(given.typesAs, file));
  const labelNames = given.labelNames?.length === 0 ? undefined : given.labelNames;
  const spansFrom = given.spansFrom === undefined ? undefined : Number(given.spansFrom);
  const json = { labelNames, tagField, spanEnds, spansFrom, offsets, occurrences, annotator, classField };
  const columns = { tagColumn, tokenColumn, scheme, outside, columnsAs, encoding };
  const parts = Object.entries({ ...columns, ...json, types, typesAs, unknown });
  const known = Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as CorpusOptions;
  return { ...known, ...(acceptLosses && { acceptLosses }) };
}

/** The files that `--types-of` and `--types-as` name. */
export function filesNamedIn({ typesOf = [], typesAs = [] }: ReadingFlags): string[] {
  return [...typesOf, ...typesAs].flatMap((value) => namedFile(value).file ?? []);
}

/** The last value for this file, or for all files. */
function ofFile(values: readonly string[] | undefined, file: string): string | undefined {
  return values?.map(namedFile).findLast((value) => value.file === undefined || value.file === file)?.rest;
}

/** `news.conll=PER,LOC`: types have no equals sign. */
function namedFile(value: string): { file: string | undefined; rest: string } {
  const cut = value.lastIndexOf('=');
  return cut < 0 ? { file: undefined, rest: value } : { file: value.slice(0, cut), rest: value.slice(cut + 1) };
}

/** `GPE:LOC,FAC:drop` @throws UsageError */
function typesRead(value: string | undefined): Record<string, string> | undefined {
  if (value === undefined) return undefined;
  const special = new Map([
    ['drop', DROPPED],
    ['unknown', UNKNOWN_TYPE],
  ]);
  return Object.fromEntries(
    value.split(',').map((pair) => {
      const [type, as, ...others] = pair.split(':');
      if (type === undefined || !as || others.length > 0) {
        throw new UsageError(`--types-as has ${pair}: expected TYPE:AS, such as GPE:LOC, FAC:drop or EVENT:unknown.`);
      }
      return [type, special.get(as) ?? as];
    }),
  );
}

/** The flags that choose a reading. */
export function flagsOfReading(settings: CorpusOptions): string {
  if (settings.isNames) return '--gazetteer';
  return Object.entries(settings)
    .map(([name, value]) => (value === true ? flagName(name) : `${flagName(name)} ${shellWord(String(value))}`))
    .join(' ');
}

export const MODEL_ENCODER = text('DIR', 'the encoder that the model was trained with, if any');

const PRESET_IDS = PRESETS.map(({ id }) => id);
export const SETTINGS = FIELD_NAMES.map((name) => `${name}=`);

/** The data of a run. The files of one role are read as one corpus. */
export const DATA = {
  train: required(
    texts('FILE', 'training data. --train, --dev and --test may be repeated: the files are read as one corpus'),
  ),
  dev: texts('FILE', 'data that selects the best epoch; default: a tenth of the training data is held out'),
  test: texts('FILE', 'data to score at the end'),
  embeddings: text(
    'FILE',
    'word vectors: GloVe, word2vec or fastText text, plain, .gz or .zip; default: word vectors are learned from the training data alone',
  ),
  gazetteer: texts(
    'FILE',
    'names whose occurrences are an input of the model: one per line, or a table or JSON with names and their types; tagsmith info shows how a file is read. May be repeated. The lists become part of the model',
  ),
  columns: names(
    'NAMES',
    'further columns of the corpora that are inputs of the model, such as pos,chunk: names of a header, of CoNLL-U, of CoNLL-2003 or of JSON fields (pos means pos_tags, too), or numbers from 0. Text without them can still be tagged',
  ),
  encoder: text(
    'DIR',
    'a transformer whose features are an input: a folder with encoder.onnx or model.onnx and its tokenizer.json. They are computed once and cached for later runs. The encoder is not part of the model',
  ),
};

/** The settings of a run. */
export const RECIPE = {
  config: text(
    'FILE',
    'the settings, and the number of seeds, of a saved recipe, a metrics.json or a model (zip or folder); the options below override them. If the file has fingerprints of its data, reports whether the data are the same',
  ),
  preset: text(
    'NAME',
    'the preset to start from, see below; default: tagsmith-documents if the training files have documents of more than one sentence, as in the page (a file that marks none is one document), else tagsmith. --set context=… also selects one of the two',
    PRESET_IDS,
  ),
  set: texts('NAME=VALUE', 'set a setting, see below; may be repeated', SETTINGS),
  seed: text('N', 'same as --set seed=N'),
  epochs: text('N', 'same as --set epochs=N'),
};

export const FORCE = toggle('overwrite what is in DIR');
