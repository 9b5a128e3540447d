import type { CorpusOptions } from '../../../data/corpus.ts';
import { LEGACY_ENCODINGS } from '../../../data/encodings.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';

/** What is read, and how. */
type Read = Pick<CorpusFile, 'format' | 'columns'> & {
  reading: Pick<CorpusFile['reading'], 'roles' | 'settings' | 'form'>;
};

type Words = { [Part in keyof CorpusOptions]?: (value: NonNullable<CorpusOptions[Part]>, of: Read) => string };

/** What is answered to the reader of a file and has no control of its own on the card, in words. */
const IN_WORDS: Words = {
  encoding: (encoding) => LEGACY_ENCODINGS[encoding],
  spansFrom: (first) => `spans count from ${first}`,
  offsets: (unit) => `offsets count ${unit === 'utf-16' ? 'UTF-16 code units' : unit}`,
  spanEnds: (ends) => `the end of a span is ${ends}`,
  occurrences: (which) => OCCURRENCES[which],
  tagField: fieldInWords,
  labelNames: (names) => `label names ${names.join(', ')}`,
  annotator: (person) => `annotated by ${person}`,
  classField: (field) => `classes in ${field}`,
  acceptLosses: () => 'without what cannot be read',
  isNames: () => 'not a list of names',
};

/** What has a control only on the card of a file with several columns. */
const OF_COLUMNS: Words = {
  tagColumn: (column, { format, reading }) =>
    reading.settings.tokenColumn === column
      ? 'words without tags'
      : `tags in ${format === 'tagLines' ? 'line' : 'column'} ${column + 1}`,
  outside: (tag) => `${tag === '' ? 'an empty cell' : tag} means outside`,
};

const OCCURRENCES = {
  all: 'entities without offsets are all places of their words',
  first: 'entities without offsets are the first places of their words',
  unknown: 'nothing is learned from the words of entities without offsets',
} as const;

/** Which entities are read, where this is no field of the file. */
const KINDS: Readonly<Record<string, string>> = {
  outermost: 'mentions, of nested ones the outermost',
  innermost: 'mentions, of nested ones the innermost',
  names: 'the names alone',
  heads: 'the heads of all mentions',
  extents: 'the extents of all mentions',
  a1: 'entities of .a1 alone',
  'a1, a2': 'entities of .a1 and .a2',
};

function fieldInWords(field: string, { format, reading: { form = '' } }: Read): string {
  if (format === 'standOffXml') return `types of entities: ${field}`;
  const isOfFile = form.includes(JSON.stringify(field));
  return (!isOfFile && Object.hasOwn(KINDS, field) && KINDS[field]) || `tags in ${field}`;
}

/** What an answer may set besides. It must not outlast the answer: the next one may not set it. */
const SET_WITH: { [Part in keyof CorpusOptions]?: readonly (keyof CorpusOptions)[] } = {
  tagField: ['scheme', 'outside'],
  labelNames: ['scheme', 'outside'],
  tagColumn: ['scheme', 'outside', 'tokenColumn'],
  outside: ['scheme'],
};

export interface Answers {
  inWords: string;
  /** The settings that forget them, so that the reader asks or detects again. What was a list of names becomes one again. */
  forgotten: CorpusOptions;
}

/** What was answered about a file; undefined: nothing. */
export function answersIn(file: Read): Answers | undefined {
  const { roles, settings } = file.reading;
  const hasControls = roles.length > 1 && file.format !== 'conllu'; // whose mentions are no column
  const words = hasControls ? IN_WORDS : { ...IN_WORDS, ...OF_COLUMNS };
  const parts = (Object.keys(words) as (keyof Words)[]).filter((part) => settings[part] !== undefined);
  if (parts.length === 0) return undefined;
  const all = parts.flatMap((part) => [part, ...(SET_WITH[part] ?? [])]).filter((part) => settings[part] !== undefined);
  return {
    inWords: parts.map((part) => words[part]!(settings[part] as never, file)).join('; '),
    forgotten: Object.fromEntries(all.map((part) => [part, part === 'isNames' ? true : undefined])),
  };
}

/** The files of the same form that were answered in the same way, as an answer counts for all of them, but for lists of names. */
export function answeredAlike<File extends Read>(file: File, files: readonly File[]): File[] {
  if (file.reading.settings.isNames !== undefined) return [file];
  const inWords = answersIn(file)?.inWords;
  return files.filter(
    (one) => one.format === file.format && one.columns === file.columns && answersIn(one)?.inWords === inWords,
  );
}
