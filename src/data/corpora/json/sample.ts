import type { CorpusOptions } from '../../corpus.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { hasTags, type JsonFields, jsonFields, tokensOf } from './fields.ts';
import { readJsonItems } from './items.ts';
import type { JsonObject } from './values.ts';
import { formOfRecord } from '../reading-form.ts';
import { otherOrEntities } from '../marks.ts';
import { listFieldsOf, typesQuestion } from '../records/list-fields.ts';
import { quotedField } from '../records/kinds/label-studio.ts';
import { markedFieldOf } from '../records/kinds/marked-text.ts';
import type { RecordOptions } from '../records/record.ts';
import { nameOf } from '../records/layers.ts';
import { entityFieldOf } from '../records/kinds/quoted-entities.ts';
import { instructionIn } from '../records/instructions.ts';
import { hasSpans, promptsOf, readRecord } from '../records/registry.ts';
import { spanFieldsOf } from '../records/span-fields.ts';
import { SpanEndsEvidence } from '../records/span-ends.ts';
import { SpanOrigin, spansFromZero } from '../records/span-origin.ts';
import { taggedFieldsOf } from '../records/tagged-fields.ts';
import { taggedTokens } from '../tagged-tokens.ts';

/** The options of a corpus that concern JSON. */
export type JsonOptions = Pick<
  CorpusOptions,
  | 'labelNames'
  | 'scheme'
  | 'outside'
  | 'unknown'
  | 'spanEnds'
  | 'spansFrom'
  | 'offsets'
  | 'annotator'
  | 'tagField'
  | 'acceptLosses'
> &
  RecordOptions;

/** What the objects decide together: the fields, from the first ones; what spans of tokens count, from all that have such spans. */
export function sampled(
  file: string,
  lines: Iterable<string>,
  options: JsonOptions,
  problems?: ProblemLog,
): { known: JsonOptions; fields: JsonFields; form: string } {
  const evidence = new SpanEndsEvidence();
  const origin = new SpanOrigin();
  const isOpen = options.spansFrom === undefined && options.spanEnds === undefined;
  const sample: JsonObject[] = [];
  for (const value of valuesOf(file, lines)) {
    if (sample.length < SAMPLED_RECORDS) sample.push(value);
    const content = readRecord(value, options);
    if (content !== undefined && typeof content !== 'string' && 'sentences' in content) {
      evidence.add(spansFromZero(content, options));
      if (isOpen) origin.add(content);
    } else if (sample.length === SAMPLED_RECORDS && !evidence.hasSpans) break;
  }
  const { spanEnds = evidence.ends, ...given } = options;
  const usual = jsonFields(sample, options.tagField);
  const found = listFieldsOf(sample, () => valuesOf(file, lines), options.tagField);
  const tagged = found.length > 0 || areRead(sample, usual) ? undefined : taggedFieldsOf(sample, options.tagField);
  const { words, tags } = tagged ?? {};
  const areLists = [words, tags].every((layer) => layer?.form.kind === 'list' && sample.every((record) => Array.isArray(record[layer.path[0]!] ?? []) && layer.path.length === 1)); // prettier-ignore
  const fields: JsonFields =
    tagged !== undefined && areLists
      ? { tokens: nameOf(tagged.words), tags: nameOf(tagged.tags), haveNames: true }
      : usual;
  const [listFields] = found;
  const countsQuestion = origin.question(spanEnds);
  if (problems !== undefined && countsQuestion === undefined) origin.report(spanEnds, problems);
  const question = typesQuestion(found) ?? (tagged ?? fields).question ?? countsQuestion;
  const areUnknown = sample.some(
    (value) =>
      tokensOf(value, fields) === undefined && readRecord(value, { ...(listFields && { listFields }) }) === undefined,
  );
  const spanFields = areUnknown ? spanFieldsOf(sample) : undefined;
  const mayBeMarked = spanFields === undefined && (areUnknown || !sample.some((value) => isAnnotated(value, fields)));
  const inMarks = mayBeMarked ? markedFieldOf(sample) : undefined;
  const isOther = inMarks !== undefined && !areUnknown && isAnnotatedLater(file, lines, fields);
  const entityField = entityFieldOf(areUnknown ? firstOf(valuesOf(file, lines), SEARCHED_RECORDS) : sample);
  const marked = isOther || inMarks?.field === entityField ? undefined : inMarks;
  const areDoubtful = marked?.marks.areSure === false && options.scheme === undefined;
  const dataField = quotedField(sample);
  const instruction = instructionIn(promptsOf(sample));
  return {
    known: {
      ...given,
      ...(spanEnds && { spanEnds }),
      ...(spanFields && { spanFields }),
      ...(listFields && { listFields }),
      ...(tagged && !areLists && { taggedFields: { words: tagged.words, tags: tagged.tags } }),
      ...(marked && { markedField: marked.field }),
      ...(dataField !== undefined && { dataField }),
      ...(entityField !== undefined && { entityField }),
      ...(instruction && { instruction }),
    },
    fields: { ...fields, ...(areDoubtful ? { question: otherOrEntities(marked.marks) } : question && { question }) },
    form: formOfRecord(sample[0]),
  };
}

function firstOf<T>(values: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const value of values) if (first.push(value) === count) break;
  return first;
}

/** Whether all objects have words with tags under usual names, or most have places of spans. */
function areRead(sample: readonly JsonObject[], fields: JsonFields): boolean {
  const isTagged = (value: JsonObject) => taggedTokens(value) !== undefined || hasTags(value, fields);
  return (
    sample.every(isTagged) ||
    2 * sample.filter((value) => !isTagged(value) && hasPlaces(value)).length > sample.length ||
    spanFieldsOf(sample) !== undefined
  );
}

/** Whether an object has tags or spans that are not looked for by their words. */
function hasPlaces(value: JsonObject): boolean {
  const content = readRecord(value, {});
  if (typeof content !== 'object') return false;
  return 'sentences' in content || content.texts.some(({ spans = [], quoted }) => spans.length > 0 && !quoted);
}

/** Whether an object has tokens, or spans: marks beside these are no entities. */
function isAnnotated(value: JsonObject, fields: JsonFields): boolean {
  return tokensOf(value, fields) !== undefined || hasSpans(readRecord(value, {}));
}

function isAnnotatedLater(file: string, lines: Iterable<string>, fields: JsonFields): boolean {
  for (const value of valuesOf(file, lines)) if (isAnnotated(value, fields)) return true;
  return false;
}

function* valuesOf(file: string, lines: Iterable<string>): Generator<JsonObject, void> {
  for (const { value } of readJsonItems(file, lines, new ProblemLog(file))) if (value !== undefined) yield value;
}

/** Records searched for a field with entities. */
const SEARCHED_RECORDS = 500;

/** Records examined for fields of tags and for spans of tokens. */
const SAMPLED_RECORDS = 50;
