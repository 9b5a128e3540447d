import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { AnnotatedText, RecordKind, TokenSentence, WrittenSpan } from '../record.ts';
import { isWhole, readTokenSpan } from '../spans.ts';

/**
 * A dialogue with its utterances, and in the `segments` of each the places that people have annotated, with their names:
 * `{"start_index": 11, "end_index": 18, "text": "Ginza 2", "annotations": [{"name": "restaurant.name"}]}`.
 */
export const taskmaster: RecordKind = {
  title: 'Taskmaster',
  read(record) {
    const utterances = utterancesOf(record);
    if (utterances === undefined) return undefined;
    const texts: AnnotatedText[] = [];
    for (const { text, segments = [] } of utterances) {
      const spans: WrittenSpan[] = [];
      for (const segment of segments) {
        const read = spansOf(segment);
        if (read === undefined)
          return `segments contains ${JSON.stringify(segment)}, expected an object with start_index, end_index and annotations.`;
        spans.push(...read);
      }
      if (text.trim() !== '') texts.push({ text, spans });
    }
    return { texts };
  },
};

interface Utterance {
  text: string;
  segments?: readonly unknown[];
}

function utterancesOf({ utterances, conversation_id: id }: JsonObject): Utterance[] | undefined {
  if (!Array.isArray(utterances) || !utterances.every(isUtterance)) return undefined;
  return id !== undefined || utterances.some(({ segments }) => segments !== undefined) ? utterances : undefined;
}

function isUtterance(value: unknown): value is Utterance {
  if (!isObject(value)) return false;
  return typeof value['text'] === 'string' && (value['segments'] === undefined || Array.isArray(value['segments']));
}

function spansOf(segment: unknown): WrittenSpan[] | undefined {
  if (!isObject(segment) || !Array.isArray(segment['annotations'])) return undefined;
  const { start_index: start, end_index: end, text, annotations } = segment;
  const types = (annotations as unknown[]).map((annotation) => (isObject(annotation) ? annotation['name'] : undefined));
  if (!isWhole(start) || !isWhole(end) || !isStrings(types)) return undefined;
  const repeated = typeof text === 'string' ? { text } : {};
  return [...new Set(types)].map((type) => ({ start, end, type, unit: 'code points', ...repeated }));
}

/** What each turn of a dialogue may have, in the order in which it is said. */
const SAID = ['system_utterance', 'user_utterance'];

/**
 * A dialogue with turns of utterances, whose slots are at their tokens: `{"turns": [{"user_utterance": {"tokens": ["on", "Friday"],
 * "slots": [{"slot": "date", "start": 1, "exclusive_end": 2}]}}]}`.
 */
export const machineDialogues: RecordKind = {
  title: 'M2M (Sim-M, Sim-R)',
  read({ turns }) {
    if (!Array.isArray(turns) || turns.length === 0 || !turns.every(isTurn)) return undefined;
    const sentences: TokenSentence[] = [];
    for (const said of turns.flatMap((turn) => SAID.flatMap((name) => turn[name] ?? []))) {
      const { tokens, slots = [] } = said as { tokens: string[]; slots?: unknown[] };
      const spans = slots.map((slot) =>
        isObject(slot) ? readTokenSpan([slot['start'], slot['exclusive_end'], slot['slot']]) : undefined,
      );
      const wrong = spans.indexOf(undefined);
      if (wrong >= 0)
        return `slots contains ${JSON.stringify(slots[wrong])}, expected an object with slot, start and exclusive_end.`;
      if (tokens.length > 0) sentences.push({ tokens, spans: spans.flatMap((span) => span ?? []) });
    }
    return { sentences, areEndsInclusive: false };
  },
};

function isTurn(turn: unknown): turn is JsonObject {
  if (!isObject(turn)) return false;
  const said = SAID.flatMap((name) => turn[name] ?? []);
  return said.length > 0 && said.every(isSaid);
}

function isSaid(said: unknown): boolean {
  return isObject(said) && isStrings(said['tokens']) && (said['slots'] === undefined || Array.isArray(said['slots']));
}

/** Whether an object is a dialogue, whose utterances or turns are no records of their own. */
export function isDialogue(value: JsonObject): boolean {
  return utterancesOf(value) !== undefined || (Array.isArray(value['turns']) && value['turns'].every(isTurn));
}
