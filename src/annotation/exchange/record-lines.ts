import { isObject, textAt, type JsonObject } from '../../data/corpora/json/values.ts';
import { ownFields } from '../../data/corpora/records/left-out.ts';
import { tokenSpans } from '../../data/corpora/records/refused-spans.ts';
import { isWhole } from '../../data/corpora/records/spans.ts';
import { entityRows, recordRows, recordsCsv, type RecordSpan } from '../../data/corpora/texts/record-files.ts';
import { codePointOffsets } from '../../lib/code-points.ts';
import { charactersOf, writtenSpans } from './export-set.ts';
import {
  STATES,
  type AnnotatedSentence,
  type AnnotationSet,
  type NewSentence,
  type SentenceSource,
  type SourceRecord,
} from '../sets/set.ts';

/** Files with the records of a set as they were: JSON lines, or tables with a row for each record or each entity. */
export type RecordExport = 'lines' | 'rows' | 'entities';

export const RECORD_EXTENSIONS: Record<RecordExport, string> = {
  lines: '.records.jsonl',
  rows: '.records.csv',
  entities: '.entities.csv',
};

/** The records of a set in their order, with all their fields and what is annotated. Tables have accepted sentences only. */
export function exportRecords(
  { records, sentences }: Pick<AnnotationSet, 'records' | 'sentences'>,
  format: RecordExport,
): { contents: string; warning: string | undefined } {
  const of = new Map<number, AnnotatedSentence[]>();
  for (const sentence of sentences) {
    const { document } = sentence.source;
    of.set(document, [...(of.get(document) ?? []), sentence]);
  }
  const own = (record: SourceRecord) => of.get(record.document) ?? [];
  if (format === 'lines') {
    const lines = records.map((record) => `${JSON.stringify(annotatedRecord(record, own(record)))}\n`);
    return { contents: lines.join(''), warning: undefined };
  }
  const accepted = records.map((record) =>
    entitiesIn(
      record,
      own(record).filter(({ state }) => state === 'accepted'),
    ),
  );
  const textFields = [...new Set(records.flatMap((record) => record.textFields))];
  const table = {
    kind: 'json' as const,
    names: [],
    textFields,
    records: records.map((record) => ({ ...record, line: 0, texts: [] })),
  };
  if (format === 'entities') return recordsCsv(entityRows(table, accepted, []));
  const [header, ...rows] = recordRows(table, accepted, records.length, 'annotated');
  const states = records.map((record) => stateOf(own(record)));
  return recordsCsv([[...header!, 'annotated'], ...rows.map((row, i) => [...row, states[i]!])]);
}

/** Whether all sentences of a record are annotated, some, or none. */
function stateOf(sentences: readonly AnnotatedSentence[]): 'all' | 'some' | 'none' {
  const accepted = sentences.filter(({ state }) => state === 'accepted').length;
  return accepted === sentences.length ? 'all' : accepted > 0 ? 'some' : 'none';
}

/** The spans of sentences as entities of the texts of their record. Offsets are in code points of the text. */
function entitiesIn({ value, textFields }: SourceRecord, sentences: readonly AnnotatedSentence[]): RecordSpan[] {
  const texts = textFields.map((name) => textAt(value, name));
  const pointsOf = texts.map(codePointOffsets);
  return sentences.flatMap((sentence) => {
    const { field = 0, start: from = 0 } = sentence.source;
    return sentence.spans.map((span) => {
      const { start, end } = charactersOf(sentence, span);
      return {
        field: textFields[field]!,
        type: span.type,
        text: texts[field]!.slice(from + start, from + end),
        start: pointsOf[field]!(from + start),
        end: pointsOf[field]!(from + end),
      };
    });
  });
}

/** In place of fields of the same names, which are earlier annotation. */
function annotatedRecord(record: SourceRecord, sentences: readonly AnnotatedSentence[]): JsonObject {
  const { value, textFields, file, id, kind } = record;
  const spans = entitiesIn(record, sentences).map(({ field, type, start, end }) => ({
    ...(textFields.length > 1 && { field }),
    start,
    end,
    label: type,
  }));
  const state = stateOf(sentences) === 'all' ? 'accepted' : 'open';
  return {
    ...value,
    spans,
    tagsmith: {
      state,
      spans: spans.length,
      record: { file, id, kind, textFields },
      sentences: sentences.map(writtenSentence),
    },
  };
}

/** Offsets are in UTF-16 code units, those of tokens within the sentence. */
function writtenSentence({ text, source, state, offsets, spans, refused }: AnnotatedSentence): unknown {
  const { field = 0, start = 0, line } = source;
  return [
    field,
    start,
    text.length,
    line,
    state,
    offsets.map((at) => [at.start, at.end]),
    writtenSpans(spans),
    ...(refused.length > 0 ? [writtenSpans(refused)] : []),
  ];
}

/** A record that this page has exported, as it was in its set; undefined if the object is none, or was changed since. */
export function readOwnRecord(
  object: JsonObject,
  { document }: SentenceSource,
): { record: SourceRecord; sentences: NewSentence[] } | undefined {
  const { record: about, sentences: written, spans: count } = ownFields(object);
  if (!isObject(about) || !Array.isArray(written)) return undefined;
  const { file, id, kind, textFields } = about;
  const { spans, tagsmith: _, ...value } = object;
  const isNamed = typeof file === 'string' && typeof id === 'string' && (kind === 'table' || kind === 'json');
  if (!isNamed || !Array.isArray(textFields) || !Array.isArray(spans) || spans.length !== count) return undefined;
  const record: SourceRecord = { file, document, kind, id, value, textFields: textFields.map(String) };
  const sentences = written.map((one) => readSentence(one, record));
  return sentences.every((one) => one !== undefined) ? { record, sentences } : undefined;
}

function readSentence(written: unknown, { file, document, value, textFields }: SourceRecord): NewSentence | undefined {
  const [field, start, length, line, state, places, spans, wrong]: unknown[] = Array.isArray(written) ? written : [];
  const known = STATES.find((one) => one === state);
  if (!isWhole(field) || !isWhole(start) || !isWhole(length) || !isWhole(line) || known === undefined) return undefined;
  const text = textAt(value, textFields[field] ?? '').slice(start, start + length);
  const offsets = rangesOf(places, length);
  const marked = rangesOf(spans, offsets?.length ?? 0);
  const refused = tokenSpans(wrong ?? [], offsets?.length ?? 0);
  if (text.length !== length || offsets === undefined || marked === undefined || refused === undefined)
    return undefined;
  return {
    text,
    tokens: offsets.map((at) => text.slice(at.start, at.end)),
    offsets: offsets.map((at) => ({ start: at.start, end: at.end })),
    spans: marked.map((at) => ({ start: at.start, end: at.end, type: at.type })),
    state: known,
    source: { file, line, document, ...(field > 0 && { field }), start },
    ...(refused.length > 0 && { refused }),
  };
}

/** Ranges in order within `[0, most)`; undefined if they are not. */
function rangesOf(written: unknown, most: number): { start: number; end: number; type: string }[] | undefined {
  if (!Array.isArray(written)) return undefined;
  const ranges: { start: number; end: number; type: string }[] = [];
  for (const one of written as unknown[]) {
    const [start, end, type = '']: unknown[] = Array.isArray(one) ? one : [];
    const isNext = isWhole(start) && isWhole(end) && start >= (ranges.at(-1)?.end ?? 0) && start < end && end <= most;
    if (!isNext || typeof type !== 'string') return undefined;
    ranges.push({ start, end, type });
  }
  return ranges;
}
