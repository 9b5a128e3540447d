import { isObject, type JsonObject } from '../json/values.ts';
import { isWhole } from '../records/spans.ts';
import type { Answer, Place } from './mrc-answer.ts';

/** A question of UIE: a text, a type, and the places of its entities in characters, with exclusive ends. */
interface Prompted {
  content: string;
  prompt: string;
  result_list: unknown[];
}

export function isPrompted(record: JsonObject): record is JsonObject & Prompted {
  const { content, prompt, result_list: results } = record;
  return typeof content === 'string' && typeof prompt === 'string' && Array.isArray(results);
}

/** Whether a question asks for what is related to an entity of the text: `林小明的住址`. */
export function asksForRelation({ content, prompt }: Prompted): boolean {
  const cut = prompt.lastIndexOf('的');
  return cut > 0 && content.includes(prompt.slice(0, cut));
}

/** The entities of a question; none if it asks for a relation. An error message if a result is no place. */
export function answersToPrompt(record: Prompted): Answer[] | string {
  const { prompt: type, result_list: results } = record;
  if (asksForRelation(record)) return [];
  const places = results.map(placeOf);
  const wrong = places.indexOf(undefined);
  if (wrong >= 0) return `result_list has ${JSON.stringify(results[wrong])}, expected a start and an end.`;
  return [{ type, places: undefined, mask: { unit: 'characters', places: places as Place[] } }];
}

function placeOf(result: unknown): Place | undefined {
  const { start, end } = isObject(result) ? result : {};
  return isWhole(start) && isWhole(end) && start >= 0 && end > start ? [start, end - 1] : undefined;
}
