import { closest } from '../lib/closest.ts';
import { StudioError } from '../lib/errors.ts';
import { isColumnRole } from './column-layout.ts';
import type { CorpusOptions, ReadingQuestion, TagScheme } from './corpus.ts';
import { LEGACY_ENCODINGS } from './encodings.ts';

export const TAG_SCHEMES: readonly TagScheme[] = ['IOB1', 'BIO', 'BIOES', 'BMES', 'IOE1', 'IOE2', 'IO', 'none'];

type Part = Exclude<keyof CorpusOptions, 'inputColumns'>;

const isText = (value: unknown) => typeof value === 'string';
const isFlag = (value: unknown) => typeof value === 'boolean';
const isColumn = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

/** Whether a value is one of this part of a reading. */
const PARTS: Readonly<Record<Part, (value: unknown) => boolean>> = {
  tagColumn: isColumn,
  scheme: (value) => (TAG_SCHEMES as readonly unknown[]).includes(value),
  tokenColumn: isColumn,
  outside: isText,
  types: areTexts,
  typesAs: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
  unknown: isText,
  // JSON has null in place of undefined.
  columnsAs: (value) =>
    Array.isArray(value) && value.every((role) => role === null || (typeof role === 'string' && isColumnRole(role))),
  acceptLosses: isFlag,
  tagField: isText,
  labelNames: areTexts,
  spanEnds: (value) => value === 'inclusive' || value === 'exclusive',
  spansFrom: (value) => value === 0 || value === 1,
  offsets: (value) => ['characters', 'utf-16', 'bytes', 'words'].includes(value as string),
  encoding: (value) => typeof value === 'string' && Object.hasOwn(LEGACY_ENCODINGS, value),
  occurrences: (value) => value === 'all' || value === 'first' || value === 'unknown',
  annotator: isText,
  classField: isText,
  isNames: isFlag,
};

/** What a person decides about one file only, or what other files of its form need not share. */
const OF_FILE = ['inputColumns', 'types', 'typesAs', 'labelNames', 'acceptLosses'] as const;

/** The settings that hold for all files of a form. */
export function settingsOfForm(settings: CorpusOptions): CorpusOptions {
  const parts = Object.entries(settings).filter(
    ([part, value]) => value !== undefined && !(OF_FILE as readonly string[]).includes(part),
  );
  return Object.fromEntries(parts) as CorpusOptions;
}

/**
 * The settings of a file that hold for another one of its form. What the end of a span is, from where it counts and what, may be clear in that
 * file, and differ: it holds only where the file itself leaves it open.
 *
 * @param question of the other file, read without them
 */
export function settingsForOther(settings: CorpusOptions, question: ReadingQuestion | undefined): CorpusOptions {
  const { spanEnds, spansFrom, offsets, encoding, ...others } = settingsOfForm(settings);
  const asks = (part: 'spanEnds' | 'spansFrom' | 'offsets' | 'encoding') =>
    question?.options.some((option) => option.settings[part] !== undefined) ?? false;
  return {
    ...others,
    ...(spanEnds !== undefined && asks('spanEnds') && { spanEnds }),
    ...(spansFrom !== undefined && asks('spansFrom') && { spansFrom }),
    ...(offsets !== undefined && asks('offsets') && { offsets }),
    ...(encoding !== undefined && asks('encoding') && { encoding }),
  };
}

/**
 * The settings of a reading from a file, such as a recipe.
 *
 * @param file that is read with them, for messages
 * @throws StudioError BadConfig if a part is unknown, or its value is none of this part
 */
export function readingSettings(file: string, written: Readonly<Record<string, unknown>>): CorpusOptions {
  const parts = Object.entries(written).map(([part, value]) => {
    if (!Object.hasOwn(PARTS, part)) throw bad(file, unknownPart(part));
    if (!PARTS[part as Part](value)) throw bad(file, `${part} cannot be ${JSON.stringify(value)}.`);
    const roles = part === 'columnsAs' ? (value as unknown[]).map((role) => role ?? undefined) : value;
    return [part, roles];
  });
  return Object.fromEntries(parts) as CorpusOptions;
}

function unknownPart(part: string): string {
  const parts = Object.keys(PARTS);
  const similar = closest(part, parts);
  return `${part} is unknown. Expected ${parts.join(', ')}.${similar === undefined ? '' : ` Did you mean ${similar}?`}`;
}

function bad(file: string, problem: string): StudioError {
  return new StudioError('BadConfig', `The recipe says how ${file} is read, but ${problem}`);
}
