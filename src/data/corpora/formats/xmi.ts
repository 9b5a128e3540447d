import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { CasLayers } from '../cas-layers.ts';
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
  const structures = [...readXml(file, [...lines].join('\n'))].flatMap((part) =>
    part.kind === 'start' ? [{ name: part.name.split(':').at(-1)!, attributes: part.attributes }] : [],
  );
  const sofa = structures.find(({ name, attributes }) => name === 'Sofa' && attributes['sofaString'] !== undefined);
  if (sofa === undefined) throw new StudioError('BadInput', `${file} has no text: no Sofa has a sofaString.`);
  const layers = new CasLayers(sofa.attributes['sofaString']!);
  for (const { name, attributes } of structures) layers.add(name, attributes);
  return { line: 1, id: file, content: { texts: [layers.read()] } };
}
