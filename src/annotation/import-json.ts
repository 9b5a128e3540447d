import { alignSpans, requireAlignable, type SpanProblem } from '../data/corpora/align-spans.ts';
import { readAnnotatedText, readPredictions } from '../data/corpora/annotated-text.ts';
import { isObject, isStrings, type JsonObject } from '../data/corpora/json-values.ts';
import { readJsonItems } from '../data/corpora/json-items.ts';
import { RecordReader } from '../data/corpora/jsonl.ts';
import type { RawSentence } from '../data/corpora/raw-corpus.ts';
import type { Span } from '../data/corpus.ts';
import type { ProblemLog } from '../data/files/problem-log.ts';
import { detectStyle } from '../data/tags/tag-detect.ts';
import { TagReader } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import type { TextToken } from '../data/text/tokenizer.ts';
import { sentenceAt, sentenceOfTokens } from './new-sentence.ts';
import type { NewSentence, PredictedSpan, SentenceSource, SentenceState } from './set.ts';

const STATES: readonly SentenceState[] = ['open', 'accepted', 'skipped', 'flagged'];
const BIO = new TagReader(standardStyle('BIO'));

/**
 * Reads objects with a text and spans, as doccano, Label Studio, spaCy and Prodigy export them, or with tokens and tags. Objects that
 * cannot be read are listed in `problems` and skipped.
 */
export function importJson(file: string, lines: Iterable<string>, problems: ProblemLog): NewSentence[] {
  const sentences: (NewSentence | { raw: RawSentence; source: SentenceSource })[] = [];
  const reader = new RecordReader(file, problems);
  let document = -1;
  for (const { line, value } of readJsonItems(file, lines, problems)) {
    document++;
    if (value === undefined) continue;
    const source = sourceOf(value, { file, line, document });
    const read = readText(file, value, source, problems) ?? reader.read(value, line);
    if (typeof read === 'string') {
      const excerpt = JSON.stringify(value);
      problems.add({ line, severity: 'error', kind: 'json', message: `${read} The object was skipped.`, excerpt });
    } else if (Array.isArray(read)) sentences.push(...read);
    else sentences.push(...read.sentences.map((raw) => ({ raw, source })));
  }
  const tags = sentences.flatMap((sentence) => ('raw' in sentence ? [sentence.raw.tags] : []));
  const tagged = new TagReader(detectStyle(tags));
  return sentences.flatMap((sentence) => {
    if (!('raw' in sentence)) return sentence;
    const { tokens, tags } = sentence.raw;
    if (tokens.length === 0) return [];
    const state = tags.length > 0 ? 'accepted' : 'open';
    return sentenceOfTokens({ tokens, spans: tagged.read(tags).spans, state }, sentence.source);
  });
}

/** @returns undefined if the object has no text (it may have tokens), or an error message if its spans cannot be read */
function readText(
  file: string,
  record: JsonObject,
  source: SentenceSource,
  problems: ProblemLog,
): NewSentence[] | string | undefined {
  if (isStrings(record['tokens']) || isStrings(record['words'])) return undefined;
  const annotated = readAnnotatedText(record) ?? { text: textOf(record), spans: undefined };
  if (typeof annotated === 'string') return annotated;
  const { text, spans = [] } = annotated;
  if (text === undefined || isTagged(record)) return undefined;
  requireAlignable(file, text, spans);
  const state = stateOf(record, spans.length);
  const tokens = tokensOf(record, text);
  const report = (problem: SpanProblem) => problems.add({ line: source.line, kind: 'spans', ...problem });
  const predictions = state.state === 'open' && spans.length === 0 ? readPredictions(record) : [];
  const isPredicted = predictions.length > 0;
  const sentences = alignSpans(text, state.isRejected ? [] : isPredicted ? predictions : spans, report, {
    ...(tokens !== undefined && { sentences: [tokens] }),
    areTokensCut: true,
  });
  if (sentences.length === 0) return 'The text is empty.';
  return sentences.map((sentence) => {
    const located = sentence.offsets.map((offsets, i) => ({ text: sentence.tokens[i]!, ...offsets }));
    const read = BIO.read(sentence.tags).spans;
    const cut = sentenceAt(text, { tokens: located, spans: isPredicted ? [] : read, state: state.state }, source);
    const predicted = isPredicted
      ? read.map((span) => ({ ...span, probability: probabilityOf(span, located) }))
      : ownPredicted(record, located.length);
    return predicted.length > 0 ? { ...cut, predicted } : cut;
  });

  /** The probability of the prediction that starts or ends where the span does. */
  function probabilityOf({ start, end, type }: Span, located: readonly TextToken[]): PredictedSpan['probability'] {
    const [from, to] = [located[start]!.start, located[end - 1]!.end];
    return predictions.find((span) => span.type === type && (span.start === from || span.end === to))?.probability;
  }
}

function textOf({ text, data }: JsonObject): string | undefined {
  if (typeof text === 'string') return text;
  return isObject(data) && typeof data['text'] === 'string' ? data['text'] : undefined;
}

/** Whether this is an output of the studio's tagger: tokens with a tag each. */
function isTagged({ tokens }: JsonObject): boolean {
  return Array.isArray(tokens) && tokens.some((token) => isObject(token) && 'tag' in token);
}

/**
 * The state of a text. Our own exports contain it; it is valid unless another program has added or removed spans since. Otherwise it
 * follows from the answer of Prodigy or the annotations of Label Studio. In other formats, a text with spans is accepted.
 */
function stateOf(record: JsonObject, spans: number): { state: SentenceState; isRejected: boolean } {
  const own = ownFields(record);
  const state = STATES.find((known) => known === own['state']);
  if (state !== undefined && own['spans'] === spans) return { state, isRejected: false };
  const { answer, annotations } = record;
  if (answer === 'reject') return { state: 'open', isRejected: true };
  if (answer === 'ignore') return { state: 'skipped', isRejected: false };
  if (answer === 'accept') return { state: 'accepted', isRejected: false };
  if (isObject(record['data'])) {
    const made = Array.isArray(annotations) ? annotations.filter(isObject) : [];
    const isKept = made.some((annotation) => annotation['was_cancelled'] !== true);
    return { state: isKept ? 'accepted' : made.length > 0 ? 'skipped' : 'open', isRejected: false };
  }
  return { state: spans > 0 ? 'accepted' : 'open', isRejected: false };
}

/** The additional fields of our own exports. */
function ownFields(record: JsonObject): JsonObject {
  const { data } = record;
  const own = record['tagsmith'] ?? (isObject(data) ? data['tagsmith'] : undefined);
  return isObject(own) ? own : {};
}

/** The predicted spans in our own exports, in tokens. */
function ownPredicted(record: JsonObject, tokens: number): PredictedSpan[] {
  const { predicted } = ownFields(record);
  if (!Array.isArray(predicted)) return [];
  return predicted.flatMap((written: unknown) => {
    const [start, end, type, probability]: unknown[] = Array.isArray(written) ? written : [];
    if (typeof start !== 'number' || typeof end !== 'number' || typeof type !== 'string') return [];
    if (!(start >= 0 && start < end && end <= tokens)) return [];
    return { start, end, type, probability: typeof probability === 'number' ? probability : undefined };
  });
}

function sourceOf(record: JsonObject, read: SentenceSource): SentenceSource {
  const { file, line, document } = ownFields(record);
  return {
    file: typeof file === 'string' ? file : read.file,
    line: typeof line === 'number' ? line : read.line,
    document: typeof document === 'number' ? document : read.document,
  };
}

/** The tokens of Prodigy (offsets in code points) or of our own export for Label Studio (UTF-16). Undefined if they do not fit the text. */
function tokensOf(record: JsonObject, text: string): TextToken[] | undefined {
  const { data } = record;
  const isTask = isObject(data);
  const written: unknown = isTask ? data['tokens'] : record['tokens'];
  if (!Array.isArray(written) || written.length === 0) return undefined;
  const starts = isTask ? undefined : startsOfCodePoints(text);
  const toUtf16 = (offset: unknown) => (typeof offset === 'number' ? (starts ? starts[offset] : offset) : undefined);
  const tokens: TextToken[] = [];
  let last = 0;
  for (const token of written as unknown[]) {
    if (!isObject(token)) return undefined;
    const [start, end] = [toUtf16(token['start']), toUtf16(token['end'])];
    if (start === undefined || end === undefined || start < last || end <= start || end > text.length) return undefined;
    tokens.push({ text: text.slice(start, end), start, end });
    last = end;
  }
  return tokens.filter((token) => token.text.trim() !== ''); // spaCy has white-space tokens
}

/** UTF-16 offsets of all code points, and of the end of the text. */
function startsOfCodePoints(text: string): number[] {
  const starts: number[] = [];
  let start = 0;
  for (const character of text) {
    starts.push(start);
    start += character.length;
  }
  return [...starts, start];
}
