import { isObject, type JsonObject } from '../json-values.ts';

/** The states of our own exports. */
const OWN_STATES = ['open', 'accepted', 'skipped', 'flagged'] as const;

/**
 * The state that our own export gives a sentence; undefined without one, or if another program has added or removed spans since.
 *
 * @param spans how many the record has
 */
export function ownState(record: JsonObject, spans: number): (typeof OWN_STATES)[number] | undefined {
  const own = ownFields(record);
  return own['spans'] === spans ? OWN_STATES.find((known) => known === own['state']) : undefined;
}

/** The additional fields of our own exports. */
export function ownFields(record: JsonObject): JsonObject {
  const { data } = record;
  const own = record['tagsmith'] ?? (isObject(data) ? data['tagsmith'] : undefined);
  return isObject(own) ? own : {};
}

export const NOT_ANNOTATED = 'not annotated';

/**
 * Why a person has not accepted the labels of a record, so that they are not gold. Undefined if they are.
 *
 * @param spans of the text; undefined if it is not annotated
 * @param hasTags whether the record has tags in place of spans
 */
export function leftOutBecause(record: JsonObject, spans: number | undefined, hasTags = false): string | undefined {
  const state = ownState(record, spans ?? 0);
  if (state !== undefined) return state === 'accepted' ? undefined : state;
  const { answer, status } = record;
  if (answer === 'reject') return 'rejected';
  if (answer === 'ignore') return 'ignored';
  if (status === 'Discarded' || status === 'discarded') return 'discarded';
  if (spans !== undefined || hasTags) return undefined;
  const isAutomatic = Object.values(record).some((value) => isObject(value) && value['human-annotated'] === 'no');
  return isAutomatic ? 'labelled automatically' : NOT_ANNOTATED;
}
