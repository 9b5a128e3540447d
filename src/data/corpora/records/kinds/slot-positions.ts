import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';
import { TEXT_FIELDS } from './text-spans.ts';

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(isWhole);
}

/** The pairs of offsets of each slot, one or a list: `{"city": [7, 11]}`. Undefined if the value is something else. */
export function slotPositionsOf(positions: unknown): [slot: string, pairs: [number, number][]][] | undefined {
  if (!isObject(positions)) return undefined;
  const slots = Object.entries(positions).map(
    ([slot, value]) => [slot, isPair(value) ? [value] : Array.isArray(value) ? value : [undefined]] as const,
  );
  const areAll = slots.every(([, pairs]) => pairs.every(isPair));
  return areAll ? (slots as [string, [number, number][]][]) : undefined;
}

/**
 * A text with the offsets of each slot, and perhaps its text, as in data of SNIPS: `{"text": …, "slots": {"city": "Oslo"},
 * "positions": {"city": [7, 11]}}`. The texts decide whether the end is the last character.
 */
export const slotPositions: RecordKind = {
  title: 'SNIPS with positions',
  read({ slots, positions, ...record }) {
    const text = TEXT_FIELDS.map((name) => record[name]).find((value) => typeof value === 'string');
    const found = slotPositionsOf(positions);
    if (text === undefined || found === undefined || (found.length === 0 && !isObject(slots))) return undefined;
    const characters = Array.from(text);
    const spans = found.flatMap(([type, pairs]) => {
      const own = isObject(slots) ? [slots[type]].flat() : [];
      return pairs.map(([start, end], i): WrittenSpan => {
        const isLast = end < characters.length && characters.slice(start, end + 1).join('') === own[i];
        const to = isLast ? end + 1 : end;
        return { start, end: to, type, unit: 'code points', ...(typeof own[i] === 'string' && { text: own[i] }) };
      });
    });
    return { texts: [{ text, spans }] };
  },
};

/** What a user or a system says, with the slots of each service: `frames` of Schema-Guided Dialogue. */
export const dialogueFrames: RecordKind = {
  title: 'Schema-Guided Dialogue',
  read({ utterance: text, frames }) {
    if (typeof text !== 'string' || !Array.isArray(frames) || !frames.every(isFrame)) return undefined;
    const spans = frames.flatMap(({ slots }) => slots.flatMap((slot) => spanOf(slot) ?? []));
    return { texts: [{ text, spans }] };
  },
};

function isFrame(frame: unknown): frame is { slots: JsonObject[] } {
  const { slots } = isObject(frame) ? frame : ({} as JsonObject);
  return Array.isArray(slots) && slots.every(isObject);
}

/** Undefined for a slot that has values, but no place in the text. */
function spanOf({ slot, start, exclusive_end: end }: JsonObject): WrittenSpan | undefined {
  return typeof slot === 'string' && isWhole(start) && isWhole(end)
    ? { start, end, type: slot, unit: 'code points' }
    : undefined;
}
