import { isObject, type JsonObject } from '../../json/values.ts';
import { jsonIn } from '../../texts/token-annotations.ts';
import { SPAN_FIELDS, TEXT_FIELDS } from './text-spans.ts';

/**
 * A record whose text, or whose spans, are in an object in it, with the fields of that object as its own:
 * `{"document": {"text": …}, "entities": […]}`; or in the JSON of its instruction. Undefined if there is no such object, or if there are several.
 */
export function withoutNesting(record: JsonObject): JsonObject | undefined {
  const { instruction, output } = record;
  const asked = typeof instruction === 'string' && typeof output === 'string' ? jsonIn(instruction) : undefined;
  if (isObject(asked) && typeof asked['input'] === 'string') return { text: asked['input'], output }; // IEPile
  const hasText = (value: JsonObject) => TEXT_FIELDS.some((name) => typeof value[name] === 'string');
  const hasSpans = (value: JsonObject) =>
    SPAN_FIELDS.some((name) => isObject((value[name] as unknown[] | undefined)?.[0]));
  const [text, spans] = [hasText(record), hasSpans(record)];
  if (text && spans) return undefined;
  const inner = Object.values(record).filter(isObject);
  const texts = text ? [] : inner.filter(hasText);
  const lists = spans ? [] : inner.filter(hasSpans);
  if (texts.length > 1 || lists.length > 1 || (!text && texts.length === 0) || (!spans && lists.length === 0))
    return undefined;
  return { ...record, ...texts[0], ...lists[0] };
}
