import { isObject, type JsonObject } from '../../json/values.ts';
import { readCas } from '../../cas-layers.ts';
import type { RecordKind } from '../record.ts';

/** A CAS of UIMA in JSON, which INCEpTION exports. Offsets are UTF-16 code units of the document's text. */
export const casJson: RecordKind = {
  title: 'UIMA CAS JSON (INCEpTION)',
  read(record) {
    if (!isCasJson(record)) return undefined;
    const written = record['%FEATURE_STRUCTURES'];
    const byId = Object.entries(isObject(written) ? written : {}).map(([id, value]) =>
      isObject(value) ? { '%ID': id, ...value } : value,
    );
    const structures = (Array.isArray(written) ? written : byId).filter(isObject);
    const text = readCas(
      structures.map((features) => ({
        layer: nameOf(features),
        id: idOf(features['%ID']),
        sofa: idOf(features['@sofa']),
        features,
      })),
    );
    return text === undefined ? '%FEATURE_STRUCTURES has no text: no Sofa has a sofaString.' : { texts: [text] };
  },
};

export function isCasJson(record: JsonObject): boolean {
  return record['%FEATURE_STRUCTURES'] !== undefined;
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
}

function nameOf(structure: JsonObject): string {
  const type = structure['%TYPE'];
  return typeof type === 'string' ? type.split('.').at(-1)! : '';
}
