import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import { locateTokens } from '../../json/entities.ts';
import type { RecordKind, TokenSentences, WrittenTokenSpan } from '../record.ts';
import { offsetConverters } from '../offsets.ts';
import { spansInside } from './text-spans.ts';
import { spanInString, spansInString } from '../span-strings.ts';
import { DISCONTINUOUS, isWhole, readSpan, readTokenSpan } from '../spans.ts';

/** `tokenized_text` and `ner`: `[first, last, "TYPE"]`. */
export const gliner: RecordKind = {
  title: 'GLiNER',
  read: ({ tokenized_text: tokens, ner }) =>
    isStrings(tokens) && Array.isArray(ner) ? ofSpans(tokens, 'ner', ner, true) : undefined,
};

/** `sentence` and `ner`: objects with `index`, the tokens of the entity, and `type`. */
export const w2ner: RecordKind = {
  title: 'W2NER',
  read({ sentence: tokens, ner }) {
    if (!isStrings(tokens) || !Array.isArray(ner)) return undefined;
    const spans: WrittenTokenSpan[] = [];
    let isBroken = false;
    for (const found of ner as unknown[]) {
      const { index, type } = isObject(found) ? found : ({} as JsonObject);
      if (!Array.isArray(index) || index.length === 0 || !index.every(isWhole) || typeof type !== 'string') {
        return `ner contains ${JSON.stringify(found)}, expected an object with index and type.`;
      }
      const [first, last] = [Math.min(...index), Math.max(...index)];
      isBroken ||= last - first + 1 > index.length;
      spans.push({ start: first, end: last, type });
    }
    return { sentences: [{ tokens, spans }], areEndsInclusive: true, ...(isBroken && { notes: [DISCONTINUOUS] }) };
  },
};

/** A document with `sentences`, and in `ner` the spans of each: `[first, last, "TYPE"]`, counted from its start. */
export const dygie: RecordKind = {
  title: 'DyGIE++',
  read({ sentences, ner }) {
    if (!Array.isArray(sentences) || !sentences.every(isStrings) || !Array.isArray(ner)) return undefined;
    if (ner.length !== sentences.length) return `Found ner of ${ner.length} sentences, expected ${sentences.length}.`;
    let before = 0;
    const read: TokenSentences['sentences'][number][] = [];
    for (const [i, tokens] of sentences.entries()) {
      const own = ofSpans(tokens, 'ner', ner[i] as unknown, true);
      if (typeof own === 'string') return own;
      const spans = own.sentences[0]!.spans!.map(({ start, end, type }) => ({
        start: start - before,
        end: end - before,
        type,
      }));
      read.push({ tokens, spans });
      before += tokens.length;
    }
    return { sentences: read, areEndsInclusive: true };
  },
};

/** Usual names of fields with spans of tokens. */
export const TOKEN_SPAN_FIELDS: readonly string[] = [
  'entities',
  'spans',
  'ner',
  'entity_mentions',
  'golden-entity-mentions',
];

/** `tokens` and `entities` or `spans`, without tags. SpERT, OneIE and ACE have a type, and the end of a span is exclusive. */
export const tokensWithSpans: RecordKind = {
  title: 'SpERT, OneIE, tokens with spans',
  read(record) {
    const tokens = record['tokens'] ?? record['words'];
    const listOf = (name: string) => {
      const value = record[name];
      if (typeof value === 'string') return spansInString(value);
      return isObject(value) ? spansInside(value) : Array.isArray(value) ? (value as unknown[]) : undefined;
    };
    const field = TOKEN_SPAN_FIELDS.find((name) => listOf(name) !== undefined);
    if (!isStrings(tokens) || field === undefined) return undefined;
    const spans = listOf(field)!;
    const mayBeSpan = (span: unknown) =>
      typeof span === 'string' ? spanInString(span) !== undefined : isObject(span) || Array.isArray(span);
    if (['ner_tags', 'tags', 'labels'].some((name) => Array.isArray(record[name]))) return undefined;
    if (!spans.every(mayBeSpan)) return undefined;
    if (areCharacters(record, tokens, spans)) return undefined;
    const isSpert =
      (field === 'entities' || field.endsWith('mentions')) &&
      spans.every(
        (span) => isObject(span) && (span['type'] ?? span['entity_type'] ?? span['entity-type']) !== undefined,
      );
    return divided(ofSpans(tokens, field, spans, isSpert ? false : undefined), record['sentences']);
  },
};

/** Tokens of a document in the sentences that it lists as `[start, end]`, with exclusive ends, unless they leave tokens or cut spans. */
function divided(read: TokenSentences | string, ranges: unknown): TokenSentences | string {
  if (typeof read === 'string' || !Array.isArray(ranges)) return read;
  const { tokens, spans = [] } = read.sentences[0]!;
  let next = 0;
  for (const range of ranges as unknown[]) {
    const [start, end]: unknown[] = Array.isArray(range) ? range : [];
    if (start !== next || !isWhole(end) || end <= start) return read;
    next = end;
  }
  const cuts = spans.some(({ start, end }) =>
    (ranges as number[][]).some(([, border]) => start < border! && end > border!),
  );
  if (next !== tokens.length || cuts) return read;
  const sentences = (ranges as [number, number][]).map(([from, to]) => ({
    tokens: tokens.slice(from, to),
    spans: spans
      .filter(({ start }) => from <= start && start < to)
      .map(({ start, end, type }) => ({ start: start - from, end: end - from, type })),
  }));
  return { ...read, sentences };
}

/** Whether offsets count characters of the `text` of the record: they exceed the tokens, or fall between them only as characters. */
function areCharacters({ text }: JsonObject, tokens: readonly string[], written: readonly unknown[]): boolean {
  const places = typeof text === 'string' ? locateTokens(text, tokens)?.offsets : undefined;
  if (typeof text !== 'string' || places === undefined) return false;
  const spans = written.flatMap((span) => readSpan(span, text) ?? []);
  if (spans.some(({ end }) => end > tokens.length)) return true;
  const { toUtf16 } = offsetConverters(text)('code points');
  return (
    spans.length > 0 &&
    spans.every(
      (span) =>
        places.some(({ start }) => start === toUtf16(span.start)) &&
        places.some(({ end }) => end === toUtf16(span.end)),
    )
  );
}

function ofSpans(
  tokens: string[],
  field: string,
  written: unknown,
  areEndsInclusive: boolean | undefined,
): TokenSentences | string {
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  const spans = list.map((span) => readTokenSpan(span, tokens));
  const wrong = spans.indexOf(undefined);
  if (wrong >= 0)
    return `${field} contains ${JSON.stringify(list[wrong])}, expected a span of tokens: [start, end, "TYPE"].`;
  return { sentences: [{ tokens, spans: spans.flatMap((span) => span ?? []) }], areEndsInclusive };
}
