import { ProblemLog } from '../../files/problem-log.ts';
import { looksLikeJson, readJsonItems } from '../json/items.ts';
import { isObject, type JsonObject } from '../json/values.ts';
import { Losses } from '../layout/losses.ts';
import { formOfRecord } from '../reading-form.ts';
import type { WrittenSpan } from '../records/record.ts';
import { barelyMarkedRows, indexedRow, type ReadRow } from './partial-row.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Objects examined. */
const SAMPLED = 50;

/**
 * Objects that each annotate a part of a text, wherever they are in the file: those of a text are joined. In the ADE corpus they have the
 * arguments of a relation, `{"text": …, "drug": "lithium", "indexes": {"drug": {"start_char": [5], "end_char": [12]}}}`; for GPT-NER, the
 * entities of a type, `{"text": "Ada left", "label": "@@Ada## left", "type": "PER"}`.
 */
export const partialRows: Format = {
  detect(file, lines) {
    const isJson = /\.(jsonl|ndjson|json)$/i.test(file) || looksLikeJson(file, lines);
    if (!isJson || readerOf(file, lines) === undefined) return undefined;
    return { score: SCORES.signature, reason: 'each object has a part of the entities of a text' };
  },
  read(source, options) {
    const losses = new Losses('objects');
    const { documents, form, objects } = documentsOf(source, losses);
    const corpus = corpusOfTexts(source, documents, options);
    const question = corpus.question ?? losses.question(objects, options);
    return { ...corpus, hasDocuments: false, ...(form !== undefined && { form }), ...(question && { question }) };
  },
};

/** How the first objects are read; undefined if they are no such rows. */
function readerOf(file: string, lines: Iterable<string>): ReadRow | undefined {
  const sample: JsonObject[] = [];
  for (const { value } of readJsonItems(file, lines, new ProblemLog(file))) {
    if (value === undefined) return undefined;
    sample.push(value);
    if (sample.length === SAMPLED) break;
  }
  const [first] = sample;
  if (first === undefined) return undefined;
  return isObject(first['indexes']) && typeof indexedRow(first) === 'object' ? indexedRow : barelyMarkedRows(sample);
}

function documentsOf(
  { file, lines, problems }: CorpusSource,
  losses: Losses,
): { documents: WrittenDocument[]; form: string | undefined; objects: number } {
  const read = readerOf(file, lines)!;
  const byText = new Map<string, { line: number; spans: Map<string, WrittenSpan>; notes: Set<string> }>();
  let objects = 0;
  let form: string | undefined;
  for (const { line, value } of readJsonItems(file, lines, problems)) {
    objects++;
    form ??= value && formOfRecord(value);
    const row = value === undefined ? 'It is no JSON object.' : read(value);
    if (typeof row === 'string') {
      const problem = losses.add(line, { message: `${row} The object was skipped.` });
      if (value !== undefined)
        problems.add({ line, severity: 'error', kind: 'json', ...problem, excerpt: JSON.stringify(value) });
      continue;
    }
    const own = byText.get(row.text) ?? { line, spans: new Map<string, WrittenSpan>(), notes: new Set<string>() };
    byText.set(row.text, own);
    for (const span of row.spans) own.spans.set(`${span.start} ${span.end} ${span.type}`, span);
    for (const note of row.notes ?? []) own.notes.add(note);
  }
  const documents = [...byText].map(([text, { line, spans, notes }]): WrittenDocument => {
    return { line, id: String(line), content: { texts: [{ text, spans: [...spans.values()], notes: [...notes] }] } };
  });
  return { documents, form, objects };
}
