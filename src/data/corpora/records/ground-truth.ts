import { isObject, type JsonObject } from '../json-values.ts';
import type { RecordKind, WrittenSpan } from './record.ts';
import { readSpan } from './spans.ts';

/**
 * A line of an output manifest of SageMaker Ground Truth: the text in `source`, and the labels of a job in a field of its name, with its
 * metadata beside it. Offsets are UTF-16 code units.
 */
export const groundTruth: RecordKind = {
  title: 'SageMaker Ground Truth',
  read(record) {
    const jobs = Object.keys(record).filter(
      (name) => isObject(record[`${name}-metadata`]) && hasEntities(record[name]),
    );
    const failed = Object.keys(record).some((name) => isObject(record[name]) && 'failure-reason' in record[name]);
    if (jobs.length === 0 && !failed) return undefined;
    const { source } = record;
    if (typeof source !== 'string') {
      return typeof record['source-ref'] === 'string'
        ? 'The text is in another file, source-ref. Expected it in source.'
        : undefined;
    }
    const [job] = jobs;
    if (job === undefined) return { texts: [{ text: source, spans: undefined }] };
    if (jobs.length > 1) return `The labels of several jobs (${jobs.join(', ')}) are in the file. Leave one.`;
    const entities = (record[job] as { annotations: { entities: unknown[] } }).annotations.entities;
    const spans: WrittenSpan[] = [];
    for (const entity of entities) {
      const read = readSpan(entity, source, 'UTF-16 units');
      if (read === undefined) return `entities contains ${JSON.stringify(entity)}, which has no offsets or no label.`;
      spans.push(...read);
    }
    const isAutomatic = (record[`${job}-metadata`] as JsonObject)['human-annotated'] === 'no';
    return { texts: [{ text: source, spans: isAutomatic ? undefined : spans }] };
  },
};

function hasEntities(labels: unknown): boolean {
  const annotations = isObject(labels) ? labels['annotations'] : undefined;
  return isObject(annotations) && Array.isArray(annotations['entities']);
}
