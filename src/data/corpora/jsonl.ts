import type { ProblemLog } from '../files/problem-log.ts';
import { alignSpans } from './align-spans.ts';
import { type AnnotatedText, readAnnotatedText } from './annotated-text.ts';
import type { LocatedText } from './json-entities.ts';
import { describe, isObject, isStrings, type JsonObject } from './json-values.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

const TOKEN_FIELDS = ['tokens', 'words'];
const TAG_FIELDS = ['ner_tags', 'tags', 'labels'];
const NAMES_FIELD = 'label_names';

/** An object of the file that was read. */
export interface SentenceRecord {
  value: JsonObject;
  /** None where it only names labels, or is a text without words or annotation. */
  sentences: RawSentence[];
  /** Where the tokens of all its sentences are, if it is a text with spans. */
  located?: LocatedText;
}

/** A line of the file, or an item of its array. */
interface Item {
  /** 1-based. */
  line: number;
  /** Undefined where it is no object, which is listed. */
  value: JsonObject | undefined;
}

/**
 * Objects, a line each or in one array. Of a sentence: `tokens` (or `words`) with `ner_tags`, `tags` or `labels`, or
 * without tags. Integer tags need names: an object `{"label_names": ["O", …]}` before them (its other fields count
 * too). Or of a text with spans of characters, as annotation tools write it: it is cut into sentences of tokens, tagged in BIO.
 * Or a sentence as `pipeline/tagged-files.ts` writes it, whose tokens are objects.
 */
export function readJsonLines(
  lines: readonly string[],
  problems: ProblemLog,
): { corpus: RawCorpus; records: SentenceRecord[] } {
  const sentences: RawSentence[] = [];
  const records: SentenceRecord[] = [];
  const reader = new RecordReader(problems);
  const items = readItems(lines, problems);
  for (const { line, value } of items) {
    if (value === undefined) continue;
    const read = reader.read(value, line);
    if (typeof read === 'string') {
      const message = `${read} The object is left out.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: JSON.stringify(value) });
      continue;
    }
    for (const sentence of read.sentences) sentences.push(sentence);
    records.push(read);
  }
  const unreadable = items.length - records.length;
  problems.doubt(
    unreadable,
    items.length,
    `Read as JSON lines, ${unreadable} of ${items.length} lines hold no sentence. Expected an object with tokens and tags, or with a text and its spans, on each line, or one array of such objects.`,
  );
  return { corpus: { sentences, documents: 0, columns: 0, tagColumn: 0 }, records };
}

function readItems(lines: readonly string[], problems: ProblemLog): Item[] {
  const item = (value: unknown, line: number): Item => {
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
    const all = parse(json, 1, 'Nothing of the array is read.', problems);
    if (!Array.isArray(all)) return [];
    const starts = linesOfItems(json);
    return all.map((value: unknown, i) => item(value, starts[i]!));
  }
  return lines.flatMap((text, i) =>
    text.trim() === '' ? [] : item(parse(text, i + 1, 'The line is left out.', problems), i + 1),
  );
}

/** Whether the file begins with a JSON object, or an array of them. */
export function looksLikeJson(lines: readonly string[]): boolean {
  const start = lines.findIndex((line) => line.trim() !== '');
  const first = lines[start]?.trim() ?? '';
  if (first.startsWith('['))
    return /^\[\s*(\{|\]|$)/.test(`${first}${lines[start + 1] ?? ''}`) && parses(lines.join('\n'));
  return first.startsWith('{') && parses(first);
}

/** Understands one object after another: label names hold from where they stand. */
class RecordReader {
  private names: readonly string[] | undefined;
  private readonly problems: ProblemLog;

  constructor(problems: ProblemLog) {
    this.problems = problems;
  }

  /** What was read, or what is wrong. */
  read(value: JsonObject, line: number): SentenceRecord | string {
    const tagged = taggedTokens(value);
    if (tagged !== undefined) return { value, sentences: [{ ...tagged, lines: tagged.tokens.map(() => line) }] };
    const annotated = TOKEN_FIELDS.some((field) => isStrings(value[field])) ? undefined : readAnnotatedText(value);
    if (typeof annotated === 'string') return annotated;
    if (annotated !== undefined) return this.readText(value, annotated, line);
    const sentence = this.readSentence(value, line);
    return typeof sentence === 'string' ? sentence : { value, sentences: sentence === undefined ? [] : [sentence] };
  }

  private readText(value: JsonObject, { text, spans }: AnnotatedText, line: number): SentenceRecord {
    if (spans === undefined) {
      const message = 'Found no annotation that was not cancelled; the text is left out. Annotate it first.';
      this.problems.add({ line, severity: 'warning', kind: 'spans', message, excerpt: JSON.stringify(text) });
      return { value, sentences: [] };
    }
    const { sentences, faults } = alignSpans(text, spans);
    for (const fault of faults) this.problems.add({ line, kind: 'spans', ...fault });
    return {
      value,
      sentences: sentences.map(({ tokens, tags }) => ({ tokens, tags, lines: tokens.map(() => line) })),
      located: { text, offsets: sentences.flatMap(({ offsets }) => offsets) },
    };
  }

  /** The sentence, nothing where the object only names labels, or what is wrong. */
  private readSentence(record: JsonObject, line: number): RawSentence | string | undefined {
    const names = record[NAMES_FIELD];
    if (names !== undefined) {
      if (!isStrings(names)) return `${NAMES_FIELD} is ${describe(names)}, expected an array of strings.`;
      this.names = names;
    }
    const tokens = TOKEN_FIELDS.map((field) => record[field]).find((value) => value !== undefined);
    if (tokens === undefined) {
      return names === undefined
        ? `Found no ${TOKEN_FIELDS.join(' or ')}, expected an array of strings; nor a text with spans.`
        : undefined;
    }
    if (!isStrings(tokens)) return `The tokens are ${describe(tokens)}, expected an array of strings.`;
    const field = TAG_FIELDS.find((name) => record[name] !== undefined && record[name] !== null);
    const tags = field === undefined ? [] : this.readTags(field, record[field], tokens.length);
    if (typeof tags === 'string') return tags;
    return { tokens, tags, lines: tokens.length === 0 ? [line] : tokens.map(() => line) };
  }

  private readTags(field: string, value: unknown, length: number): string[] | string {
    if (!Array.isArray(value)) return `${field} is ${describe(value)}, expected an array.`;
    const tags: readonly unknown[] = value;
    if (tags.length !== length) return `Found ${tags.length} ${field} for ${length} tokens, expected one for each.`;
    if (isStrings(tags)) return tags;
    if (!tags.every((tag): tag is number => Number.isInteger(tag))) {
      return `${field} holds neither strings alone nor integers alone; expected one kind.`;
    }
    const { names } = this;
    if (names === undefined) {
      return `${field} are integers without names. Put a line {"${NAMES_FIELD}": ["O", "B-PER", …]} before them.`;
    }
    const unnamed = tags.find((tag) => names[tag] === undefined);
    if (unnamed !== undefined) {
      return `${field} holds ${unnamed}, but the ${names.length} label names go from 0 to ${names.length - 1}.`;
    }
    return tags.map((tag) => names[tag]!);
  }
}

/** Tokens that are objects with their text and their tag. What else they say, and what is said of entities, is not read. */
function taggedTokens({ tokens }: JsonObject): { tokens: string[]; tags: string[] } | undefined {
  if (!Array.isArray(tokens) || tokens.length === 0 || !tokens.every(isTaggedToken)) return undefined;
  return { tokens: tokens.map(({ text }) => text), tags: tokens.map(({ tag }) => tag) };
}

function isTaggedToken(token: unknown): token is { text: string; tag: string } {
  return isObject(token) && typeof token['text'] === 'string' && typeof token['tag'] === 'string';
}

/**
 * @param line of the file where the text begins
 * @param lost what is not read where the text is no JSON
 */
function parse(text: string, line: number, lost: string, problems: ProblemLog): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /position (\d+)/.exec(error.message)?.[1]; // V8 says where, mostly
    const before = text.slice(0, Number(position ?? 0)).split('\n');
    problems.add({
      line: line + before.length - 1,
      ...(position !== undefined && { column: before.at(-1)!.length + 1 }),
      severity: 'error',
      kind: 'json',
      message: `Not JSON: ${error.message}. Expected objects with tokens and tags. ${lost}`,
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

/** The line on which each item of an array begins, from 1. */
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
