import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** The documents that a labels file of Azure Language (custom named entity recognition) names; undefined if it is none. */
export function azureDocuments(labels: unknown): (JsonObject & { location: string })[] | undefined {
  if (!isObject(labels)) return undefined;
  const { documents, entityNames } = isObject(labels['assets']) ? labels['assets'] : labels;
  const areDocuments =
    Array.isArray(documents) &&
    documents.length > 0 &&
    documents.every((one) => isObject(one) && typeof one['location'] === 'string' && Array.isArray(one['entities']));
  return areDocuments
    ? (documents as (JsonObject & { location: string })[]).map((one) => ({
        ...(entityNames !== undefined && { entityNames }),
        ...one,
      }))
    : undefined;
}

/**
 * A document of Azure Language with its text: regions with `labels`, whose offsets are UTF-16 code units of the document. The labels are in
 * one file, each text in a file of its own (`containers/stand-off.ts` joins them).
 */
export const azure: RecordKind = {
  title: 'Azure Language',
  read(record) {
    const { location, text, entities, entityNames } = record;
    const alone = azureDocuments(record);
    if (alone !== undefined) {
      const names = alone
        .slice(0, 3)
        .map((one) => one['location'])
        .join(', ');
      return `The file has labels of Azure Language, but their texts (${names}${alone.length > 3 ? '…' : ''}) are missing. Add all files together, or in a zip archive.`;
    }
    if (typeof location !== 'string' || !Array.isArray(entities)) return undefined;
    if (!entities.every((region) => isObject(region) && Array.isArray(region['labels']))) return undefined;
    if (typeof text !== 'string') return `The text of ${location} is missing. Add it together with its labels.`;
    const spans: WrittenSpan[] = [];
    for (const label of (entities as { labels: unknown[] }[]).flatMap(({ labels }) => labels)) {
      const { category, entity, offset, start = offset, length } = isObject(label) ? label : {};
      const type: unknown =
        category ?? (Array.isArray(entityNames) && isWhole(entity) ? entityNames[entity] : undefined);
      if (!isWhole(start) || !isWhole(length) || typeof type !== 'string')
        return `labels contains ${JSON.stringify(label)}, which has no offset, no length or no category.`;
      spans.push({ start, end: start + length, type, unit: 'UTF-16 units' });
    }
    return { texts: [{ text, spans }] };
  },
};
