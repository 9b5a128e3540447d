import { StudioError } from '../../lib/errors.ts';
import { splitColumns } from '../corpora/columns/split-columns.ts';
import type { Problem } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { requireWithin } from '../files/limits.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { firstLines, isFilled } from '../files/text-lines.ts';
import type { NameList } from '../vocabulary/features.ts';
import { MAX_TOKENS, nameKey } from './name-matches.ts';

/** A file of names as read. */
export interface NameFile {
  file: string;
  /** One list for each type in the file, or one list named after the file. */
  lists: NameList[];
  /** Lines that cannot be used, with the reason. */
  problems: Problem[];
  moreProblems: number;
}

/** Maximum length of a name, in characters. */
const LONGEST = 200;
/** Maximum number of lists per file: each list is an input of every token. */
const MOST_LISTS = 40;
/** Lines examined to detect the column separator. */
const SAMPLED_LINES = 100;

const NAME_COLUMN = /^(name|names|entity|term|text|surface)$/i;
const TYPE_COLUMN = /^(type|types|label|tag|class|category)$/i;

/**
 * Reads names: one per line, or a table (`.csv`, `.tsv`) whose rows have a name and optionally its type. The columns may be named by a
 * header.
 *
 * @throws StudioError BadInput if the file is not text, or has too many names
 */
export function readNames(file: string, bytes: Uint8Array): NameFile {
  const problems = new ProblemLog(file);
  const lines = decodeLines(file, bytes, problems);
  const table = tableOf(file, firstLines(lines, SAMPLED_LINES, isFilled));
  const lists = new Map<string, Collected>();
  let count = 0;
  let number = 0;
  for (const line of lines) {
    number++;
    if (!isFilled(line) || line.startsWith('# ') || (table?.isHeader(line) && count === 0)) continue;
    const { name, type } = table?.row(line) ?? { name: line.trim().replace(/\s+/gu, ' '), type: '' };
    const list = listOf(lists, type || nameOfFile(file));
    const key = nameKey(name);
    const known = list.lines.get(key);
    const reason = list.isFull ? `a file has at most ${MOST_LISTS} types` : unusable(name, known);
    if (reason !== undefined) {
      const severity = known === undefined ? 'error' : 'warning';
      problems.add({ line: number, severity, kind: 'name', message: `Not used: ${reason}.`, excerpt: line });
      continue;
    }
    requireWithin('names', ++count, file);
    list.lines.set(key, number);
    list.names.push(name);
    list.longest = Math.max(list.longest, key.length);
  }
  if (count === 0) {
    problems.add({ line: 0, severity: 'error', kind: 'empty', message: `Found no names. Expected one per line.` });
  }
  const filled = [...lists].filter(([, { names }]) => names.length > 0);
  return {
    file,
    lists: filled.map(([name, { names, longest }]) => ({ name, names, longest })),
    problems: problems.sorted(),
    moreProblems: problems.more,
  };
}

/** @throws StudioError BadInput if a file has no usable names */
export function requireNames({ file, lists }: NameFile): void {
  if (lists.length === 0) throw new StudioError('BadInput', `There are no names in ${file}.`);
}

/** Merges lists with the same name from several files. */
export function mergeLists(all: readonly NameList[]): NameList[] {
  const merged = new Map<string, { list: NameList; keys: Set<string> }>();
  for (const { name, names, longest } of all) {
    const into = merged.get(name) ?? { list: { name, names: [], longest: 0 }, keys: new Set() };
    merged.set(name, into);
    for (const one of names) {
      const key = nameKey(one);
      if (into.keys.has(key)) continue;
      into.keys.add(key);
      into.list.names.push(one);
    }
    into.list.longest = Math.max(into.list.longest, longest);
  }
  return [...merged.values()].map(({ list }) => list);
}

interface Collected {
  names: string[];
  longest: number;
  /** Line numbers of the names, by key. */
  lines: Map<string, number>;
  /** Whether the file has too many lists; this one then stays empty. */
  isFull: boolean;
}

function listOf(lists: Map<string, Collected>, name: string): Collected {
  const known = lists.get(name);
  if (known !== undefined) return known;
  const list = { names: [], longest: 0, lines: new Map<string, number>(), isFull: lists.size >= MOST_LISTS };
  lists.set(name, list);
  return list;
}

/** The reason why a name cannot be used, if any. @param known the line that already contains it */
function unusable(name: string, known: number | undefined): string | undefined {
  if (known !== undefined) return `the same name is in line ${known}`;
  if (name === '') return 'the name is empty';
  if (!/[\p{L}\p{N}]/u.test(name)) return 'it has neither letters nor digits';
  if (/^[^\p{Script=Han}]$/u.test(name)) return 'it is a single character, which would match too often';
  if (name.length > LONGEST) return `it has ${name.length} characters; a name has at most ${LONGEST}`;
  const words = name.split(/\s+/u).length;
  return words > MAX_TOKENS ? `it has ${words} words; a match has at most ${MAX_TOKENS}` : undefined;
}

interface Table {
  isHeader: (line: string) => boolean;
  row: (line: string) => { name: string; type: string };
}

/** Detects the columns of a table; undefined for a file with one name per line. */
function tableOf(file: string, sample: readonly string[]): Table | undefined {
  const separator = /\.csv$/i.test(file)
    ? sample.filter((line) => line.includes(';')).length > sample.filter((line) => line.includes(',')).length
      ? ';'
      : ','
    : /\.tsv$/i.test(file) || (sample.length > 0 && sample.every((line) => line.includes('\t')))
      ? '\t'
      : undefined;
  if (separator === undefined) return undefined;
  const header = splitColumns(sample[0] ?? '', separator);
  const named = header.findIndex((column) => NAME_COLUMN.test(column));
  const typed = header.findIndex((column) => TYPE_COLUMN.test(column));
  const hasHeader = named >= 0 || typed >= 0;
  const name = named >= 0 ? named : typed === 0 ? 1 : 0;
  const type = hasHeader ? typed : 1;
  return {
    isHeader: (line) => hasHeader && line === sample[0],
    row(line) {
      const cells = splitColumns(line, separator);
      return { name: (cells[name] ?? '').replace(/\s+/gu, ' '), type: cells[type] ?? '' };
    },
  };
}

/** The base name of a file without its extension: `places` for `lists/places.txt`. */
export function nameOfFile(file: string): string {
  return file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.[^.]+$/, '');
}
