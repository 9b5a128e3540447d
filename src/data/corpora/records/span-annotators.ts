import { isObject, type JsonObject } from '../json/values.ts';
import { readSpan } from './spans.ts';

/** Fields of a span that say who has annotated it: in exports of doccano, all people have one list. */
const WHO = ['user', 'annotator', 'annotator_id', 'worker_id'];

/**
 * The spans of one person, if several have annotated the text each for themselves: spans of different people overlap.
 *
 * @param annotator the person; default: that of the first span
 * @returns undefined if others have annotated the text
 */
export function ofOnePerson(
  spans: readonly unknown[],
  annotator?: string,
): { spans: readonly unknown[]; note?: string } | undefined {
  const who = WHO.find((name) => spans.length > 0 && spans.every((span) => isObject(span) && isId(span[name])));
  if (who === undefined) return { spans };
  const personOf = (span: unknown) => String((span as JsonObject)[who]);
  const people = [...new Set(spans.map(personOf))];
  const areOf = (person: string) => spans.filter((span) => personOf(span) === person);
  if (annotator !== undefined) return people.includes(annotator) ? { spans: areOf(annotator) } : undefined;
  if (people.length === 1 || !haveOverlaps(spans, personOf)) return { spans };
  const note = `annotations by several people (${people.join(', ')}): the first one was read`;
  return { spans: areOf(people[0]!), note };
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether a span of one person overlaps one of another. */
function haveOverlaps(spans: readonly unknown[], personOf: (span: unknown) => string): boolean {
  const ascending = spans
    .flatMap((span) => readSpan(span, '')?.map(({ start, end }) => ({ start, end, person: personOf(span) })) ?? [])
    .toSorted((a, b) => a.start - b.start);
  return ascending.some((span, i) => {
    const before = ascending[i - 1];
    return before !== undefined && before.end > span.start && before.person !== span.person;
  });
}
