import { groupBy } from '../../../lib/group-by.ts';
import { StudioError } from '../../../lib/errors.ts';
import type { TokenSentence, WrittenTokenSpan } from '../records/record.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import { elementsNamed, lineAt, readElements, type XmlElement } from '../xml.ts';
import type { WrittenDocument } from './texts.ts';

/** How a kind of XML writes tokens and entities. */
interface Dialect {
  /** What its files begin with. */
  head: RegExp;
  /** Elements that are read as a whole. */
  parts: RegExp;
  /** Elements without which a file is not annotated. */
  layer: RegExp;
  read: (part: XmlElement, text: TokenText) => void;
}

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

/** Channels of KPWr with phrases, in place of names. */
const PHRASES = /^chunk_/;
const WITHOUT_PHRASES = 'phrases (chunk_np and the like) beside names, which were not read';

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

const DIALECTS: readonly Dialect[] = [tcf, folia, naf, coreNlp, ccl, tei];

const dialectOf = (head: string) => DIALECTS.find((dialect) => dialect.head.test(head));

/** Whether XML has tokens as elements, to which entities refer, or which have the types of entities. */
export function hasTokenElements(head: string): boolean {
  return dialectOf(head) !== undefined;
}

/**
 * The sentences of XML with an element for each token.
 *
 * @throws StudioError BadInput if a token has no text
 */
export function tokenSentencesOf(file: string, xml: string): WrittenDocument[] {
  const { parts, layer, read } = dialectOf(xml)!;
  const found = new TokenText();
  for (const part of readElements(file, xml, (name) => parts.test(name))) read(part, found);
  const empty = found.emptyAt;
  if (empty !== undefined)
    throw new StudioError('BadInput', `${file} has no text in the token in line ${lineAt(xml, empty)}. Expected it in each.`); // prettier-ignore
  return [{ line: 1, id: file, content: { ...found.content(layer.test(xml)), areEndsInclusive: false } }];
}

const BEYOND = 'entities that go beyond a sentence, or whose tokens are not in the file: they were left out';

interface Token {
  text: string;
  at: number;
  id?: string;
  /** What its sentence is, to tell it from others. */
  sentence?: XmlElement | string | undefined;
}

/** Collects the tokens of a file, its sentences and its entities. */
class TokenText {
  readonly #tokens: Token[] = [];
  readonly #places = new Map<string, readonly number[]>(); // of tokens, and of terms with several
  readonly #starts = new Set([0]);
  readonly #spans: WrittenTokenSpan[] = [];
  #covered: unknown;
  readonly #notes = new Set<string>();

  /** Adds a token. Returns its number. */
  add(token: Token): number {
    const at = this.#tokens.length;
    if (token.sentence !== this.#tokens.at(-1)?.sentence) this.#starts.add(at);
    if (token.id !== undefined) this.#places.set(token.id, [at]);
    this.#tokens.push({ ...token, text: token.text.trim() });
    return at;
  }

  /** Gives several tokens an id. */
  name(id: string, tokens: readonly string[]): void {
    this.#places.set(id, this.#placesOf(tokens));
  }

  /** Starts a sentence at a token that is known by its id. */
  startAt(id = ''): void {
    this.#starts.add(this.#places.get(id)?.[0] ?? 0);
  }

  /** Adds an entity. @param ids of its tokens */
  mark(type: string | undefined, ids: readonly string[]): void {
    if (type !== undefined && ids.length > 0) this.markPlaces(type, this.#placesOf(ids));
  }

  markPlaces(type: string, places: readonly number[]): void {
    const [start, last] = [places[0], places.at(-1)];
    if (start === undefined || last === undefined) this.#notes.add(BEYOND);
    else {
      if (places.length < last + 1 - start) this.#notes.add(DISCONTINUOUS);
      this.#spans.push({ start, end: last + 1, type });
    }
  }

  /** Adds an entity of one token, or adds the token to the last entity. @param key equal for the tokens of an entity */
  cover(at: number, type: string, key: unknown): void {
    const last = this.#spans.at(-1);
    if (key === this.#covered && last?.end === at) last.end++;
    else this.#spans.push({ start: at, end: at + 1, type });
    this.#covered = key;
  }

  /** Offset of a token without a text. */
  get emptyAt(): number | undefined {
    return this.#tokens.find(({ text }) => text === '')?.at;
  }

  content(isTagged: boolean): { sentences: TokenSentence[]; notes: string[] } {
    const cuts = [...this.#starts].filter((at) => at < this.#tokens.length).toSorted((a, b) => a - b);
    const sentenceOf = cuts.flatMap((from, s) => this.#tokens.slice(from, cuts[s + 1]).map(() => s)); // by token
    const isInOne = ({ start, end }: WrittenTokenSpan) => sentenceOf[start] === sentenceOf[end - 1];
    const areNames = this.#spans.some(({ type }) => !PHRASES.test(type));
    const spans = this.#spans.filter(({ type }) => !areNames || !PHRASES.test(type));
    if (spans.length < this.#spans.length) this.#notes.add(WITHOUT_PHRASES);
    if (!spans.every(isInOne)) this.#notes.add(BEYOND);
    const bySentence = groupBy(spans.filter(isInOne), ({ start }) => sentenceOf[start]!);
    const sentences = cuts.map((from, s): TokenSentence => {
      const own = (bySentence.get(s) ?? []).map(({ start, end, type }) => ({ start: start - from, end: end - from, type })); // prettier-ignore
      const tokens = this.#tokens.slice(from, cuts[s + 1]).map(({ text }) => text);
      return { tokens, ...(isTagged && { spans: own }) };
    });
    return { sentences, notes: [...this.#notes] };
  }

  #placesOf(ids: readonly string[]): number[] {
    return ids.flatMap((id) => this.#places.get(id) ?? []).toSorted((a, b) => a - b);
  }
}

function idOf({ 'xml:id': xmlId, ID, id, wid, tid }: Readonly<Record<string, string>>): string {
  return xmlId ?? ID ?? wid ?? tid ?? id ?? '';
}
