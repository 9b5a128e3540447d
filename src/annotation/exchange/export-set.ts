import type { Span } from '../../data/corpus.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { tagsOfSpans } from '../../data/tags/tag-spans.ts';
import { standardStyle } from '../../data/tags/tag-style.ts';
import { UNKNOWN_TAG } from '../../data/tags/unknown-tags.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { isSetAside } from '../queue/evaluation-set.ts';
import type { JsonObject } from '../../data/corpora/json/values.ts';
import type { AnnotatedSentence, SourceRecord } from '../sets/set.ts';

/** A file format for annotated sentences. */
export type ExportFormat = 'conll' | 'spans' | 'doccano' | 'label-studio';

export const EXPORT_EXTENSIONS: Record<ExportFormat, string> = {
  conll: '.conll',
  spans: '.jsonl',
  doccano: '.doccano.jsonl',
  'label-studio': '.label-studio.json',
};

/**
 * Formats sentences as a file. `importTexts` restores tokens, spans and states from it. `conll` has only tokens and spans: its sentences
 * are all imported as accepted.
 *
 * @param records of the set: the JSON formats have their other fields in `meta`
 */
export function exportSentences(
  sentences: readonly AnnotatedSentence[],
  format: ExportFormat,
  records: readonly SourceRecord[] = [],
): string {
  const metas = new Map(records.map((record) => [record.document, metaOf(record)]));
  const withMeta = (sentence: AnnotatedSentence) => ({ sentence, meta: metas.get(sentence.source.document) });
  switch (format) {
    case 'conll':
      return conllOf(sentences);
    case 'spans':
      return jsonLines(sentences.map(withMeta).map(spansRecord));
    case 'doccano':
      return jsonLines(sentences.map(withMeta).map(doccanoRecord));
    case 'label-studio':
      return `[\n${sentences.map((sentence) => JSON.stringify(labelStudioTask(withMeta(sentence)))).join(',\n')}\n]\n`;
    default:
      return format satisfies never;
  }
}

const DOCUMENT_MARK = '-DOCSTART- O\n\n';

/** A sentence of which not everything may be known. */
type PartlyAnnotated = Pick<AnnotatedSentence, 'tokens' | 'spans' | 'source'> & {
  /** Indices of tokens of which nothing is known. */
  unknown?: readonly number[];
};

/** Columns with BIO tags, and `?` where nothing is known. Several documents are separated by `-DOCSTART-` lines. */
export function conllOf(sentences: readonly PartlyAnnotated[]): string {
  return inDocuments(sentences, DOCUMENT_MARK, (sentence) => formatConll([[sentence.tokens, tagsOf(sentence)]]));
}

const STYLE = standardStyle('BIO');

function tagsOf({ tokens, spans, unknown = [] }: PartlyAnnotated): string[] {
  const tags = tagsOfSpans(STYLE, spans, tokens.length);
  for (const t of unknown) tags[t] = UNKNOWN_TAG;
  return tags;
}

/** A sentence as training data, as far as it is known. */
type KnownSentence = PartlyAnnotated & {
  /** Spans of unknown tokens that are wrong. */
  refused: readonly Span[];
};

/** JSON lines with a BIO tag for each token, as in columns, and the refused spans, which columns cannot say. */
export function trainingLines(sentences: readonly KnownSentence[]): string {
  const [first] = sentences;
  const hasDocuments = sentences.some(({ source }) => source.document !== first!.source.document);
  return jsonLines(
    sentences.map((sentence) => ({
      ...(hasDocuments && { document_id: sentence.source.document }),
      tokens: sentence.tokens,
      tags: tagsOf(sentence),
      ...(sentence.refused.length > 0 && { tagsmith: { refused: writtenSpans(sentence.refused) } }),
    })),
  );
}

/** `[start, end, type]` of each, in tokens. */
export const writtenSpans = (spans: readonly Span[]) => spans.map(({ start, end, type }) => [start, end, type]);

/** A column of tokens, without tags. Several documents are separated by `-DOCSTART-` lines. */
export function tokenLines(sentences: readonly Pick<AnnotatedSentence, 'tokens' | 'source'>[]): string {
  return inDocuments(sentences, '-DOCSTART-\n\n', ({ tokens }) => `${tokens.join('\n')}\n\n`);
}

/** @param mark before each document, if there are several */
function inDocuments<T extends Pick<AnnotatedSentence, 'source'>>(
  sentences: readonly T[],
  mark: string,
  linesOf: (sentence: T) => string,
): string {
  const documents = sentences.map(({ source }) => source.document);
  const hasMarks = documents.some((document) => document !== documents[0]);
  return sentences
    .map((sentence, i) => `${hasMarks && documents[i] !== documents[i - 1] ? mark : ''}${linesOf(sentence)}`)
    .join('');
}

/** The types of the spans whose names have white space, which in columns may be read as a separator. */
export function typesWithSpaces(sentences: readonly Pick<AnnotatedSentence, 'spans'>[]): string[] {
  return [...new Set(sentences.flatMap(({ spans }) => spans.map(({ type }) => type)))].filter((type) =>
    /\s/u.test(type),
  );
}

function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** A sentence, and the other fields of its record, if it has one. */
interface WithMeta {
  sentence: AnnotatedSentence;
  meta: JsonObject | undefined;
}

/** The id of a record, and its fields without texts. */
function metaOf({ id, value, textFields }: SourceRecord): JsonObject {
  const others = Object.entries(value).filter(([name]) =>
    textFields.every((field) => field !== name && !field.startsWith(`${name}.`)),
  );
  return { record: id, ...Object.fromEntries(others) };
}

/** The format of Prodigy, which spaCy scripts also use. Offsets are in code points. */
function spansRecord({ sentence, meta }: WithMeta): unknown {
  const { text, state } = sentence;
  const pointOf = codePointOffsets(text);
  const spans = sentence.spans.map(({ start: first, end: after, type }) => {
    const { start, end } = charactersOf(sentence, { start: first, end: after });
    return { start: pointOf(start), end: pointOf(end), label: type, token_start: first, token_end: after - 1 };
  });
  const answer = { accepted: 'accept', skipped: 'ignore', flagged: 'ignore', open: undefined }[state];
  return { text, meta, tokens: tokenRecords(sentence, pointOf), spans, answer, tagsmith: ownFields(sentence) };
}

/** The format of doccano, which keeps unknown fields. Offsets are in code points. */
function doccanoRecord({ sentence, meta }: WithMeta): unknown {
  const { id, text } = sentence;
  const pointOf = codePointOffsets(text);
  const label = sentence.spans.map((span) => {
    const { start, end } = charactersOf(sentence, span);
    return [pointOf(start), pointOf(end), span.type];
  });
  return { id, text, label, meta, tokens: tokenRecords(sentence, pointOf), tagsmith: ownFields(sentence) };
}

/** A task of Label Studio, for a labeling configuration with `<Labels name="label" toName="text">`. Offsets are in UTF-16 code units. */
function labelStudioTask({ sentence, meta }: WithMeta): unknown {
  const { id, text, state } = sentence;
  const result = sentence.spans.map((span, i) => {
    const { start, end } = charactersOf(sentence, span);
    return {
      id: `${id}-${i}`,
      from_name: 'label',
      to_name: 'text',
      type: 'labels',
      value: { start, end, text: text.slice(start, end), labels: [span.type] },
    };
  });
  const isEmpty = result.length === 0;
  const annotations = state === 'open' && isEmpty ? [] : [{ was_cancelled: state === 'skipped' && isEmpty, result }];
  const tokens = tokenRecords(sentence, (offset) => offset);
  return { data: { text, meta, tokens, tagsmith: ownFields(sentence) }, annotations };
}

function tokenRecords({ tokens, offsets }: AnnotatedSentence, unit: (offset: number) => number): unknown[] {
  return offsets.map(({ start, end }, id) => ({ text: tokens[id], start: unit(start), end: unit(end), id }));
}

/**
 * Fields that other programs do not have. `spans`: the number of spans, to detect whether another program has changed them. `role`: given if
 * the sentence is set aside for evaluation. It follows from the words, so it is not imported.
 */
function ownFields({ state, spans, refused, source, predicted, tokens }: AnnotatedSentence): unknown {
  const predictions = predicted?.map(({ start, end, type, probability }) => [start, end, type, probability]);
  const role = isSetAside(tokens) ? { role: 'evaluation' } : {};
  return {
    state,
    spans: spans.length,
    ...(refused.length > 0 && { refused: writtenSpans(refused) }),
    ...source,
    ...role,
    ...(predictions && { predicted: predictions }),
  };
}

/** The character offsets of a span, in UTF-16 code units from the start of the sentence. */
export function charactersOf(
  { offsets }: Pick<AnnotatedSentence, 'offsets'>,
  { start, end }: Pick<Span, 'start' | 'end'>,
): { start: number; end: number } {
  return { start: offsets[start]!.start, end: offsets[end - 1]!.end };
}
