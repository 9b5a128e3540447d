import { requireWithin } from '../files/limits.ts';
import type { ProblemLog } from '../files/problem-log.ts';
import { alignSpans, requireAlignable } from './align-spans.ts';
import { DocumentBorders } from './document-borders.ts';
import { type AnnotatedText, readAnnotatedText } from './annotated-text.ts';
import type { LocatedText } from './json-entities.ts';
import { JsonColumns } from './json-columns.ts';
import { readJsonItems } from './json-items.ts';
import { type LabelNames, readLabelNames, readLabels } from './json-labels.ts';
import { describe, isObject, isStrings, type JsonObject } from './json-values.ts';
import type { RawCorpus, RawSentence } from './raw-corpus.ts';

const TOKEN_FIELDS = ['tokens', 'words'];
const TAG_FIELDS = ['ner_tags', 'tags', 'labels'];
const DOCUMENT_FIELDS = ['document_id', 'doc_id', 'document', 'doc'];
const NAMES_FIELD = 'label_names';

/** An object of the file. */
export interface SentenceRecord {
  value: JsonObject;
  /** Names of the integer labels in its fields. */
  names: LabelNames;
  /** Empty if the object only has label names, or a text without words or annotation. */
  sentences: RawSentence[];
  /** The tokens of all sentences in the text, if the object has a text with spans. */
  located?: LocatedText;
}

/**
 * Reads JSON objects, one per line or all in one array. Each object is one of
 *
 * - a sentence: `tokens` (or `words`), optionally with `ner_tags`, `tags` or `labels`. Integer tags require label names, given by
 *   `{"label_names": ["O", …]}` or `{"label_names": {"ner_tags": ["O", …], …}}` in the same or an earlier object. Other fields with one
 *   value per token are further columns;
 * - a text with character spans, as annotation tools export it: it is split into sentences of tokens with BIO tags;
 * - a sentence whose `tokens` are objects with `text` and `tag`, as the studio exports predictions.
 *
 * A text is a document. Successive sentences with the same `document_id`, `doc_id`, `document` or `doc` are one too.
 */
export function readJsonLines(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  inputColumns: readonly string[] = [],
): RawCorpus {
  const sentences: RawSentence[] = [];
  const columns = new JsonColumns(inputColumns, TAG_FIELDS, problems);
  const borders = new DocumentBorders();
  let tokens = 0;
  for (const { value, names, sentences: read, located } of readJsonRecords(file, lines, problems, borders)) {
    for (const sentence of read) {
      tokens += sentence.tokens.length;
      requireWithin('tokens', tokens, file);
      requireWithin('sentences', sentences.length + 1, file);
      if (located === undefined) columns.read(sentence, value, names, takenFields(value));
      sentences.push(sentence);
    }
  }
  const furtherColumns = columns.end(sentences);
  return { sentences, hasDocuments: borders.hasMarks, columns: 0, tagColumn: 0, furtherColumns };
}

/** Start of an object, 1-based. */
export interface JsonPlace {
  line: number;
  column: number;
}

/** Name of the field that contains the tags of an object. */
export function tagField(record: JsonObject): string | undefined {
  return TAG_FIELDS.find((name) => record[name] !== undefined && record[name] !== null);
}

/** Fields that cannot be additional columns. */
function takenFields(record: JsonObject): string[] {
  const tags = tagField(record);
  return [...TOKEN_FIELDS, NAMES_FIELD, ...(tags === undefined ? [] : [tags])];
}

/** The objects that `readJsonLines` reads, one at a time. Unreadable ones are reported as problems. */
export function* readJsonRecords(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
  borders?: DocumentBorders,
): Generator<SentenceRecord & JsonPlace, void> {
  const reader = new RecordReader(file, problems, borders);
  let items = 0;
  let records = 0;
  for (const { line, column, value } of readJsonItems(file, lines, problems)) {
    items++;
    if (value === undefined) continue;
    const read = reader.read(value, line);
    if (typeof read === 'string') {
      const message = `${read} The object was skipped.`;
      problems.add({ line, severity: 'error', kind: 'json', message, excerpt: JSON.stringify(value) });
      continue;
    }
    records++;
    yield { ...read, line, column };
  }
  const unreadable = items - records;
  problems.checkReadable(
    unreadable,
    items,
    `Read as JSON lines, ${unreadable} of ${items} lines do not contain a sentence. Expected on each line an object with tokens and tags, or with a text and spans; or one array of such objects.`,
  );
}

/** Reads one object after the other. Label names apply to all later objects. */
export class RecordReader {
  #names: LabelNames = new Map();
  readonly #file: string;
  readonly #problems: ProblemLog;
  readonly #borders: DocumentBorders;

  /** @param borders numbers the documents of the file */
  constructor(file: string, problems: ProblemLog, borders = new DocumentBorders()) {
    this.#file = file;
    this.#problems = problems;
    this.#borders = borders;
  }

  /** Returns an error message if the object cannot be read. */
  read(value: JsonObject, line: number): SentenceRecord | string {
    const tagged = taggedTokens(value);
    if (tagged !== undefined) return { value, names: this.#names, sentences: [this.#sentence(value, tagged, line)] };
    const annotated = TOKEN_FIELDS.some((field) => isStrings(value[field])) ? undefined : readAnnotatedText(value);
    if (typeof annotated === 'string') return annotated;
    if (annotated !== undefined) return this.#readText(value, annotated, line);
    const sentence = this.#readSentence(value, line);
    return typeof sentence === 'string'
      ? sentence
      : { value, names: this.#names, sentences: sentence === undefined ? [] : [sentence] };
  }

  #readText(value: JsonObject, { text, spans }: AnnotatedText, line: number): SentenceRecord {
    if (spans === undefined) {
      const message = 'The text has no annotation, or only cancelled ones; it was skipped. Annotate it first.';
      this.#problems.add({ line, severity: 'warning', kind: 'spans', message, excerpt: JSON.stringify(text) });
      return { value, names: this.#names, sentences: [] };
    }
    requireAlignable(this.#file, text, spans);
    const sentences = alignSpans(text, spans, (problem) => this.#problems.add({ line, kind: 'spans', ...problem }));
    const id = documentId(value);
    if (id === undefined) this.#borders.mark(); // one text, one document
    const document = this.#borders.ofSentence(id);
    return {
      value,
      names: this.#names,
      sentences: sentences.map(({ tokens, tags }) => ({ tokens, tags, lines: [line], document })),
      located: { text, offsets: sentences.flatMap(({ offsets }) => offsets) },
    };
  }

  /** Returns undefined if the object only has label names, an error message if it cannot be read. */
  #readSentence(record: JsonObject, line: number): RawSentence | string | undefined {
    const names = record[NAMES_FIELD];
    if (names !== undefined) {
      const read = readLabelNames(NAMES_FIELD, names, TAG_FIELDS);
      if (typeof read === 'string') return read;
      this.#names = read;
    }
    const tokens = TOKEN_FIELDS.map((field) => record[field]).find((value) => value !== undefined);
    if (tokens === undefined) {
      return names === undefined
        ? `Found neither ${TOKEN_FIELDS.join(' or ')} nor a text with spans, expected an array of strings in ${TOKEN_FIELDS[0]}.`
        : undefined;
    }
    if (!isStrings(tokens)) return `The tokens are ${describe(tokens)}, expected an array of strings.`;
    const field = tagField(record);
    const tags = field === undefined ? [] : this.#readTags(field, record[field], tokens.length);
    if (typeof tags === 'string') return tags;
    return this.#sentence(record, { tokens, tags }, line);
  }

  #sentence(record: JsonObject, { tokens, tags }: { tokens: string[]; tags: string[] }, line: number): RawSentence {
    return { tokens, tags, lines: [line], document: this.#borders.ofSentence(documentId(record)) };
  }

  #readTags(field: string, value: unknown, length: number): string[] | string {
    const names = this.#names.get(field);
    const tags = readLabels(field, value, length, names);
    if (typeof tags === 'string' || names !== undefined || length === 0 || isStrings(value)) return tags;
    return `${field} are integers without label names. Insert a line {"${NAMES_FIELD}": ["O", "B-PER", …]} before them.`;
  }
}

/** The document id of an object. */
function documentId(value: JsonObject): string | undefined {
  const id = DOCUMENT_FIELDS.map((field) => value[field]).find(isId);
  return id === undefined ? undefined : String(id);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Reads tokens that are objects with `text` and `tag`. Their other fields, and `entities`, are ignored. */
export function taggedTokens({ tokens }: JsonObject): { tokens: string[]; tags: string[] } | undefined {
  if (!Array.isArray(tokens) || tokens.length === 0 || !tokens.every(isTaggedToken)) return undefined;
  return { tokens: tokens.map(({ text }) => text), tags: tokens.map(({ tag }) => tag) };
}

function isTaggedToken(token: unknown): token is { text: string; tag: string } {
  return isObject(token) && typeof token['text'] === 'string' && typeof token['tag'] === 'string';
}
