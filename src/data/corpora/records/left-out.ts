import { isObject, type JsonObject } from '../json/values.ts';

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

/** Whether single spans of a sentence that our own export calls open are accepted or refused. Records have several sentences. */
export function isPartlyDecided(record: JsonObject): boolean {
  const { spans, refused, sentences } = ownFields(record);
  if (sentences !== undefined) return false;
  return (typeof spans === 'number' && spans > 0) || (Array.isArray(refused) && refused.length > 0);
}

/** The additional fields of our own exports. */
export function ownFields(record: JsonObject): JsonObject {
  const { data } = record;
  const own = record['tagsmith'] ?? (isObject(data) ? data['tagsmith'] : undefined);
  return isObject(own) ? own : {};
}

/** Fields that Prodigy and Argilla add: `answer` and `status` beside these are a person's verdict on the record. */
const OF_TOOLS =
  /^(?:_?(?:input_hash|task_hash|view_id|session_id|annotator_id|timestamp|is_binary)|accept|annotation|annotation_agent|prediction|prediction_agent|event_timestamp|inputs|responses|.*\.responses)$/;

/**
 * Why a person has not accepted the class of a text, as our own exports, Prodigy and Argilla say it. Undefined without
 * their other fields: `answer` and `status` may be what the text is about.
 *
 * @param label the field with the class
 */
export function classLeftOutBecause(record: JsonObject, label: string): string | undefined {
  if (label === 'answer' || label === 'status') return undefined;
  const isOfTool = Object.keys(record).some((name) => OF_TOOLS.test(name) || name === 'tagsmith');
  return isOfTool ? leftOutBecause(record, undefined, true) : undefined;
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
