import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** An act, its slot, the value, and the places of its first and its last word. */
type SlotOfAct = [act: string, slot: string, value: string, first: number, last: number];

/**
 * What is said in a dialogue of MultiWOZ 2.1 or 2.3, with the slots of its acts: `{"text": "in the east", "span_info":
 * [["Hotel-Inform", "Area", "east", 2, 2]]}`. Words stand between spaces, and the second place is the last word. In files that were
 * converted from version 2.2, places are offsets of characters, as the values show. The type is the domain and the slot: `Hotel-Area`.
 */
export const multiWoz: RecordKind = {
  title: 'MultiWOZ 2.1, 2.3 (span_info)',
  read({ text, span_info: written }) {
    if (typeof text !== 'string' || !Array.isArray(written)) return undefined;
    const wrong = written.find((slot) => !isSlotOfAct(slot));
    if (wrong !== undefined)
      return `span_info contains ${JSON.stringify(wrong)}, expected the act, its slot, the value, and its first and last word.`;
    const slots = written as SlotOfAct[];
    const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
    const ofWords = slots.map(([act, slot, , first, last]) => spanOf(act, slot, words[first]?.start, words[last]?.end));
    const ofCharacters = slots.map(([act, slot, , start, end]) => spanOf(act, slot, start, end));
    const fitting = (spans: readonly (WrittenSpan | undefined)[]) =>
      spans.filter((span, i) => span && text.slice(span.start, span.end).toLowerCase() === slots[i]![2].toLowerCase());
    const areCharacters = fitting(ofCharacters).length > fitting(ofWords).length;
    const found = areCharacters ? ofCharacters : ofWords;
    const spans = new Map(found.flatMap((span) => (span === undefined ? [] : [[JSON.stringify(span), span]])));
    return { texts: [{ text, spans: [...spans.values()], ...(found.includes(undefined) && { notes: [BEYOND] }) }] };
  },
};

const BEYOND = 'slots at words that the text does not have, which were left out';

/** Undefined without a place in the text. */
function spanOf(act: string, slot: string, start?: number, end?: number): WrittenSpan | undefined {
  if (start === undefined || end === undefined) return undefined;
  return { start, end, type: `${act.split('-')[0]}-${slot}`, unit: 'UTF-16 units' };
}

function isSlotOfAct(slot: unknown): slot is SlotOfAct {
  return (
    Array.isArray(slot) &&
    slot.length === 5 &&
    slot.slice(0, 3).every((part) => typeof part === 'string') &&
    slot.slice(3).every(isWhole)
  );
}

/** What is said in the dialogues of a file, which are its members by their names, or itself; undefined if it has none. */
export function turnsOfLogs(value: JsonObject): JsonObject[] | undefined {
  if (isLogged(value)) return turnsOf(value, value['dialogue_id'] ?? value['dialogue_idx']);
  const members = Object.entries(value);
  if (members.length === 0 || !members.every(([, member]) => isObject(member) && isLogged(member))) return undefined;
  return members.flatMap(([id, member]) => turnsOf(member as JsonObject, id));
}

function turnsOf({ log }: JsonObject, id: unknown): JsonObject[] {
  return (log as JsonObject[]).map((turn) => (id === undefined ? turn : { dialogue_id: id, ...turn }));
}

/** Whether an object is a dialogue in which slots have places. */
function isLogged({ log }: JsonObject): boolean {
  return (
    Array.isArray(log) &&
    log.every((turn) => isObject(turn) && typeof turn['text'] === 'string') &&
    log.some((turn: JsonObject) => Array.isArray(turn['span_info']))
  );
}
