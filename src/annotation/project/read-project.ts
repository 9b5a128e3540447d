import { problemOfSentence } from '../sets/log-entry.ts';
import { readOwnRules } from '../rules/read-rules.ts';
import { STATES, type NewSentence, type SpanType } from '../sets/set.ts';
import { changedFiles, isAsWritten } from './checksums.ts';
import {
  hashOf,
  PROJECT_FILE,
  offsetsOf,
  partsOf,
  sentenceOf,
  textsNamed,
  type Texts,
  type WrittenEdit,
  type WrittenLine,
  spansOf,
} from './format.ts';
import type { ProjectSet } from './merge.ts';
import type { ProjectFiles } from './files.ts';
import { NO_NOTES, NOTE_FILES, NOTE_KINDS, type NoteKind } from './shared-notes.ts';

/** A part of a file that cannot be used. Everything else is. */
export interface ProjectProblem {
  file: string;
  /** 1-based; undefined: the whole file. */
  line: number | undefined;
  message: string;
}

/** A project as read from its files. */
export interface Project {
  sets: ProjectSet[];
  /** Names of files. */
  recipes: string[];
  models: string[];
  problems: ProjectProblem[];
}

/** Reads a project: a folder with the file `tagsmith-project.json`, or an empty one. */
export async function readProject(files: ProjectFiles): Promise<Project> {
  const paths = (await files.list()).sort();
  let problems = paths.includes(PROJECT_FILE) ? problemsOfHead(await files.read(PROJECT_FILE)) : [];
  const folders = [...new Set(paths.flatMap((path) => SET_FILE.exec(path)?.[1] ?? []))];
  const sets: ProjectSet[] = [];
  for (const id of folders) {
    const read = await readSet(files, id, paths);
    sets.push(read.set);
    problems = problems.concat(read.problems);
  }
  for (const file of await changedFiles(files, paths)) problems.push({ file, line: undefined, message: CHANGED });
  const named = (folder: string, extension: string) =>
    paths
      .filter((path) => path.startsWith(folder) && path.endsWith(extension))
      .map((path) => path.slice(folder.length));
  return { sets, recipes: named('recipes/', '.json'), models: named('models/', '.zip'), problems };
}

/** A file that only a set has. */
const SET_FILE = /^sets\/([^/]+)\/(?:set\.json|(?:texts|log)\/[^/]+\.jsonl)$/;

const CHANGED =
  'it is not the file that was added: it is damaged, or was changed elsewhere. Restore it from another copy; if the change is wanted, remove its line from checksums.jsonl.';

function problemsOfHead(text: string): ProjectProblem[] {
  const head = parsed(text);
  const version = isObject(head) ? head['version'] : undefined;
  if (version === 1) return [];
  const message =
    typeof version === 'number'
      ? `the project has version ${version}; this page reads version 1. Open it with a newer version of the studio.`
      : 'no project of the studio. Expected {"format": "tagsmith-project", "version": 1}.';
  return [{ file: PROJECT_FILE, line: undefined, message }];
}

async function readSet(files: ProjectFiles, id: string, paths: readonly string[]) {
  const folder = `sets/${id}/`;
  let problems: ProjectProblem[] = [];
  const texts = new Map<string, Texts>();
  let lines: WrittenLine[] = [];
  for (const path of paths.filter((one) => one.startsWith(`${folder}texts/`) && one.endsWith('.jsonl'))) {
    const hash = path.slice(`${folder}texts/`.length, -'.jsonl'.length);
    const read = await readTexts(path, hash, await files.read(path));
    problems = problems.concat(read.problems);
    texts.set(hash, read.texts);
  }
  for (const path of paths.filter((one) => one.startsWith(`${folder}log/`) && one.endsWith('.jsonl'))) {
    const read = readLog(path, await files.read(path), texts);
    problems = problems.concat(read.problems);
    lines = lines.concat(read.lines);
  }
  const optional = async (name: string) => (paths.includes(folder + name) ? files.read(folder + name) : undefined);
  const head = await optional('set.json');
  const described = parsed(head ?? '');
  const isNamed = isObject(described) && typeof described['name'] === 'string';
  if (head !== undefined && !isNamed) problems.push({ file: `${folder}set.json`, line: undefined, message: UNNAMED });
  const notes = { ...NO_NOTES };
  for (const kind of NOTE_KINDS) {
    notes[kind] = (await optional(NOTE_FILES[kind])) ?? '';
    problems = problems.concat(problemsOfNote(kind, folder + NOTE_FILES[kind], notes[kind]));
  }
  const name = isNamed ? (described['name'] as string) : id;
  return { set: { id, name, notes, texts, lines } satisfies ProjectSet, problems };
}

function problemsOfNote(kind: NoteKind, file: string, text: string): ProjectProblem[] {
  const problems = text.split('\n').flatMap((line, i): ProjectProblem[] => {
    const message = line.startsWith('<<<<<<< ') ? MERGE_MARK : /[\0\uFFFD]/.test(line) ? NO_TEXT : undefined;
    return message === undefined ? [] : [{ file, line: i + 1, message }];
  });
  if (problems.length > 0 || text === '' || kind !== 'rules') return problems;
  return readOwnRules(file, new TextEncoder().encode(text)).problems.map(({ line, message }) => ({
    file,
    line: line === 0 ? undefined : line,
    message,
  }));
}

const UNNAMED = 'no JSON object with a “name”; the name of the folder is used.';
const NO_TEXT = 'bytes that are not text in UTF-8. Restore the line from another copy.';
const MERGE_MARK = 'a mark of a merge that is not finished. Keep the lines of both sides, and remove the marks.';

/** Reads a file of texts, all or nothing: keys count its lines. */
export async function readTexts(file: string, hash: string, contents: string) {
  const texts: NewSentence[] = [];
  const refuse = (line: number | undefined, message: string) => ({ texts: [], problems: [{ file, line, message }] });
  if ((await hashOf(contents)) !== hash)
    return refuse(
      undefined,
      'its contents are not those that its name stands for. Restore the file from another copy.',
    );
  for (const [i, text] of linesOf(contents)) {
    const value = parsed(text);
    const sentence = isWrittenSentence(value) ? sentenceOf(value) : undefined;
    const problem = sentence === undefined ? 'no sentence' : problemOfSentence(sentence);
    if (sentence === undefined || problem !== undefined) return refuse(i + 1, problem ?? 'no sentence');
    texts.push(sentence);
  }
  return { texts: texts as Texts, problems: [] as ProjectProblem[] };
}

/** Reads the log of a writer. A line that cannot be used is named; the others are used. */
export function readLog(file: string, contents: string, texts: ReadonlyMap<string, Texts>) {
  const lines: WrittenLine[] = [];
  const problems: ProjectProblem[] = [];
  for (const [i, text] of linesOf(contents)) {
    const value = parsed(text);
    const isChanged = isObject(value) && !isAsWritten(value);
    const problem = /^(<{7}|={7}|>{7})( |$)/.test(text) ? MERGE_MARK : problemOfLine(value, texts) ?? (isChanged ? UNLIKE : undefined); // prettier-ignore
    if (problem === undefined) lines.push(value as WrittenLine);
    else problems.push({ file, line: i + 1, message: problem });
  }
  return { lines, problems };
}

const UNLIKE = 'changed since it was written: its checksum “sum” does not fit. Restore it from another copy.';

function problemOfLine(line: unknown, texts: ReadonlyMap<string, Texts>): string | undefined {
  if (!isObject(line)) return 'no JSON object';
  const { id, at, texts: hash, types = [], renamed = {}, name = 'name', edits = [] } = line;
  const { writer, number } = typeof id === 'string' ? partsOf(id) : { writer: '', number: -1 };
  if (writer === '' || !Number.isSafeInteger(number) || number < 0 || id !== `${writer}:${number}`)
    return 'no “id” of the form writer:number';
  if (typeof at !== 'number' || !Number.isFinite(at)) return 'no “at”, the time in milliseconds';
  if (hash !== undefined && (typeof hash !== 'string' || textsNamed(texts, hash) === undefined)) return `the file of the texts ${JSON.stringify(hash)} is missing`; // prettier-ignore
  if (typeof name !== 'string') return 'a “name” that is not text';
  if (!isObject(renamed) || !Object.values(renamed).every(isName)) return '“renamed” without new names';
  if (!Array.isArray(types) || !types.every(isType)) return '“types” without names or colours';
  if (!Array.isArray(edits)) return '“edits” that are no list';
  return edits.map((edit) => problemOfEdit(edit, texts)).find((problem) => problem !== undefined);
}

function problemOfEdit(edit: unknown, texts: ReadonlyMap<string, Texts>): string | undefined {
  if (!isObject(edit) || typeof edit['sentence'] !== 'string') return 'an edit of no sentence';
  const {
    sentence,
    state,
    spans,
    refused = [],
    tokens,
    over = [],
  } = edit as Partial<WrittenEdit> & { sentence: string };
  const { writer: hash, number } = partsOf(sentence);
  const base = textsNamed(texts, hash)?.[number];
  if (base === undefined || sentence !== `${hash}:${number}`) return `sentence ${sentence} is not among the texts`;
  if (!STATES.some((one) => one === state)) return `an unknown state of ${sentence}`;
  if (!Array.isArray(over) || !over.every(isName)) return `“over” of ${sentence} is no list of ids`;
  if (tokens !== undefined && !isPairs(tokens)) return `“tokens” of ${sentence} are no pairs of offsets`;
  if (![spans, refused].every((list) => Array.isArray(list) && list.every(isSpan)))
    return `“spans” or “refused” of ${sentence} are not of the form [start, end, type]`;
  const offsets = tokens === undefined ? base.offsets : offsetsOf(tokens);
  const problem = problemOfSentence({
    ...base,
    predicted: [],
    offsets,
    tokens: offsets.map(({ start, end }) => base.text.slice(start, end)),
    spans: spansOf(spans!, offsets),
    refused: spansOf(refused, offsets),
    state,
  });
  return problem && `${problem}, in ${sentence}`;
}

const isPairs = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isSafeInteger)); // prettier-ignore

/** Whether a value has the parts that `sentenceOf` takes; `problemOfSentence` checks what they hold. */
function isWrittenSentence(value: unknown): value is Parameters<typeof sentenceOf>[0] {
  if (!isObject(value) || typeof value['text'] !== 'string' || !isPairs(value['tokens'])) return false;
  const { predicted = [] } = value;
  return Array.isArray(predicted) && predicted.every(Array.isArray);
}

function isSpan(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const [start, end, type] = value as unknown[];
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && isName(type);
}

function isType(value: unknown): value is SpanType {
  if (!isObject(value) || !isName(value['name'])) return false;
  const { colour, key } = value;
  return Number.isSafeInteger(colour) && (key === undefined || (typeof key === 'string' && /^[1-9]$/.test(key)));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isName = (value: unknown) => typeof value === 'string' && value !== '';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines that are not empty, with their 0-based numbers. */
function linesOf(contents: string): [number, string][] {
  return contents.split(/\r?\n/).flatMap((line, i): [number, string][] => (line.trim() === '' ? [] : [[i, line]]));
}
