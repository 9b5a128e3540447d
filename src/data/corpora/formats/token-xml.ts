import { StudioError } from '../../../lib/errors.ts';
import { elementsNamed, lineAt, readElements, type XmlElement } from '../xml.ts';
import { taggedDialect } from './tagged-xml.ts';
import type { WrittenDocument } from './texts.ts';
import { type Dialect, TokenText } from './token-text.ts';

/** TCF (WebLicht): entities list the ids of their tokens, as do sentences. */
const tcf: Dialect = {
  head: /<(?:\w+:)?(?:D-Spin|TextCorpus)\b/,
  parts: /^(token|sentence|entity)$/,
  layer: /<(?:\w+:)?namedEntities\b/,
  read({ name, attributes, text, at }, found) {
    const ids = attributes['tokenIDs']?.trim().split(/\s+/) ?? [];
    if (name === 'token') found.add({ text, at, id: idOf(attributes) });
    else if (name === 'entity') found.mark(attributes['class'] ?? attributes['type'], ids);
    else found.startAt(ids[0]);
  },
};

/** What FoLiA keeps of a text before it was corrected, and the parts of words. */
const FORMER = /^(original|suggestion|morphology)$/;

/** Entities have an element for each of their tokens. */
const folia: Dialect = {
  head: /<(?:\w+:)?FoLiA\b/,
  parts: /^(w|entity|original|suggestion)$/,
  layer: /<(?:\w+:)?entities\b/,
  read(part, found) {
    const { name, attributes, around, at } = part;
    const idsIn = (element: XmlElement) =>
      elementsNamed(element, 'wref').map((reference) => idOf(reference.attributes));
    if (name === 'entity') found.mark(attributes['class'], idsIn(part));
    else if (name === 'w') {
      const [written] = elementsNamed(part, 't', FORMER);
      const sentence = around.findLast((element) => element.name === 's');
      found.add({ text: written?.text ?? '', at, id: idOf(attributes), sentence });
    }
  },
};

/** NAF and KAF: entities have their tokens, perhaps as terms with several, for each place where they are mentioned. */
const naf: Dialect = {
  head: /<(?:NAF|KAF)\b/,
  parts: /^(wf|term|entity)$/,
  layer: /<entities\b/,
  read(part, found) {
    const { name, attributes, text, at } = part;
    const targetsIn = (element: XmlElement) => elementsNamed(element, 'target').map(({ attributes: own }) => idOf(own));
    if (name === 'wf') found.add({ text, at, id: idOf(attributes), sentence: attributes['sent'] });
    else if (name === 'term') found.name(idOf(attributes), targetsIn(part));
    else for (const span of elementsNamed(part, 'span')) found.mark(attributes['type'], targetsIn(span));
  },
};

/** XML of Stanford CoreNLP: each token has a type without the letter of a scheme: successive ones of a type are one entity. */
const coreNlp: Dialect = {
  head: /<root>\s*<document>\s*(?:<docId>[^<]*<\/docId>\s*)?<sentences>\s*<sentence\b/,
  parts: /^sentence$/,
  layer: /<NER\b/,
  read(sentence, found) {
    for (const token of elementsNamed(sentence, 'token')) {
      const textIn = (name: string) => elementsNamed(token, name)[0]?.text.trim();
      const at = found.add({ text: textIn('word') ?? '', at: token.at, sentence });
      const type = textIn('NER') ?? 'O';
      if (type !== 'O') found.cover(at, type, `${sentence.at} ${type}`);
    }
  },
};

/** CCL of KPWr: each token has a number in the channel of each type, 0 outside: tokens of a sentence with the same number are one entity. */
const ccl: Dialect = {
  head: /<chunkList\b/,
  parts: /^(sentence|chunk)$/,
  layer: /<ann\b/,
  read(part, found) {
    // In the older form, a sentence is a chunk in that of its paragraph.
    const isAround = part.name === 'chunk' && part.children.some(({ name }) => name !== 'tok' && name !== 'ns');
    for (const sentence of isAround ? part.children : [part]) {
      const entities = new Map<string, number[]>();
      for (const token of sentence.children.filter(({ name }) => name === 'tok')) {
        const [written] = elementsNamed(token, 'orth');
        const at = found.add({ text: written?.text ?? '', at: token.at, sentence });
        for (const { attributes, text } of elementsNamed(token, 'ann')) {
          const number = text.trim();
          if (number === '0' || number === '') continue;
          const key = `${attributes['chan'] ?? ''}\0${number}`;
          entities.set(key, [...(entities.get(key) ?? []), at]);
        }
      }
      for (const [key, places] of entities) found.markPlaces(key.split('\0')[0]!, places);
    }
  },
};

/** What TEI keeps beside the words that were written. */
const CORRECTED = /^(reg|corr|expan)$/;

/** TEI whose words are elements, as of ParlaMint and ssj500k: entities are elements around them; of those within others the outer one. */
const tei: Dialect = {
  head: /<(?:\w+:)?(?:TEI|teiCorpus)\b[\s\S]*<(?:\w+:)?(?:w|pc)\b/,
  parts: /^(w|pc)$/,
  layer: /<(?:\w+:)?(?:name|rs|seg|(?:pers|place|org|geog)Name)\b/,
  read({ text, around, at }, found) {
    if (around.some(({ name }) => CORRECTED.test(name))) return;
    const sentence = around.findLast(({ name }) => name === 's') ?? around.at(-1);
    const token = found.add({ text, at, sentence });
    const entity = around.find((element) => teiType(element) !== undefined);
    if (entity !== undefined) found.cover(token, teiType(entity)!, entity);
  },
};

/** `<name type="PER">`, `<seg type="name" subtype="per">`, or the name of an element such as `persName`. */
function teiType({ name, attributes: { type, subtype } }: XmlElement): string | undefined {
  if (/^(?:pers|place|org|geog)Name$/.test(name)) return name;
  if (name === 'name' || name === 'rs') return type ?? name;
  return name === 'seg' && type === 'name' ? (subtype ?? type) : undefined;
}

/** An element around the words of an entity. */
const ENTITY = /^(?:ne|nam|name|ent|entity|namedentity|enamex|timex|numex)$/i;
const NESTED = 'entities within others: the outer ones were read';

/** Words as elements, within those of entities: `<ne type="P"><token>Ada</token></ne>`, as of NameTag. */
const words: Dialect = {
  head: /<(?:ne|nam|name|ent|entity|namedentity|enamex|timex|numex)\s[^<>]{0,300}>\s{0,200}(?:<[a-z]{2,12}\s[^<>]{1,300}>\s{0,200}){0,4}<(?:token|tok|word|w)\b/i,
  parts: /^(?:token|tok|word|w)$/i,
  layer: /<(?:ne|nam|name|ent|entity|namedentity|enamex|timex|numex)\b/i,
  read({ text, around, at }, found) {
    const entities = around.filter(({ name, attributes }) => ENTITY.test(name) && typeIn(attributes) !== undefined);
    const sentence = around.findLast(({ name }) => /^(?:s|sent|sentence|p)$/i.test(name)) ?? around.find((one) => !entities.includes(one)); // prettier-ignore
    const token = found.add({ text, at, sentence });
    const [outer, inner] = entities;
    if (inner !== undefined) found.note(NESTED);
    if (outer !== undefined) found.cover(token, typeIn(outer.attributes)!, outer);
  },
};

function typeIn({ type, TYPE, class: kind, category, label }: Readonly<Record<string, string>>): string | undefined {
  return type ?? TYPE ?? kind ?? category ?? label;
}

const DIALECTS: readonly Dialect[] = [tcf, folia, naf, coreNlp, ccl, tei, words];

const dialectOf = (head: string) => DIALECTS.find((dialect) => dialect.head.test(head)) ?? taggedDialect(head);

/** Whether XML has tokens as elements, to which entities refer, or which have the types of entities. */
export function hasTokenElements(head: string): boolean {
  return dialectOf(head) !== undefined;
}

/**
 * The sentences of XML with an element for each token.
 *
 * @param head what `hasTokenElements` accepted: what comes later does not change how the file is read
 * @throws StudioError BadInput if a token has no text
 */
export function tokenSentencesOf(file: string, xml: string, head: string): WrittenDocument[] {
  const { parts, layer, read } = dialectOf(head)!;
  const found = new TokenText();
  for (const part of readElements(file, xml, (name) => parts.test(name))) read(part, found);
  const empty = found.emptyAt;
  if (empty !== undefined)
    throw new StudioError('BadInput', `${file} has no text in the token in line ${lineAt(xml, empty)}. Expected it in each.`); // prettier-ignore
  return [{ line: 1, id: file, content: { ...found.content(layer.test(xml)), areEndsInclusive: false } }];
}

function idOf({ 'xml:id': xmlId, ID, id, wid, tid }: Readonly<Record<string, string>>): string {
  return xmlId ?? ID ?? wid ?? tid ?? id ?? '';
}
