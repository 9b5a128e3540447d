import type { CorpusOptions } from '../../corpus.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { standardStyle } from '../../tags/tag-style.ts';
import { locateTokens } from '../json-entities.ts';
import { looksLikeJson, readJsonItems } from '../json-items.ts';
import { isObject, isStrings, type JsonObject } from '../json-values.ts';
import { RecordReader } from '../jsonl.ts';
import { Losses } from '../layout/losses.ts';
import type { RawCorpus, RawSentence } from '../raw-corpus.ts';
import { formOfRecord } from '../reading-form.ts';
import type { RecordContent, WrittenTokenSpan } from '../records/record.ts';
import { isWhole } from '../records/spans.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';

/** A sentence. */
interface Context {
  line: number;
  /** `12` of the questions `12.1` and `12.2`. */
  id: string | undefined;
  text: string | string[];
  /** Those whose places are known. */
  types: Set<string>;
  spans: WrittenTokenSpan[];
}

/** What positions count: tokens, of which the last is the end or before it, or characters. */
type Positions = 'last tokens' | 'tokens' | 'characters';

/**
 * Entities as answers to questions (MRC-NER): for each sentence and type a JSON object with the sentence in `context`, the type in
 * `entity_label`, and `span_position`, or `start_position` and `end_position`; successive objects with a sentence are joined. Or, before the
 * questions are made, an object per sentence with the places of each type in `label`.
 */
export const mrc: Format = {
  detect(file, lines) {
    if (!/\.(jsonl|ndjson|json)$/i.test(file) && !looksLikeJson(file, lines)) return undefined;
    const first = readJsonItems(file, lines, new ProblemLog(file)).next();
    const value = first.done === true ? undefined : first.value.value;
    if (value === undefined || contextOf(value) === undefined) return undefined;
    const { entity_label: type, label, span_position: spans, start_position: starts } = value;
    const isOwn = typeof type === 'string' ? [spans, starts].some(Array.isArray) : isPlaces(label);
    return isOwn
      ? { score: SCORES.signature, reason: 'each object has a context and the places of types in it' }
      : undefined;
  },
  read: readContexts,
};

function readContexts({ file, lines, problems }: CorpusSource, options: CorpusOptions): RawCorpus {
  const losses = new Losses('objects');
  const contexts: Context[] = [];
  let objects = 0;
  let form: string | undefined;
  for (const { line, value } of readJsonItems(file, lines, problems)) {
    objects++;
    form ??= value && formOfRecord(value);
    const message = value === undefined ? 'It is no JSON object.' : addRecord(contexts, value, line);
    if (message === undefined) continue;
    const problem = losses.add(line, { message: `${message} The object was skipped.` });
    if (value !== undefined)
      problems.add({ line, severity: 'error', kind: 'json', ...problem, excerpt: JSON.stringify(value) });
  }
  const positions = positionsIn(contexts, options);
  const { spanEnds: _, ...others } = options;
  const reader = new RecordReader(file, problems, positions === 'characters' ? options : others);
  const sentences = contexts.flatMap((context): RawSentence[] =>
    reader
      .readContent({}, contentOf(context, positions), context.line)
      .sentences.map((one) => ({ ...one, document: 0 })),
  );
  reader.end();
  if (2 * losses.count <= objects) reader.question ??= losses.question(objects, options);
  problems.checkReadable(
    losses.count,
    objects,
    `${losses.count} of ${objects} objects have no context with places of a type.${losses.first}`,
  );
  return {
    sentences,
    hasDocuments: false,
    columns: 0,
    tagColumn: 0,
    furtherColumns: [],
    style: standardStyle('BIO'),
    ...(form !== undefined && { form }),
    ...(reader.question && { question: reader.question }),
  };
}

/** Adds a record to the last sentence, or to a new one. @returns an error message if it cannot be read */
function addRecord(contexts: Context[], record: JsonObject, line: number): string | undefined {
  const text = contextOf(record);
  if (text === undefined || String(text).trim() === '')
    return 'It has no context, expected a text or an array of words.';
  const answers = answersIn(record);
  if (typeof answers === 'string') return answers;
  const { qas_id: number } = record;
  const id =
    typeof number === 'string' || typeof number === 'number' ? String(number).replace(/\.[^.]*$/, '') : undefined;
  const last = contexts.at(-1);
  const isSame =
    last !== undefined &&
    last.id === id &&
    String(last.text) === String(text) &&
    !answers.some(([type]) => last.types.has(type));
  const own: Context = isSame ? last : { line, id, text, types: new Set(), spans: [] };
  if (!isSame) contexts.push(own);
  for (const [type, places] of answers) {
    own.types.add(type);
    own.spans.push(...places.map(([start, end]) => ({ start, end, type })));
  }
  return undefined;
}

function contextOf({ context }: JsonObject): string | string[] | undefined {
  const areWords = isStrings(context) && context.every((word) => word.trim() !== '');
  return typeof context === 'string' || areWords ? context : undefined;
}

type Place = readonly [first: number, last: number];

/** The places of one type, or of several. An error message if there are none. */
function answersIn(record: JsonObject): [type: string, places: Place[]][] | string {
  const { entity_label: type, label } = record;
  if (type === undefined && isPlaces(label))
    return Object.entries(label).map(([name, written]) => [name, written.map(placeOf) as Place[]]);
  if (typeof type !== 'string' || type === '') return 'It has no entity_label.';
  const written = writtenPlaces(record);
  if (written === undefined)
    return 'It has neither span_position nor as many values in start_position as in end_position.';
  const places = written.map(placeOf);
  const wrong = places.indexOf(undefined);
  return wrong < 0
    ? [[type, places as Place[]]]
    : `${JSON.stringify(written[wrong])} is no place, expected "first;last".`;
}

function writtenPlaces({ span_position: spans, start_position: starts, end_position: ends }: JsonObject) {
  if (Array.isArray(spans)) return spans as unknown[];
  if (!Array.isArray(starts) || !Array.isArray(ends) || starts.length !== ends.length) return undefined;
  return starts.map((start: unknown, i): unknown => [start, ends[i]]);
}

/** `"2;4"`, `"2,4"` or `[2, 4]` */
function placeOf(written: unknown): Place | undefined {
  const [start, end, more]: unknown[] =
    typeof written === 'string' ? written.split(/[;,]/).map(Number) : Array.isArray(written) ? written : [];
  return isWhole(start) && isWhole(end) && start >= 0 && end >= start && more === undefined ? [start, end] : undefined;
}

/** Places by type. */
function isPlaces(label: unknown): label is Record<string, unknown[]> {
  return (
    isObject(label) &&
    Object.values(label).every(
      (places) => Array.isArray(places) && places.every((place) => placeOf(place) !== undefined),
    )
  );
}

/** Positions beyond the tokens are characters. Without any at the last token, and with some behind it, ends are exclusive. */
function positionsIn(contexts: readonly Context[], { spanEnds }: CorpusOptions): Positions {
  let most = -1;
  for (const context of contexts) {
    const { length } = wordsOf(context);
    for (const { end } of context.spans) most = Math.max(most, end - length);
  }
  if (most > 0 && contexts.some(({ text }) => typeof text === 'string')) return 'characters';
  if (spanEnds !== undefined) return spanEnds === 'inclusive' ? 'last tokens' : 'tokens';
  const hasOne = contexts.some(({ spans }) => spans.some(({ start, end }) => start === end));
  return most === 0 && !hasOne ? 'tokens' : 'last tokens';
}

function wordsOf({ text }: Context): string[] {
  return typeof text === 'string' ? text.split(/\s+/).filter((word) => word !== '') : text;
}

/** The text with its spans as characters, so that those of tokens are checked and reported in the same way. */
function contentOf(context: Context, positions: Positions): RecordContent {
  if (positions === 'characters') {
    const text = typeof context.text === 'string' ? context.text : context.text.join(' ');
    return { texts: [{ text, spans: context.spans.map((span) => ({ ...span, unit: 'code points' })) }] };
  }
  const words = wordsOf(context);
  const text = words.join(' ');
  const tokens = locateTokens(text, words)!.offsets.map((place, t) => ({ ...place, text: words[t]! }));
  const spans = context.spans.map(({ start, end, type }) => ({
    start: tokens[start]?.start ?? text.length,
    end: tokens[positions === 'tokens' ? end - 1 : end]?.end ?? text.length + 1,
    type,
    unit: 'UTF-16 units' as const,
  }));
  return { texts: [{ text, spans, sentences: [tokens] }] };
}
