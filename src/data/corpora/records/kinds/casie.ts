import { isObject, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

const NUGGETS = 'nuggets of events and roles of arguments, which were not read';

/**
 * A report of CASIE: its text in `content`, and in `cyberevent` the events of each hopper with their arguments, `{"text": "Acme",
 * "startOffset": 16, "endOffset": 20, "type": "Organization"}`. Arguments are entities; several events may have the same one.
 */
export const casie: RecordKind = {
  title: 'CASIE',
  read({ content: text, cyberevent: events }) {
    const hoppers = isObject(events) ? events['hopper'] : undefined;
    if (typeof text !== 'string' || !Array.isArray(hoppers)) return undefined;
    const inAll = (parents: readonly unknown[], name: string) =>
      parents.flatMap((parent) => (isObject(parent) && Array.isArray(parent[name]) ? (parent[name] as unknown[]) : []));
    const all = inAll(hoppers, 'events');
    const spans = new Map<string, WrittenSpan>();
    for (const argument of inAll(all, 'argument')) {
      const span = isObject(argument) ? spanOf(argument) : undefined;
      if (span === undefined)
        return `argument contains ${JSON.stringify(argument)}, expected an object with startOffset, endOffset and type.`;
      spans.set(`${span.start} ${span.end} ${span.type}`, span);
    }
    const found = [...spans.values()];
    const odd = found.filter(({ start, end, text: own }) => own !== undefined && text.slice(start, end) !== own);
    if (2 * odd.length > found.length)
      return `The offsets of cyberevent count in another text than content, such as ${odd[0]!.start} of ${JSON.stringify(odd[0]!.text)}.`;
    return { texts: [{ text, spans: found, ...(all.length > 0 && { notes: [NUGGETS] }) }] };
  },
};

function spanOf({ startOffset: start, endOffset: end, type, text }: JsonObject): WrittenSpan | undefined {
  if (!isWhole(start) || !isWhole(end) || typeof type !== 'string' || type === '') return undefined;
  return { start, end, type, unit: 'code points', ...(typeof text === 'string' && { text }) };
}
