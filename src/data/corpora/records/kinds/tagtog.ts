import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import { decodeEntities } from '../../xml.ts';
import type { AnnotatedText, RecordKind, WrittenSpan } from '../record.ts';
import { DISCONTINUOUS, isWhole } from '../spans.ts';

/** An element of `plain.html` with a part of the document: `<p id="s1p1">`. */
const PART = /<(\w{1,10})\b[^<>]*\bid="(s\d[\w-]{0,60})"[^<>]*>([\s\S]*?)<\/\1>/g;

const REMOVED = 'annotations that were removed, which were left out';
const OPEN = 'annotations that nobody has confirmed (anncomplete is false)';
const SEVERAL = 'annotations by several people: the first one was read';
const NAMELESS = 'types without a name, since annotations-legend.json is not beside them';

/** The parts of a document by their ids, from its `.plain.html`. */
export function partsOf(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(PART)].map(([, , id, inner]) => [id!, decodeEntities(inner!.replaceAll(/<[^<>]*>/g, ''))]),
  );
}

/**
 * A document of tagtog: its `parts`, the `.ann.json` about them in `tagtog`, and the names of types in `legend`. An entity has its part, and
 * where it begins in it with its text. Offsets are UTF-16 code units.
 */
export const tagtog: RecordKind = {
  title: 'tagtog',
  read({ parts, tagtog: files, legend }) {
    if (!isObject(parts) || !isStrings(files)) return undefined;
    const document = jsonIn(files[0] ?? '');
    const entities = document?.['entities'];
    if (document === undefined || !Array.isArray(entities)) return 'The .ann.json file has no entities.';
    const notes = new Set<string>();
    if (files.length > 1) notes.add(SEVERAL);
    if (document['anncomplete'] === false) notes.add(OPEN);
    const byPart = new Map<string, WrittenSpan[]>(Object.keys(parts).map((part) => [part, []]));
    for (const entity of entities as unknown[]) {
      const span = isObject(entity) ? spanOf(entity, isObject(legend) ? legend : {}, notes) : undefined;
      if (span === undefined)
        return `entities contains ${JSON.stringify(entity)}, expected an object with classId, part and offsets.`;
      const part = byPart.has('') ? '' : (entity as JsonObject)['part'];
      const own = byPart.get(String(part));
      if (own === undefined) return `The text has no part ${String(part)}, which an entity names.`;
      if (span !== 'removed') own.push(span);
    }
    const texts = [...byPart].map(([part, spans]): AnnotatedText => ({ text: String(parts[part]), spans }));
    const [first, ...others] = texts.filter(({ text }) => text.trim() !== '');
    return first === undefined ? 'The document has no text.' : { texts: [{ ...first, notes: [...notes] }, ...others] };
  },
};

function jsonIn(written: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined if it is malformed. */
function spanOf(entity: JsonObject, legend: JsonObject, notes: Set<string>): WrittenSpan | 'removed' | undefined {
  const { classId, offsets, confidence } = entity;
  if (typeof classId !== 'string' || !Array.isArray(offsets) || !offsets.every(isOffset)) return undefined;
  const [first, last] = [offsets[0], offsets.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const state = isObject(confidence) ? confidence['state'] : undefined;
  if (typeof state === 'string' && /removed|rejected/.test(state)) {
    notes.add(REMOVED);
    return 'removed';
  }
  const name = legend[classId];
  if (name === undefined) notes.add(NAMELESS);
  if (offsets.length > 1) notes.add(DISCONTINUOUS);
  return {
    start: first.start,
    end: last.start + last.text.length,
    type: typeof name === 'string' ? name : classId,
    unit: 'UTF-16 units',
    ...(offsets.length === 1 && { text: first.text }),
  };
}

function isOffset(offset: unknown): offset is { start: number; text: string } {
  return isObject(offset) && isWhole(offset['start']) && typeof offset['text'] === 'string';
}
