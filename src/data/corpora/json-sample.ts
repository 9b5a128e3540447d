import type { CorpusOptions } from '../corpus.ts';
import { ProblemLog } from '../files/problem-log.ts';
import { type JsonFields, jsonFields, tokensOf } from './json-fields.ts';
import { readJsonItems } from './json-items.ts';
import type { JsonObject } from './json-values.ts';
import { formOfRecord } from './reading-form.ts';
import { otherOrEntities } from './marks.ts';
import { quotedField } from './records/label-studio.ts';
import { markedFieldOf } from './records/marked-text.ts';
import type { RecordOptions } from './records/record.ts';
import { readRecord } from './records/registry.ts';
import { spanFieldsOf } from './records/span-fields.ts';
import { SpanEndsEvidence } from './records/span-ends.ts';

/** The options of a corpus that concern JSON. */
export type JsonOptions = Pick<
  CorpusOptions,
  'labelNames' | 'scheme' | 'spanEnds' | 'annotator' | 'tagField' | 'acceptLosses'
> &
  RecordOptions;

/** What the objects decide together: the fields, from the first ones; what the end of spans of tokens is, from all that have such spans. */
export function sampled(
  file: string,
  lines: Iterable<string>,
  options: JsonOptions,
): { known: JsonOptions; fields: JsonFields; form: string } {
  const evidence = new SpanEndsEvidence();
  const sample: JsonObject[] = [];
  for (const { value } of readJsonItems(file, lines, new ProblemLog(file))) {
    if (value === undefined) continue;
    if (sample.length < SAMPLED_RECORDS) sample.push(value);
    const content = readRecord(value, options);
    if (content !== undefined && typeof content !== 'string' && 'sentences' in content) evidence.add(content);
    else if (sample.length === SAMPLED_RECORDS && !evidence.hasSpans) break;
  }
  const { spanEnds = evidence.ends, ...given } = options;
  const fields = jsonFields(sample, options.tagField);
  const areUnknown = sample.some(
    (value) => tokensOf(value, fields) === undefined && readRecord(value, {}) === undefined,
  );
  const spanFields = areUnknown ? spanFieldsOf(sample) : undefined;
  const marked = areUnknown && spanFields === undefined ? markedFieldOf(sample) : undefined;
  const isOpen = marked?.marks.areSure === false && options.scheme === undefined;
  const dataField = quotedField(sample);
  return {
    known: {
      ...given,
      ...(spanEnds && { spanEnds }),
      ...(spanFields && { spanFields }),
      ...(marked && { markedField: marked.field }),
      ...(dataField !== undefined && { dataField }),
    },
    fields: isOpen ? { ...fields, question: otherOrEntities(marked.marks) } : fields,
    form: formOfRecord(sample[0]),
  };
}

/** Records examined for fields of tags and for spans of tokens. */
const SAMPLED_RECORDS = 50;
