import { alignSpans, requireAlignable, type SpanProblem } from '../../data/corpora/align-spans.ts';
import { doubtfulTypes } from '../../data/corpora/doubts/doubtful-types.ts';
import { isObject, isStrings, type JsonObject } from '../../data/corpora/json/values.ts';
import { readJsonItems } from '../../data/corpora/json/items.ts';
import { type JsonOptions, sampled } from '../../data/corpora/json/sample.ts';
import { RecordReader } from '../../data/corpora/json/jsonl.ts';
import { withoutMarks } from '../../data/corpora/marks.ts';
import { givenTokens } from '../../data/corpora/records/given-tokens.ts';
import { readPredictions } from '../../data/corpora/records/label-studio-predictions.ts';
import { ownFields, ownState } from '../../data/corpora/records/left-out.ts';
import type { AnnotatedText, RecordContent } from '../../data/corpora/records/record.ts';
import { recordId } from '../../data/corpora/texts/text-fields.ts';
import { listed, type Occurrences } from '../../data/corpora/records/occurrences.ts';
import { refusedSpans, UNUSED_REFUSALS } from '../../data/corpora/records/refused-spans.ts';
import { readRecord } from '../../data/corpora/records/registry.ts';
import { isWhole } from '../../data/corpora/records/spans.ts';
import { readSchemeTypes } from '../../data/corpora/doubts/scheme-types.ts';
import type { Span } from '../../data/corpus.ts';
import { ProblemLog } from '../../data/files/problem-log.ts';
import { detectStyle } from '../../data/tags/tag-detect.ts';
import { TagReader } from '../../data/tags/tag-spans.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';
import { UNKNOWN_TAG } from '../../data/tags/unknown-tags.ts';
import type { TextToken } from '../../data/text/tokenizer.ts';
import { sentenceAt, sentenceOfTokens } from '../sets/new-sentence.ts';
import { readOwnRecord } from './record-lines.ts';
import type { NewSentence, PredictedSpan, SentenceSource, SentenceState, SourceRecord } from '../sets/set.ts';

const BIO = new TagReader(standardStyle('BIO'));

/** A sentence as it was read: what its tags mean, all of them tell together. */
interface Tagged {
  tags: string[];
  /** Whether they are BIO tags of spans. */
  isFromSpans: boolean;
  make: (spans: Span[]) => NewSentence;
}

/**
 * Reads objects with a text and spans, as doccano, Label Studio, spaCy and Prodigy export them, or with tokens and tags. Objects that
 * cannot be read are listed in `problems` and skipped. Objects with one text and other fields are kept as records.
 */
export function importJson(
  file: string,
  lines: Iterable<string>,
  problems: ProblemLog,
): { sentences: NewSentence[]; records: SourceRecord[] } {
  const first = readAll(file, lines);
  const { doubted } = first.occurrences;
  const noTypes = new Set(doubted.map(([type]) => type));
  const read = noTypes.size === 0 ? first : readAll(file, lines, noTypes);
  problems.addAll(read.problems);
  const entities = doubted.reduce((sum, [, one]) => sum + one.entities, 0);
  if (entities > 0) {
    const what = entities === 1 ? '1 entity was' : `${entities} entities were`;
    const message = `${what} not taken: ${listed([...noTypes])} may be no types. If they are, add the file under Data, answer its question, and annotate it from there.`;
    problems.add({ line: 0, severity: 'warning', kind: 'spans', message });
  }
  return { sentences: read.sentences, records: read.records };
}

/** @param noTypes types that may be none: their entities are left out */
function readAll(file: string, lines: Iterable<string>, noTypes?: ReadonlySet<string>) {
  const problems = new ProblemLog(file);
  const records: SourceRecord[] = [];
  const sentences: (NewSentence | Tagged)[] = [];
  const { known, fields } = sampled(file, lines, {});
  const { markedField, ...certain } = known;
  const areUnsure = fields.question?.isAboutWords === true;
  const options = { ...(areUnsure || markedField === undefined ? certain : known), noTypes };
  const reader = new RecordReader(file, problems, options, fields);
  let document = -1;
  for (const { line, value } of readJsonItems(file, lines, problems)) {
    document++;
    if (value === undefined) continue;
    const own = readOwnRecord(value, { file, line, document });
    if (own !== undefined) {
      for (const sentence of own.sentences) sentences.push(sentence);
      records.push(own.record);
      continue;
    }
    const source = sourceOf(value, { file, line, document });
    const read =
      readText(value, { file, source, problems, options, occurrences: reader.occurrences }) ?? reader.read(value, line);
    if (typeof read === 'string') {
      const excerpt = JSON.stringify(value);
      problems.add({ line, severity: 'error', kind: 'json', message: `${read} The object was skipped.`, excerpt });
      continue;
    }
    if ('cut' in read) {
      for (const sentence of read.cut) sentences.push(sentence);
      if (read.record !== undefined) records.push(read.record);
      continue;
    }
    for (const { tokens, tags, refused, isFromSpans = false } of read.sentences) {
      if (tokens.length === 0) continue;
      const state = tags.length > 0 && !tags.includes(UNKNOWN_TAG) ? 'accepted' : 'open';
      const make = (spans: Span[]) => ({ ...sentenceOfTokens({ tokens, spans, state }, source), ...(refused && { refused }) }); // prettier-ignore
      sentences.push({ tags, isFromSpans, make });
    }
  }
  const open = sentences.filter((sentence) => 'make' in sentence);
  readSchemeTypes(
    open.filter(({ isFromSpans }) => isFromSpans),
    problems,
  );
  const style = detectStyle(open.flatMap(({ tags, isFromSpans }) => (isFromSpans ? [] : [tags])));
  const tagged = new TagReader(style);
  const read = sentences.map((sentence) => {
    if (!('make' in sentence)) return sentence;
    const { tags, isFromSpans, make } = sentence;
    return make((isFromSpans ? BIO : tagged).read(tags).spans);
  });
  const doubt = doubtfulTypes(
    read.filter((_, i) => 'make' in sentences[i]!),
    style.scheme,
  );
  if (doubt !== undefined)
    problems.add({ line: 0, severity: 'warning', kind: 'spans', message: `${doubt.what} ${doubt.reason}` });
  return { sentences: read, records, problems, occurrences: reader.occurrences };
}

/** @returns undefined if the object has no text (it may have tokens), or an error message if its spans cannot be read */
function readText(
  record: JsonObject,
  {
    file,
    source,
    problems,
    options,
    occurrences,
  }: { file: string; source: SentenceSource; problems: ProblemLog; options: JsonOptions; occurrences: Occurrences },
): { cut: (NewSentence | Tagged)[]; record: SourceRecord | undefined } | string | undefined {
  if (isStrings(record['tokens']) || isStrings(record['words'])) return undefined;
  const content = readRecord(record, options);
  if (typeof content === 'string') return content;
  if (content !== undefined && (!('texts' in content) || content.texts.length !== 1)) return undefined;
  const { text, spans = [], quoted, sentences: given } = content?.texts[0] ?? textOf(record);
  occurrences.add(source.line, quoted, spans);
  const isLeftOut = quoted !== undefined && spans.length === 0 && options.noTypes !== undefined;
  if (text === undefined || isTagged(record)) return undefined;
  requireAlignable(file, text, spans);
  const state = stateOf(record, spans.length);
  const report = (problem: SpanProblem) => problems.add({ line: source.line, kind: 'spans', ...problem });
  const noted = (message: string) => report({ severity: 'warning', message, excerpt: text });
  const predictions = state.state === 'open' && spans.length === 0 ? readPredictions(record, noted) : [];
  const isPredicted = predictions.length > 0;
  const aligned = state.isRejected ? [] : isPredicted ? predictions : spans;
  const sentences = alignSpans(text, aligned, report, given && [given.flat()]);
  const unmarked = withoutMarksIn(record, text, options);
  const kept = recordOf(unmarked ?? record, text, unmarked === undefined && !isLeftOut ? content : undefined, source);
  if (sentences.length === 0) return kept === undefined ? 'The text is empty.' : { cut: [], record: kept };
  const isOwn = Object.keys(ownFields(record)).length > 0; // a sentence, not a text of its own
  const cut = sentences.map((sentence): NewSentence | Tagged => {
    const located = sentence.offsets.map((offsets, i) => ({ text: sentence.tokens[i]!, ...offsets }));
    const probabilities = new Map(
      isPredicted ? BIO.read(sentence.tags).spans.map((span) => [span.start, probabilityOf(span, located)]) : [],
    );
    const own = isPredicted ? [] : ownPredicted(record, located.length);
    if (own === undefined) noted(UNUSED_SUGGESTIONS);
    const refused = refusedSpans(record, located.length);
    if (refused === undefined) noted(UNUSED_REFUSALS);
    const make = (read: Span[]): NewSentence => {
      const at = sentenceAt(text, { tokens: located, spans: isPredicted ? [] : read, state: state.state }, source);
      const one = isOwn ? { ...at, source } : at;
      const predicted = isPredicted
        ? read.map((span) => ({ ...span, probability: probabilities.get(span.start) }))
        : (own ?? []);
      return {
        ...one,
        ...(predicted.length > 0 && { predicted }),
        ...(refused !== undefined && refused.length > 0 && { refused }),
      };
    };
    return isOwn ? make(BIO.read(sentence.tags).spans) : { tags: sentence.tags, isFromSpans: true, make };
  });
  return { cut, record: kept };

  /** The probability of the prediction that starts or ends where the span does. */
  function probabilityOf({ start, end, type }: Span, located: readonly TextToken[]): PredictedSpan['probability'] {
    const [from, to] = [located[start]!.start, located[end - 1]!.end];
    return predictions.find((span) => span.type === type && (span.start === from || span.end === to))?.probability;
  }
}

/** The record as it was, without its annotation; undefined if the object is an export of ours, or has nothing else. */
function recordOf(
  value: JsonObject,
  text: string,
  content: RecordContent | undefined,
  { file, line, document }: SentenceSource,
): SourceRecord | undefined {
  const annotated = content !== undefined && 'texts' in content ? content.texts[0] : undefined;
  const field = Object.keys(value).find((name) => value[name] === text);
  if (Object.keys(ownFields(value)).length > 0 || field === undefined) return undefined;
  if (annotated?.spans !== undefined && annotated.path?.length !== 1) return undefined;
  const annotation = [annotated?.path?.[0], 'tokens', 'answer'];
  const others = Object.fromEntries(Object.entries(value).filter(([name]) => !annotation.includes(name)));
  if (Object.keys(others).length === 1) return undefined;
  return { file, document, kind: 'json', id: recordId(value, line), value: others, textFields: [field] };
}

/** A record with its marked text without the marks; undefined if this was not its text. */
function withoutMarksIn(record: JsonObject, text: string, { markedField = '' }: JsonOptions): JsonObject | undefined {
  const marked = record[markedField];
  if (typeof marked !== 'string' || withoutMarks(marked).text !== text) return undefined;
  return { ...record, [markedField]: text };
}

/** A text without annotation, with its tokens if they are given. */
function textOf({ text, tokens }: JsonObject): Partial<AnnotatedText> {
  if (typeof text !== 'string') return {};
  const given = givenTokens(tokens, text, 'code points');
  return { text, ...(given && { sentences: [given] }) };
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
  const state = ownState(record, spans);
  if (state !== undefined) return { state, isRejected: false };
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

const UNUSED_SUGGESTIONS =
  'The suggestions of this sentence are damaged, or another program has changed them: they were not imported. Its spans and decisions were.';

/** The predicted spans in our own exports, in tokens; undefined if another program has made one invalid: then none is used. */
function ownPredicted(record: JsonObject, tokens: number): PredictedSpan[] | undefined {
  const { predicted = [] } = ownFields(record);
  if (!Array.isArray(predicted)) return undefined;
  const spans = predicted.map(readPredicted);
  const isInOrder = (span: PredictedSpan | undefined, i: number) =>
    span !== undefined && span.start >= (spans[i - 1]?.end ?? 0) && span.start < span.end && span.end <= tokens;
  return spans.every(isInOrder) ? spans.filter((span) => span !== undefined) : undefined;
}

function readPredicted(written: unknown): PredictedSpan | undefined {
  const [start, end, type, probability]: unknown[] = Array.isArray(written) ? written : [];
  if (!isWhole(start) || !isWhole(end) || typeof type !== 'string' || type.trim() === '') return undefined;
  if (probability === undefined || probability === null) return { start, end, type, probability: undefined };
  return typeof probability === 'number' && probability >= 0 && probability <= 1
    ? { start, end, type, probability }
    : undefined;
}

function sourceOf(record: JsonObject, read: SentenceSource): SentenceSource {
  const { file, line, document, start } = ownFields(record);
  return {
    ...(isWhole(start) && start >= 0 && { start }),
    file: typeof file === 'string' ? file : read.file,
    line: isWhole(line) && line > 0 ? line : read.line,
    document: isWhole(document) && document >= 0 ? document : read.document,
  };
}
