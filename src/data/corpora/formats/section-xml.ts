import { StudioError } from '../../../lib/errors.ts';
import type { WrittenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import { ascendingLines, readElements, type XmlElement } from '../xml.ts';
import type { WrittenDocument } from './texts.ts';

/** Whether XML has sections and their mentions, as the labels of drugs of TAC 2017 (ADR). */
export function hasSections(head: string): boolean {
  return /<Label\b[^<>]*\btrack=/.test(head) && /<Section\b[^<>]*\bid=/.test(head);
}

/** A text for each section, with its mentions: `<Mention section="S1" type="AdverseReaction" start="18,30" len="4,2" str="…"/>`. */
export function sectionsOf(file: string, xml: string): WrittenDocument[] {
  const lineOf = ascendingLines(xml);
  const sections: { id: string; line: number; text: string }[] = [];
  const spans = new Map<string, WrittenSpan[]>();
  const broken = new Set<string>();
  for (const element of readElements(file, xml, (name) => name === 'Section' || name === 'Mention')) {
    const { name, attributes, text, at } = element;
    if (name === 'Section') sections.push({ id: attributes['id'] ?? '', line: lineOf(at), text });
    else {
      const own = attributes['section'] ?? '';
      const span = spanOf(file, element);
      if (span.text === undefined) broken.add(own);
      spans.set(own, [...(spans.get(own) ?? []), span]);
    }
  }
  return sections.map(({ id, line, text }) => ({
    line,
    id: `${file}:${id}`,
    content: { texts: [{ text, spans: spans.get(id) ?? [], notes: broken.has(id) ? [DISCONTINUOUS] : [] }] },
  }));
}

/** A mention has the offsets and lengths of its parts; with several, its words are not repeated. @throws StudioError BadInput */
function spanOf(file: string, { attributes }: XmlElement): WrittenSpan {
  const { start = '', len = '', type = '', str } = attributes;
  const [starts, lengths] = [start, len].map((list) => list.split(',').map((one) => (one.trim() === '' ? NaN : Number(one)))); // prettier-ignore
  const ends = starts!.map((from, i) => from + (lengths![i] ?? NaN));
  const [from, to] = [Math.min(...starts!), Math.max(...ends)];
  if (!Number.isInteger(from) || !Number.isInteger(to) || type === '')
    throw new StudioError('BadInput', `${file} has a mention without a type, or without start and len.`);
  return {
    start: from,
    end: to,
    type,
    unit: 'code points',
    ...(starts!.length === 1 && str !== undefined && { text: str }),
  };
}
