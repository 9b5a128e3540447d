import type { ProblemLog } from '../files/problem-log.ts';
import { alignSpans } from './align-spans.ts';
import { DocumentBorders } from './document-borders.ts';
import { type AnnotatedText, readAnnotatedText } from './annotated-text.ts';
import type { LocatedText } from './json-entities.ts';
import { describe, isObject, isStrings, type JsonObject } from './json-values.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

const TOKEN_FIELDS = ['tokens', 'words'];
/** Of an object: its tags. */
export const TAG_FIELDS = ['ner_tags', 'tags', 'labels'];
const DOCUMENT_FIELDS = ['document_id', 'doc_id', 'document', 'doc'];
const NAMES_FIELD = 'label_names';

/** An object of the file. */
export interface SentenceRecord {
  value: JsonObject;
  /** Empty if the object only has label names, or a text without words or annotation. */
  sentences: RawSentence[];
  /** The tokens of all sentences in the text, if the object has a text with spans. */
  located?: LocatedText;
}

/** A line of the file, or an item of the array. */
export interface JsonItem {
  /** 1-based. */
  line: number;
  /** Undefined if it is not an object. */
  value: JsonObject | undefined;
}

/**
 * Reads JSON objects, one per line or all in one array. Each object is one of
 *
 * - a sentence: `tokens` (or `words`), optionally with `ner_tags`, `tags` or `labels`. Integer tags require label names, given by
 *   `{"label_names": ["O", …]}` in the same or an earlier object;
 * - a text with character spans, as annotation tools export it: it is split into sentences of tokens with BIO tags;
 * - a sentence whose `tokens` are objects with `text` and `tag`, as the studio exports predictions.
 *
 * A text is a document. Successive sentences with the same `document_id`, `doc_id`, `document` or `doc` are one too.
 */
export function readJsonLines(
  lines: readonly string[],
  problems: ProblemLog,
): { corpus: RawCorpus; records: SentenceRecord[] } {
  const sentences: RawSentence[] = [];
  const records: SentenceRecord[] = [];
  const reader = new RecordReader(problems);
  const items = readJsonItems(lines, problems);
  for (const { line, value } of items) {
    if (value === undefined) continue;
    const read = reader.read(value, line);
    if (typeof read === 'string') {
      const message = `${read} The object was skipped.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: JSON.stringify(value) });
      continue;
    }
    for (const sentence of read.sentences) sentences.push(sentence);
    records.push(read);
  }
  const unreadable = items.length - records.length;
  problems.checkReadable(
    unreadable,
    items.length,
    `Read as JSON lines, ${unreadable} of ${items.length} lines do not contain a sentence. Expected on each line an object with tokens and tags, or with a text and spans; or one array of such objects.`,
  );
  return { corpus: { sentences, hasDocuments: reader.borders.hasMarks, columns: 0, tagColumn: 0 }, records };
}

/** The objects of JSON lines, or of one array of objects. What is not JSON, or not an object, is a problem. */
export function readJsonItems(lines: readonly string[], problems: ProblemLog): JsonItem[] {
  const item = (value: unknown, line: number): JsonItem => {
    if (isObject(value)) return { line, value };
    if (value !== undefined) {
      const message = `Found ${describe(value)}, expected an object with tokens and tags.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: JSON.stringify(value) });
    }
    return { line, value: undefined };
  };
  const first = lines.find((line) => line.trim() !== '');
  if (first?.trimStart().startsWith('[')) {
    const json = lines.join('\n');
    const all = parse(json, 1, 'The whole array was skipped.', problems);
    if (!Array.isArray(all)) return [];
    const starts = linesOfItems(json);
    return all.map((value: unknown, i) => item(value, starts[i]!));
  }
  return lines.flatMap((text, i) =>
    text.trim() === '' ? [] : item(parse(text, i + 1, 'The line was skipped.', problems), i + 1),
  );
}

/** Whether the file starts with a JSON object, or with an array of objects. */
export function looksLikeJson(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => line.trim() !== '');
  const first = lines[start]?.trim() ?? '';
  if (first.startsWith('['))
    return /^\[\s*(\{|\]|$)/.test(`${first}${lines[start + 1] ?? ''}`) && parses(lines.join('\n'));
  return first.startsWith('{') && parses(first);
}

/** Reads one object after the other. Label names apply to all later objects. */
export class RecordReader {
  #names: readonly string[] | undefined;
  readonly #problems: ProblemLog;
  readonly borders = new DocumentBorders();

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  /** Returns an error message if the object cannot be read. */
  read(value: JsonObject, line: number): SentenceRecord | string {
    const tagged = taggedTokens(value);
    if (tagged !== undefined) return { value, sentences: [this.#sentence(value, tagged, line)] };
    const annotated = TOKEN_FIELDS.some((field) => isStrings(value[field])) ? undefined : readAnnotatedText(value);
    if (typeof annotated === 'string') return annotated;
    if (annotated !== undefined) return this.#readText(value, annotated, line);
    const sentence = this.#readSentence(value, line);
    return typeof sentence === 'string' ? sentence : { value, sentences: sentence === undefined ? [] : [sentence] };
  }

  #readText(value: JsonObject, { text, spans }: AnnotatedText, line: number): SentenceRecord {
    if (spans === undefined) {
      const message = 'The text has no annotation, or only cancelled ones; it was skipped. Annotate it first.';
      this.#problems.add({ line, severity: 'warning', kind: 'spans', message, excerpt: JSON.stringify(text) });
      return { value, sentences: [] };
    }
    const { sentences, problems } = alignSpans(text, spans);
    const id = documentId(value);
    if (id === undefined) this.borders.mark(); // one text, one document
    const document = this.borders.ofSentence(id);
    for (const problem of problems) this.#problems.add({ line, kind: 'spans', ...problem });
    return {
      value,
      sentences: sentences.map(({ tokens, tags }) => ({ tokens, tags, lines: tokens.map(() => line), document })),
      located: { text, offsets: sentences.flatMap(({ offsets }) => offsets) },
    };
  }

  /** Returns undefined if the object only has label names, an error message if it cannot be read. */
  #readSentence(record: JsonObject, line: number): RawSentence | string | undefined {
    const names = record[NAMES_FIELD];
    if (names !== undefined) {
      if (!isStrings(names)) return `${NAMES_FIELD} is ${describe(names)}, expected an array of strings.`;
      this.#names = names;
    }
    const tokens = TOKEN_FIELDS.map((field) => record[field]).find((value) => value !== undefined);
    if (tokens === undefined) {
      return names === undefined
        ? `Found neither ${TOKEN_FIELDS.join(' or ')} nor a text with spans, expected an array of strings in ${TOKEN_FIELDS[0]}.`
        : undefined;
    }
    if (!isStrings(tokens)) return `The tokens are ${describe(tokens)}, expected an array of strings.`;
    const field = TAG_FIELDS.find((name) => record[name] !== undefined && record[name] !== null);
    const tags = field === undefined ? [] : this.#readTags(field, record[field], tokens.length);
    if (typeof tags === 'string') return tags;
    return this.#sentence(record, { tokens, tags }, line);
  }

  #sentence(record: JsonObject, { tokens, tags }: { tokens: string[]; tags: string[] }, line: number): RawSentence {
    const lines = tokens.length === 0 ? [line] : tokens.map(() => line);
    return { tokens, tags, lines, document: this.borders.ofSentence(documentId(record)) };
  }

  #readTags(field: string, value: unknown, length: number): string[] | string {
    if (!Array.isArray(value)) return `${field} is ${describe(value)}, expected an array.`;
    const tags: readonly unknown[] = value;
    if (tags.length !== length) return `Found ${tags.length} ${field} for ${length} tokens, expected one per token.`;
    if (isStrings(tags)) return tags;
    if (!tags.every((tag): tag is number => Number.isInteger(tag))) {
      return `${field} contains other values than strings, or than integers; expected only strings or only integers.`;
    }
    const names = this.#names;
    if (names === undefined) {
      return `${field} are integers without label names. Insert a line {"${NAMES_FIELD}": ["O", "B-PER", …]} before them.`;
    }
    const unnamed = tags.find((tag) => names[tag] === undefined);
    if (unnamed !== undefined) {
      return `${field} contains ${unnamed}, but the ${names.length} label names are numbered 0 to ${names.length - 1}.`;
    }
    return tags.map((tag) => names[tag]!);
  }
}

/** The document that an object names. */
function documentId(value: JsonObject): string | undefined {
  const id = DOCUMENT_FIELDS.map((field) => value[field]).find(isId);
  return id === undefined ? undefined : String(id);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Reads tokens that are objects with `text` and `tag`. Their other fields, and `entities`, are ignored. */
function taggedTokens({ tokens }: JsonObject): { tokens: string[]; tags: string[] } | undefined {
  if (!Array.isArray(tokens) || tokens.length === 0 || !tokens.every(isTaggedToken)) return undefined;
  return { tokens: tokens.map(({ text }) => text), tags: tokens.map(({ tag }) => tag) };
}

function isTaggedToken(token: unknown): token is { text: string; tag: string } {
  return isObject(token) && typeof token['text'] === 'string' && typeof token['tag'] === 'string';
}

/**
 * Parses JSON; adds a problem and returns undefined if the text is not JSON.
 *
 * @param line of the file, on which the text starts
 * @param consequence the end of the message: what was skipped
 */
function parse(text: string, line: number, consequence: string, problems: ProblemLog): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1]; // V8 usually gives a position
    const before = text.slice(0, Number(position ?? 0)).split('\n');
    problems.add({
      line: line + before.length - 1,
      ...(position !== undefined && { column: before.at(-1)!.length + 1 }),
      severity: 'error',
      kind: 'json',
      message: `Not JSON: ${error.message}. Expected objects with tokens and tags. ${consequence}`,
      excerpt: text.split('\n')[before.length - 1]!,
    });
    return undefined;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The 1-based line on which each item of an array starts. */
function linesOfItems(json: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  for (const [part] of json.matchAll(/"(?:[^"\\]+|\\.)*"|[[\]{}\n]|[^\s",[\]{}]+/g)) {
    if (part === '\n') {
      line++;
    } else if (part === ']' || part === '}') {
      depth--;
    } else {
      if (depth === 1) lines.push(line);
      if (part === '[' || part === '{') depth++;
    }
  }
  return lines;
}
