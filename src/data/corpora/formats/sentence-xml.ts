import type { AnnotatedText, WrittenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import { ascendingLines, readXml } from '../xml.ts';
import type { WrittenDocument } from './texts.ts';

/** A sentence with its text as an attribute. */
const SENTENCE = /<sentence\s(?:[^<>"]|"[^"]*")*\btext="/;

/** Whether XML has sentences as the corpora of interactions of proteins and of drugs (DDI 2013) have them. */
export function hasSentenceTexts(head: string): boolean {
  return SENTENCE.test(head);
}

/**
 * The sentences of XML, each with its text, and entities at `charOffset`: `0-7`, or `21-24,26-29` for one in parts. Whether 7 is the last
 * character or the one after it is decided from the texts that the entities repeat.
 */
export function sentencesOf(file: string, xml: string): WrittenDocument[] {
  const sentences: (Pick<WrittenDocument, 'line' | 'id'> & {
    text: string;
    spans: WrittenSpan[];
    isBroken: boolean;
  })[] = [];
  let id = file;
  const lineOf = ascendingLines(xml);
  for (const part of readXml(file, xml)) {
    if (part.kind !== 'start') continue;
    const { name, attributes } = part;
    const sentence = sentences.at(-1);
    if (name === 'document') id = attributes['id'] ?? file;
    else if (name === 'sentence')
      sentences.push({ line: lineOf(part.at), id, text: attributes['text'] ?? '', spans: [], isBroken: false });
    else if (name === 'entity' && sentence !== undefined) {
      const { type = name, text, charOffset = '' } = attributes;
      const places = charOffset.match(/\d+/g)?.map(Number) ?? [];
      if (places.length < 2) continue;
      const isWhole = places.length === 2 && text !== undefined;
      sentence.isBroken ||= places.length > 2;
      sentence.spans.push({
        start: places[0]!,
        end: places.at(-1)!,
        type,
        unit: 'UTF-16 units',
        ...(isWhole && { text }),
      });
    }
  }
  const all = sentences.flatMap(({ spans }) => spans);
  const longer = (by: number) => all.filter(({ start, end, text }) => text?.length === end - start + by).length;
  const last = longer(1) > longer(0) ? 1 : 0;
  return sentences.map(({ line: first, id: document, text, spans, isBroken }) => {
    const own = spans.map((span) => ({ ...span, end: span.end + last }));
    const annotated: AnnotatedText = { text, spans: own, ...(isBroken && { notes: [DISCONTINUOUS] }) };
    return { line: first, id: document, content: { texts: [annotated] } };
  });
}
