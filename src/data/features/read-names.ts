import { StudioError } from '../../lib/errors.ts';
import type { Problem } from '../corpus.ts';
import { decodeLines } from '../files/decode-text.ts';
import { requireWithin } from '../files/limits.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { firstLines, isFilled } from '../files/text-lines.ts';
import type { NameList } from '../vocabulary/features.ts';
import { FilledLines } from './lists/filled-lines.ts';
import type { ChosenColumns } from './lists/name-columns.ts';
import type { NameEntries, NameTable } from './lists/name-entry.ts';
import { beginsLikeJson, jsonEntries } from './lists/name-json.ts';
import { lineEntries } from './lists/name-lines.ts';
import { rowsOf, SAMPLED, separatorOf, tableEntries } from './lists/name-table.ts';
import { MAX_TOKENS, nameKey } from './name-matches.ts';

/** A file of names as read. */
export interface NameFile {
  file: string;
  /** One list for each type in the file, or one list named after the file. */
  lists: NameList[];
  /** Lines that cannot be used, with the reason. */
  problems: Problem[];
  moreProblems: number;
  /** How its columns are read; undefined: it is no table. */
  table?: NameTable | undefined;
}

/** Maximum length of a name, in characters. */
const LONGEST = 200;
/** Maximum number of lists per file: each list is an input of every token. */
const MOST_LISTS = 40;
/**
 * Reads names: one per line, a table with columns of names and types, or JSON (`lists/`). What is left off, or taken for something, is a
 * warning.
 *
 * @param chosen the columns of a table; default: inferred
 * @throws StudioError BadInput if the file is not text, has too many names, or has a form that is no list
 */
export function readNames(file: string, bytes: Uint8Array, chosen?: ChosenColumns): NameFile {
  const problems = new ProblemLog(file);
  const inferred = formOf(file, bytes, problems);
  const width = inferred.table?.reading.header.length ?? 0;
  const { entries, notes, table } = (chosen && areWithin(chosen, width) && inferred.table?.readAs(chosen)) || inferred;
  const lists = new Map<string, Collected>();
  let count = 0;
  let untyped = 0;
  let isTyped = false;
  for (const { line, names, type, excerpt, problem } of entries) {
    const list = listOf(lists, type.trim() || nameOfFile(file));
    if (type.trim() === '') untyped ||= line;
    else isTyped = true;
    if (problem !== undefined) {
      problems.add({ line, severity: 'warning', kind: 'name', message: `Not used: ${problem}.`, excerpt });
      continue;
    }
    const own = new Set<string>();
    for (const one of names) {
      const name = one.trim().replace(/\s+/gu, ' ');
      const key = nameKey(name);
      if (own.has(key)) continue; // also called what it is called
      own.add(key);
      const known = list.lines.get(key);
      const reason = list.isFull ? `a file has at most ${MOST_LISTS} types` : unusable(name, known);
      if (reason !== undefined) {
        const severity = known === undefined ? 'error' : 'warning';
        problems.add({ line, severity, kind: 'name', message: `Not used: ${reason}.`, excerpt });
        continue;
      }
      requireWithin('names', ++count, file);
      list.lines.set(key, line);
      list.names.push(name);
      list.longest = Math.max(list.longest, key.length);
    }
  }
  if (count === 0) {
    problems.add({ line: 0, severity: 'error', kind: 'empty', message: `Found no names. Expected one per line.` });
  }
  for (const { line, message } of notes) problems.add({ line, severity: 'warning', kind: 'name', message });
  const filled = [...lists].filter(([, { names }]) => names.length > 0);
  if (isTyped && untyped > 0 && lists.get(nameOfFile(file))!.names.length > 0) {
    const message = `Names without a type, the first one here, are in a list of their own, ${nameOfFile(file)}.`;
    problems.add({ line: untyped, severity: 'warning', kind: 'name', message });
  }
  return {
    file,
    lists: filled.map(([name, { names, longest }]) => ({ name, names, longest })),
    problems: problems.sorted(),
    moreProblems: problems.more,
    table: table?.reading,
  };
}

/** Whether a table of this width has the columns: another one may have been chosen for a file of this name. */
function areWithin({ names, aliases, type }: ChosenColumns, width: number): boolean {
  return names.length > 0 && [...names, ...aliases, type ?? 0].every((column) => column < width);
}

/** The names of a file in the form that its first lines have. */
function formOf(file: string, bytes: Uint8Array, problems: ProblemLog): NameEntries {
  const lines = decodeLines(file, bytes, problems);
  const start = firstLines(lines, 2, isFilled);
  if (beginsLikeJson(start)) return jsonEntries(file, [...lines].join('\n'));
  requireList(file, start[0] ?? '');
  const filled = new FilledLines(lines, firstLines(lines, SAMPLED, isFilled));
  const first = filled.first(SAMPLED);
  const texts = first.map(({ text }) => text);
  const separator = filled.separator ?? separatorOf(file, texts);
  const found = separator === undefined ? lineEntries(file, filled, first) : tableEntries(rowsOf(filled, separator));
  return { ...found, notes: [...filled.notes, ...found.notes] };
}

/** @throws StudioError BadInput if a file has another form than a list */
function requireList(file: string, first: string): void {
  const refuse = (what: string, remedy: string) => new StudioError('BadInput', `${file} is ${what}. ${remedy}`);
  if (/^\s*<(?:[?!]|\p{L}[^<>]{0,200}>)/u.test(first))
    throw refuse('a page or XML, no list of names', 'Save the names in a text file, one per line.');
  if (/\.def$/i.test(file) && /\.lst\b/i.test(first)) {
    const [name] = first.split(':');
    throw refuse('the index of lists of GATE', `Add the lists that it names, such as ${name}.`);
  }
  if (/\.ya?ml$/i.test(file) && !/^\s*(?:#|---|-\s)|:\s*$/.test(first))
    throw refuse('YAML that is not read', 'Save it as JSON, or the names in a text file, one per line.');
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

/** The base name of a file without its extension: `places` for `lists/places.txt`. */
export function nameOfFile(file: string): string {
  return file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.[^.]+$/, '');
}
