import { StudioError } from '../../../../lib/errors.ts';
import { isStrings } from '../../json/values.ts';
import { elementsNamed, readElements, type XmlElement } from '../../xml.ts';
import type { RecordKind } from '../record.ts';
import { ofOnePerson } from '../span-annotators.ts';
import { DISCONTINUOUS, readSpan } from '../spans.ts';

/** An annotation, as `ofOnePerson` reads it. */
interface Annotation {
  span: [start: number, end: number];
  label: string;
  text?: string;
  annotator?: string;
}

/** A class of an ontology: `CL:0000236`. */
const ONTOLOGY = /^([A-Za-z][\w.]{0,30})[:_]\d{3,12}$/;
const CLASSES = 'classes of ontologies, such as CL:0000236, which were read as the ontology (CL)';
const WITHOUT_CLASS = 'annotations without a class or a place, which were left out';

/**
 * A text with the XML files of Knowtator about it, as of CRAFT: in version 1, and in eHOST, an `annotation` has the id of a `classMention`,
 * in version 2 its `class`. Offsets are UTF-16 code units, as in Java.
 */
export const knowtator: RecordKind = {
  title: 'Knowtator 1 and 2, eHOST',
  read({ text, knowtator: files }, { annotator }) {
    if (typeof text !== 'string' || !isStrings(files)) return undefined;
    const notes = new Set<string>();
    const found: Annotation[] = [];
    try {
      for (const xml of files) found.push(...annotationsIn(xml, notes));
    } catch (error) {
      if (error instanceof StudioError) return error.message;
      throw error;
    }
    const person = ofOnePerson(found, annotator);
    if (person === undefined) return { texts: [{ text, spans: undefined }] };
    if (person.note !== undefined) notes.add(person.note);
    const spans = person.spans.flatMap((span) => readSpan(span, text, 'UTF-16 units') ?? []);
    const distinct = new Map(spans.map((span) => [`${span.start} ${span.end} ${span.type}`, span]));
    return { texts: [{ text, spans: [...distinct.values()], notes: [...notes] }] };
  },
};

/** @throws StudioError BadInput if an element does not end */
function annotationsIn(xml: string, notes: Set<string>): Annotation[] {
  const elements = [...readElements('The XML file', xml, (name) => name === 'annotation' || name === 'classMention')];
  const classes = new Map(
    elements.map((element) => [element.attributes['id'], child(element, 'mentionClass')?.attributes['id']]),
  );
  return elements
    .filter(({ name }) => name === 'annotation')
    .flatMap((element): Annotation[] => {
      const written = child(element, 'class')?.attributes ?? {};
      const mention = child(element, 'mention')?.attributes['id'];
      const type = written['id'] ?? written['label'] ?? classes.get(mention) ?? '';
      const spans = elementsNamed(element, 'span');
      const places = spans.flatMap(({ attributes: { start = '', end = '' } }) => [
        Number(start || 'x'),
        Number(end || 'x'),
      ]);
      if (type === '' || places.length === 0 || !places.every(Number.isInteger)) {
        notes.add(WITHOUT_CLASS);
        return [];
      }
      const [, ontology] = ONTOLOGY.exec(type) ?? [];
      if (ontology !== undefined) notes.add(CLASSES);
      if (spans.length > 1) notes.add(DISCONTINUOUS);
      const own = spans.length > 1 ? '' : (child(element, 'spannedText') ?? spans[0]!).text;
      const who = child(element, 'annotator')?.text ?? element.attributes['annotator'];
      return [
        {
          span: [Math.min(...places), Math.max(...places)],
          label: ontology ?? type,
          ...(own !== '' && { text: own }),
          ...(who !== undefined && { annotator: who }),
        },
      ];
    });
}

function child(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((one) => one.name === name);
}
