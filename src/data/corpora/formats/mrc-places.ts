import { isObject, type JsonObject } from '../json/values.ts';
import { isWhole } from '../records/spans.ts';
import type { Answer, Place, Unit } from './mrc-answer.ts';
import { answersToPrompt, isPrompted } from './mrc-prompts.ts';

/** The places of one type, or of several. An error message if there are none. */
export function answersIn(record: JsonObject, lengths: Readonly<Record<Unit, number>>): Answer[] | string {
  if (isPrompted(record)) return answersToPrompt(record);
  const { entity_label: type, label } = record;
  if (type === undefined && isPlaces(label))
    return Object.entries(label).map(([name, written]) => ({ type: name, places: written.map(placeOf) as Place[] }));
  if (typeof type !== 'string' || type === '') return 'It has no entity_label.';
  const mask = maskIn(record, lengths);
  if (typeof mask === 'string') return mask;
  const written = writtenPlaces(record);
  if (written === undefined)
    return 'It has neither span_position nor as many values in start_position as in end_position.';
  const places = written.map(placeOf);
  const isRepeated = new Set(written.map(String)).size < written.length;
  if (mask !== undefined && (isRepeated || places.includes(undefined))) return [{ type, places: undefined, mask }];
  const wrong = places.indexOf(undefined);
  return wrong < 0
    ? [{ type, places: places as Place[], ...(mask && { mask }) }]
    : `${JSON.stringify(written[wrong])} is no place, expected "first;last".`;
}

/** Places by type. */
export function isPlaces(label: unknown): label is Record<string, unknown[]> {
  return (
    isObject(label) &&
    Object.values(label).every(
      (places) => Array.isArray(places) && places.every((place) => placeOf(place) !== undefined),
    )
  );
}

function writtenPlaces({ span_position: spans, start_position: starts, end_position: ends }: JsonObject) {
  if (Array.isArray(spans)) return spans as unknown[];
  if (!Array.isArray(starts) || !Array.isArray(ends) || starts.length !== ends.length) return undefined;
  return starts.map((start: unknown, i): unknown => [start, ends[i]]);
}

/** `"2;4"`, `"2,4"` or `[2, 4]` */
function placeOf(written: unknown): Place | undefined {
  const [start, end, more]: unknown[] =
    typeof written === 'string' ? written.split(/[;,]/).map(Number) : Array.isArray(written) ? written : [];
  return isWhole(start) && isWhole(end) && start >= 0 && end >= start && more === undefined ? [start, end] : undefined;
}

/** What lists with a 0 or 1 for each token or character say; undefined if they are no such lists. An error message if it is unclear. */
function maskIn(
  { span_position: spans, start_position: starts, end_position: ends }: JsonObject,
  lengths: Readonly<Record<Unit, number>>,
): Answer['mask'] | string {
  if (Array.isArray(spans) || !isMask(starts) || !isMask(ends) || starts.length !== ends.length) return undefined;
  const unit = (['tokens', 'characters'] as const).find((one) => lengths[one] === starts.length);
  if (unit === undefined) return undefined;
  const [first, last] = [onesIn(starts), onesIn(ends)];
  const isClear =
    first.length === last.length &&
    first.every((start, i) => start <= last[i]! && (i + 1 === first.length || last[i]! < first[i + 1]!));
  if (isClear) return { unit, places: first.map((start, i) => [start, last[i]!]) };
  return starts.length > 3
    ? 'start_position and end_position have a 0 or 1 for each token, but it is unclear which start has which end.'
    : undefined;
}

function isMask(list: unknown): list is number[] {
  return Array.isArray(list) && list.length > 0 && list.every((value) => value === 0 || value === 1);
}

function onesIn(mask: readonly number[]): number[] {
  return mask.flatMap((value, i) => (value === 1 ? [i] : []));
}
