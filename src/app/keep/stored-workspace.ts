import * as v from 'valibot';
import type { CorpusOptions } from '../../data/corpus.ts';
import { LEGACY_ENCODINGS, type LegacyEncoding } from '../../data/encodings.ts';
import { TAG_SCHEMES } from '../../data/reading-settings.ts';
import type { KeptWorkspace } from './workspace/store.ts';
import { readableItems, salvage, type FieldReaders } from './salvage.ts';
import { recipe } from './stored-record.ts';

const ENCODINGS = Object.keys(LEGACY_ENCODINGS) as LegacyEncoding[];

type Schema<T> = v.GenericSchema<unknown, T>;

const column = v.pipe(v.number(), v.integer(), v.minValue(0));

const nameColumns: Schema<NonNullable<KeptWorkspace['files'][number]['nameColumns']>> = v.object({
  names: v.array(column),
  aliases: v.array(column),
  type: v.optional(column),
  hasHeader: v.boolean(),
});

const form: Schema<NonNullable<KeptWorkspace['files'][number]['form']>> = v.object({
  split: v.optional(v.picklist(['spaces', 'tab', ',', ';', '|', 'brackets'])),
  hasNames: v.optional(v.boolean()),
  isNumbered: v.optional(v.boolean()),
  hasCounts: v.optional(v.boolean()),
  words: v.optional(
    v.picklist(['asWritten', 'quotes', 'apostrophes', 'bytes', 'language', 'partOfSpeech', 'colon', 'pieces']),
  ),
  encoding: v.optional(v.picklist(ENCODINGS)),
});

const file: Schema<KeptWorkspace['files'][number]> = v.object({
  name: v.string(),
  role: v.optional(v.picklist(['train', 'dev', 'test', 'unused'])),
  tagColumn: v.optional(v.number()),
  scheme: v.optional(v.picklist([...TAG_SCHEMES, 'text'])),
  // Checked when the file is read with them.
  settings: v.optional(v.custom<CorpusOptions>((value) => typeof value === 'object' && value !== null)),
  weights: v.optional(v.array(v.tuple([v.number(), v.number()]))),
  inputColumns: v.optional(v.array(v.string())),
  encoding: v.optional(v.picklist(ENCODINGS)),
  kind: v.optional(v.picklist(['texts', 'names'])),
  nameColumns: v.optional(nameColumns),
  textFields: v.optional(v.array(v.string())),
  entry: v.optional(v.string()),
  form: v.optional(form),
});

const source: Schema<KeptWorkspace['sources'][number]> = v.object({
  name: v.string(),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(0)),
  kept: v.picklist(['copy', 'handle', 'sample', 'none']),
  crc: v.optional(v.number()),
  isUseLost: v.optional(v.boolean()),
});

const READERS: FieldReaders<Omit<KeptWorkspace, 'id' | 'damaged' | 'foundAt'>> = {
  changedAt: [v.pipe(v.number(), v.finite()), 0],
  files: [v.array(file), []],
  sources: [v.array(source), []],
  recipe: [v.undefinedable(recipe), undefined],
  text: [v.string(), ''],
  model: [v.undefinedable(v.string()), undefined],
  run: [v.undefinedable(v.string()), undefined],
};

function foundAtOf(stored: unknown): Pick<KeptWorkspace, 'foundAt'> {
  const { foundAt } = Object(stored) as { foundAt?: unknown };
  return typeof foundAt === 'number' && foundAt <= Date.now() ? { foundAt } : {}; // from the future: found now
}

/** Reads a stored workspace. What is damaged is left out and named in `damaged`. */
export function readWorkspace(id: KeptWorkspace['id'], stored: unknown): KeptWorkspace {
  const { value, damaged } = salvage(READERS, stored);
  const { files, sources } = Object(stored) as { files?: unknown; sources?: unknown };
  if (damaged.includes('files')) value.files = readableItems(file, files);
  if (damaged.includes('sources')) value.sources = readableItems(source, sources);
  return { ...value, id, ...(damaged.length > 0 && { damaged, ...foundAtOf(stored) }) };
}
