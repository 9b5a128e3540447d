import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { readCas } from '../cas-layers.ts';
import { readXml } from '../xml.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** A CAS of UIMA in XMI, which INCEpTION exports. Offsets are UTF-16 code units of the document's text. */
export const xmi: Format = {
  detect: (_file, lines) =>
    firstLines(lines, 3, isFilled).some((line) => /<xmi:XMI\b/.test(line.slice(0, 2000)))
      ? { score: SCORES.signature, reason: 'its root is xmi:XMI' }
      : undefined,
  read: (source, options) => corpusOfTexts(source, [documentOf(source)], options),
};

function documentOf({ file, lines }: CorpusSource): WrittenDocument {
  const structures = [...readXml(file, [...lines].join('\n'))].flatMap((part) => {
    if (part.kind !== 'start') return [];
    const { name, attributes } = part;
    const { 'xmi:id': id, sofa } = attributes;
    return [{ layer: name.split(':').at(-1)!, id, sofa, features: attributes }];
  });
  const text = readCas(structures);
  if (text === undefined) throw new StudioError('BadInput', `${file} has no text: no Sofa has a sofaString.`);
  return { line: 1, id: file, content: { texts: [text] } };
}
