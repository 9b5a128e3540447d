import { isObject, type JsonObject } from '../json-values.ts';
import { CasLayers } from '../cas-layers.ts';
import type { RecordKind } from './record.ts';

/** A CAS of UIMA in JSON, which INCEpTION exports. Offsets are UTF-16 code units of the document's text. */
export const casJson: RecordKind = {
  title: 'UIMA CAS JSON (INCEpTION)',
  read(record) {
    if (!isCasJson(record)) return undefined;
    const written = record['%FEATURE_STRUCTURES'];
    const structures = (Array.isArray(written) ? written : Object.values(isObject(written) ? written : {})).filter(
      isObject,
    );
    const text = structures.map(({ sofaString }) => sofaString).find((value) => typeof value === 'string');
    if (text === undefined) return '%FEATURE_STRUCTURES has no text: no Sofa has a sofaString.';
    const layers = new CasLayers(text);
    for (const structure of structures) layers.add(nameOf(structure), structure);
    return { texts: [layers.read()] };
  },
};

export function isCasJson(record: JsonObject): boolean {
  return record['%FEATURE_STRUCTURES'] !== undefined;
}

function nameOf(structure: JsonObject): string {
  const type = structure['%TYPE'];
  return typeof type === 'string' ? type.split('.').at(-1)! : '';
}
