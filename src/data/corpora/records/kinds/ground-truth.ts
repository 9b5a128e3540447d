import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { readSpan } from '../spans.ts';

/** Ends the name of the field with the metadata of a job. */
const METADATA = '-metadata';

/**
 * A line of an output manifest of SageMaker Ground Truth: the text in `source`, and the labels of a job in a field of its name, with its
 * metadata beside it. Offsets are UTF-16 code units.
 */
export const groundTruth: RecordKind = {
  title: 'SageMaker Ground Truth',
  read(record) {
    const metadata = Object.keys(record).filter((name) => name.endsWith(METADATA) && isObject(record[name]));
    if (metadata.length === 0) return undefined;
    const jobs = metadata.map((name) => name.slice(0, -METADATA.length)).filter((name) => hasEntities(record[name]));
    const failed = metadata.some((name) => 'failure-reason' in (record[name] as JsonObject));
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
    const isAutomatic = (record[`${job}${METADATA}`] as JsonObject)['human-annotated'] === 'no';
    return { texts: [{ text: source, spans: isAutomatic ? undefined : spans }] };
  },
};

function hasEntities(labels: unknown): boolean {
  const annotations = isObject(labels) ? labels['annotations'] : undefined;
  return isObject(annotations) && Array.isArray(annotations['entities']);
}
