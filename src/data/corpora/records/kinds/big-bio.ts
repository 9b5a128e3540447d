import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { AnnotatedText, RecordKind, WrittenSpan } from '../record.ts';
import { DISCONTINUOUS, isWhole } from '../spans.ts';

type Range = [start: number, end: number];

/**
 * A document in the knowledge-base schema of BigBio: `passages` and `entities`, each with a list of texts and one of offsets, which count
 * from the start of the document. Normalizations, events and relations are not read.
 */
export const bigBio: RecordKind = {
  title: 'BigBio',
  read({ passages, entities }) {
    if (!Array.isArray(passages) || passages.length === 0 || !Array.isArray(entities)) return undefined;
    const read = passages.map(partsOf);
    if (!read.every((passage) => passage !== undefined)) return undefined;
    const texts = read.map(({ parts, ranges }) => ({ text: parts.join(' '), from: ranges[0]![0], to: ranges.at(-1)![1], spans: [] as WrittenSpan[], isBroken: false })); // prettier-ignore
    for (const entity of entities as unknown[]) {
      const { parts, ranges } = partsOf(entity) ?? {};
      const type = isObject(entity) ? entity['type'] : undefined;
      const [start, end] = [ranges?.[0]![0] ?? 0, ranges?.at(-1)![1] ?? 0];
      const own = texts.find(({ from, to }) => from <= start && end <= to);
      if (parts === undefined || own === undefined || typeof type !== 'string')
        return `entities contains ${JSON.stringify(entity)}, expected an object with type, text, and offsets in a passage.`;
      own.isBroken ||= parts.length > 1;
      const text = parts.length === 1 ? { text: parts[0]! } : {};
      own.spans.push({ start: start - own.from, end: end - own.from, type, unit: 'code points', ...text });
    }
    return {
      texts: texts.map(({ text, spans, isBroken }): AnnotatedText => ({
        text,
        spans,
        ...(isBroken && { notes: [DISCONTINUOUS] }),
      })),
    };
  },
};

/** The texts of a passage or an entity with their offsets. */
function partsOf(value: unknown): { parts: string[]; ranges: Range[] } | undefined {
  const { text: parts, offsets: ranges } = isObject(value) ? value : ({} as JsonObject);
  if (!isStrings(parts) || parts.length === 0 || !Array.isArray(ranges) || ranges.length !== parts.length)
    return undefined;
  return ranges.every(isRange) ? { parts, ranges } : undefined;
}

function isRange(value: unknown): value is Range {
  return Array.isArray(value) && value.length === 2 && value.every(isWhole);
}
