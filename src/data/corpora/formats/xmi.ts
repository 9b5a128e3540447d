import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { WrittenSpan } from '../records/record.ts';
import { coverText, inSentences } from '../records/given-tokens.ts';
import { readXml } from '../xml.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Attributes that hold the type of an entity. */
const TYPES = ['value', 'label', 'type', 'category', 'tag', 'entityType'];

/** A CAS of UIMA in XMI, which INCEpTION exports. Offsets are UTF-16 code units of the document's text. */
export const xmi: Format = {
  detect: (_file, lines) =>
    firstLines(lines, 3, isFilled).some((line) => /<xmi:XMI\b/.test(line.slice(0, 2000)))
      ? { score: SCORES.signature, reason: 'its root is xmi:XMI' }
      : undefined,
  read: (source, options) => corpusOfTexts(source, [documentOf(source)], options),
};

function documentOf({ file, lines }: CorpusSource): WrittenDocument {
  let text: string | undefined;
  const tokens: { start: number; end: number }[] = [];
  const starts: number[] = [];
  const layers = new Map<string, WrittenSpan[]>();
  for (const part of readXml(file, [...lines].join('\n'))) {
    if (part.kind !== 'start') continue;
    const { name, attributes } = part;
    const own = name.split(':').at(-1)!;
    if (own === 'Sofa') text ??= attributes['sofaString'];
    const [start, end] = [Number(attributes['begin']), Number(attributes['end'])];
    if (!Number.isInteger(start) || !Number.isInteger(end) || attributes['begin'] === undefined) continue;
    if (own === 'Token') tokens.push({ start, end });
    else if (own === 'Sentence') starts.push(start);
    else if (
      !/^(DocumentMetaData|DocumentAnnotation|TagDescription|Lemma|Stem|POS\w*|MorphologicalFeatures)$/.test(own)
    ) {
      const type = TYPES.map((attribute) => attributes[attribute]).find((value) => value !== undefined && value !== '');
      const spans = layers.get(own) ?? [];
      spans.push({ start, end, type: type ?? own, unit: 'UTF-16 units' });
      layers.set(own, spans);
    }
  }
  if (text === undefined) throw new StudioError('BadInput', `${file} has no text: no Sofa has a sofaString.`);
  const chosen = layers.has('NamedEntity') ? 'NamedEntity' : [...layers.keys()][0];
  const others = [...layers.keys()].filter((name) => name !== chosen);
  const given: TextToken[] = tokens
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  return {
    line: 1,
    id: file,
    content: {
      texts: [
        {
          text,
          spans: chosen === undefined ? [] : layers.get(chosen)!,
          ...(given.length > 0 &&
            coverText(text, given) && { sentences: inSentences(text, given, starts.length > 0 ? starts : undefined) }),
          notes: others.length > 0 ? [`further layers (${others.join(', ')}): only ${chosen} was read`] : [],
        },
      ],
    },
  };
}
