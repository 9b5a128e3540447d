import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** Labels that no person has submitted. */
const NO_GOLD = /^(PREDICTION|INFERENCE|AUTOSAVE)$/;

/**
 * An asset of Kili: `content`, and `labels` with a `jsonResponse`, whose jobs have `annotations`. Of several labels the last review is
 * read, or else the latest label: by `createdAt`, or else in the order of the file. Offsets are UTF-16 code units.
 */
export const kili: RecordKind = {
  title: 'Kili',
  read(record) {
    const { content, labels, latestLabel } = record;
    const written: unknown[] = Array.isArray(labels) ? labels : latestLabel === undefined ? [] : [latestLabel];
    const responses = written.filter((label) => isObject(label) && isObject(label['jsonResponse'])) as JsonObject[];
    const isAsset = typeof content === 'string' && (labels ?? latestLabel) !== undefined && 'externalId' in record;
    if (!isAsset && (typeof content !== 'string' || responses.length === 0)) return undefined;
    if (/^https?:\/\/\S+$/.test(content))
      return 'content is an address, not the text. Export the assets with their texts.';
    const gold = responses.filter(({ labelType }) => typeof labelType !== 'string' || !NO_GOLD.test(labelType));
    const byTime = inOrder(gold);
    const chosen =
      byTime.findLast(({ labelType }) => labelType === 'REVIEW') ??
      byTime.findLast(({ isLatestLabelForUser }) => isLatestLabelForUser === true) ??
      byTime.at(-1);
    if (chosen === undefined) return { texts: [{ text: content, spans: undefined }] };
    const spans = annotationsOf(chosen['jsonResponse'] as JsonObject).map((found) => spanOf(found));
    const people = new Set(gold.map(authorOf));
    const notes =
      people.size > 1
        ? [`labels by several people (${[...people].join(', ')}): the last review or label was read`]
        : [];
    return typeof spans.find((span) => typeof span === 'string') === 'string'
      ? (spans.find((span) => typeof span === 'string') as string)
      : { texts: [{ text: content, spans: (spans as WrittenSpan[][]).flat(), notes }] };
  },
};

/** The labels by the time of their creation, if all have one; else in the order of the file. */
function inOrder(labels: readonly JsonObject[]): readonly JsonObject[] {
  const timed = labels.map((label) => ({ label, time: Date.parse(String(label['createdAt'])) }));
  return timed.some(({ time }) => Number.isNaN(time))
    ? labels
    : timed.toSorted((a, b) => a.time - b.time).map(({ label }) => label);
}

function annotationsOf(jobs: JsonObject): unknown[] {
  return Object.values(jobs).flatMap((job): unknown[] =>
    isObject(job) && Array.isArray(job['annotations']) ? job['annotations'] : [],
  );
}

/** A span for each category; none for a relation, which has no offsets. An error message if it is malformed. */
function spanOf(found: unknown): WrittenSpan[] | string {
  const { beginOffset: start, endOffset, content: own, categories, startEntities } = isObject(found) ? found : {};
  if (startEntities !== undefined) return [];
  const repeated = typeof own === 'string' && own !== '' ? { text: own } : {};
  const end = endOffset ?? (isWhole(start) && typeof own === 'string' ? start + own.length : undefined);
  const names = (Array.isArray(categories) ? categories : []).map((category) =>
    isObject(category) ? category['name'] : undefined,
  );
  if (!isWhole(start) || !isWhole(end) || names.length === 0 || names.some((name) => typeof name !== 'string'))
    return `annotations contains ${JSON.stringify(found)}, which has no offsets or no category.`;
  return (names as string[]).map((type) => ({ start, end, type, unit: 'UTF-16 units', ...repeated }));
}

function authorOf({ author }: JsonObject): string {
  const id = isObject(author) ? (author['email'] ?? author['id']) : author;
  return typeof id === 'string' ? id : 'unknown';
}
