import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { withBarredWords } from './barred-words.ts';
import { coveredQuestion } from './covered-text.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import type { AnnotatedText, WrittenSpan } from '../records/record.ts';
import { localName, readXml, type XmlPart } from '../xml.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';

/** Elements of MUC, TEI, HAREM and GENIA whose attribute is the type of an entity. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  enamex: ['type'],
  numex: ['type'],
  timex: ['type'],
  timex3: ['type'],
  ne: ['type'],
  entity: ['type', 'category', 'label'],
  name: ['type'],
  rs: ['type'],
  em: ['categ'],
  cons: ['sem'],
  phi: ['type'],
};
/** Of GENIA, `sem` has a class, or, where words are shared, several of them: `(AND G#protein_molecule G#DNA)`. */
const SEVERAL_CLASSES = /^\(\S+\s/;
/** Elements whose name is the type, beside names in capitals. */
const NAMES = /^(persName|placeName|orgName|geogName|person|location|organi[sz]ation|misc|per|loc|org|date)$/i;
/** Elements that end a text. */
const BLOCKS =
  /^(tei|timeml|colharem|set|p|s|div|sentence|sentences|text|title|head|body|doc|docs|document|documents|article|corpus|root|paragraph|para|abstract|section|l|ab|item|headline|hl|lead)$/i;
/** `AB` is an abbreviation of BEST 2010, `ab` a block of TEI. */
const isBlockName = (name: string) => name !== 'AB' && BLOCKS.test(name);
/** Elements whose content is not text. */
const IGNORED = /^(teiHeader|meta|metadata|docno|docid|articleinfo|dct)$/i;
/** Elements whose name is a tag of a scheme in any case: `b_per`, `I-LOC`, and `o` beside them. */
const SCHEME_TAG = /^(?:[biesulm][-_][a-z][\w-]*|o)$/i;
/** Words tagged as `<PER>Mira</PER>`, or `<ENAMEX TYPE="PERSON">`. */
const INLINE =
  /<([A-Z][A-Z_]+(?: [^<>]*)?|[BIbi][-_][A-Za-z][\w-]*|(?:ne|entity|name|rs|EM|cons) [^<>]*\b(?:type|category|label|CATEG|sem)=[^<>]*|(?:pers|place|org|geog)Name\b[^<>]*|(?:[Pp]erson|[Ll]ocation|[Oo]rgani[sz]ation)(?: [^<>]*[^<>/])?)>.{0,10000}<\//;

/** Elements of MUC whose begin and end are elements of their own, as in Turkish news: `<b_enamex TYPE="PERSON">Ada<e_enamex>`. */
const PAIRED = /<b_((?:enam|num|tim)ex)\b([^<>]*)>([^<>]*)<e_\1>/gi;

/** Lines examined for elements. */
const SAMPLED_LINES = 50;

/** Text with elements around its entities, such as `<PER>Mira</PER> ran.`: lines of text, or the blocks of an XML document. */
export const inlineXml: Format = {
  detect(_file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled);
    const isOther = sample.some((line) => /<!doctype html|<html\b|<deft_ere\b/i.test(line));
    return !isOther && sample.some((line) => (INLINE.test(line) || line.search(PAIRED) >= 0) && !line.includes('\t'))
      ? { score: SCORES.signature, reason: 'entities are marked by elements' }
      : undefined;
  },
  read(source, options) {
    const { documents, areTokens } = withBarredWords(withoutOnlyBegins([...documentsOf(source)]));
    const corpus = corpusOfTexts(source, documents, areTokens ? { ...options, ...PLACES_OF_TOKENS } : options);
    const question = options.scheme === undefined ? coveredQuestion(documents) : undefined;
    return question === undefined ? corpus : { ...corpus, question };
  },
};

/** A tag that begins an entity, of a type in lower case or a usual one, so that `B-CELL` is none. */
const BEGIN = /^B[-_](.*)$/;

/** Documents in which all elements are tags that begin an entity, and none continues one: `<b_drug>`. They are called as their types, then. */
function withoutOnlyBegins(documents: WrittenDocument[]): WrittenDocument[] {
  const texts = documents.flatMap(({ content }) => ('texts' in content ? content.texts : []));
  const types = new Set(texts.flatMap(({ spans = [] }) => spans.map(({ type }) => type)));
  const typeOf = (type: string) => BEGIN.exec(type)?.[1] ?? '';
  const [example] = types;
  if (example === undefined || ![...types].every((type) => /^\p{Ll}/u.test(typeOf(type)) || isUsualType(typeOf(type))))
    return documents;
  const note = `elements that are tags without others that continue them, such as ${example}, which were read as ${typeOf(example)}`;
  return documents.map((document) => {
    const { texts: own } = document.content as { texts: readonly AnnotatedText[] };
    const read = own.map(({ spans = [], notes = [], ...text }) => ({
      ...text,
      spans: spans.map((span) => ({ ...span, type: typeOf(span.type) })),
      notes: spans.length > 0 ? [...notes, note] : notes,
    }));
    return { ...document, content: { texts: read } };
  });
}

function* documentsOf({ file, lines }: CorpusSource): Generator<WrittenDocument, void> {
  const all = [...lines];
  const first = all.find(isFilled)?.trim() ?? '';
  const [, root] = /^<(\?xml|[A-Za-z][\w:.-]*)/.exec(first) ?? [];
  if (root !== undefined && !first.includes(`</${root}>`)) {
    yield* blocksOf(file, file, all.join('\n'), 1);
    return;
  }
  for (const [i, line] of all.entries()) if (isFilled(line)) yield* blocksOf(file, `${file}:${i}`, line, i + 1);
}

/** Elements of SGML whose ends may be left out, as in MUC-7: `<p>` between paragraphs. */
const MARKS = ['p', 's', 'br', 'li'];

/** The text with such elements as empty ones, if their ends are left out. */
function withEmptyMarks(xml: string): string {
  return MARKS.reduce((text, name) => {
    const [starts, ends] = [new RegExp(`<(${name})(?: [^<>]*)?(?<!/)>`, 'gi'), new RegExp(`</${name}\\s*>`, 'gi')];
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return count(ends) < count(starts) ? text.replace(ends, '').replace(starts, '<$1/>') : text;
  }, xml);
}

/** The texts between the borders of blocks, with their spans. */
function* blocksOf(file: string, id: string, written: string, line: number): Generator<WrittenDocument, void> {
  const paired = written.replaceAll(PAIRED, '<$1$2>$3</$1>');
  const xml = withEmptyMarks(paired.replaceAll(ALTERNATIVES, '$1'));
  const parts = [...readXml(file, xml)];
  const { blocks, described } = structureOf(parts);
  const always = [
    ...(paired.search(ALTERNATIVES) >= 0 ? [ALTERNATIVES_NOTE] : []),
    ...(described.size > 0 ? [`elements beside their text, which were not read (${[...described].join(', ')})`] : []),
  ];
  let text = '';
  let spans: WrittenSpan[] = [];
  let open: { start: number; type: string | undefined }[] = [];
  let ignored = 0;
  let hasSeveral = false;
  const unknown = new Set<string>();
  const inner = new Set<string>(); // elements in entities, such as the parts of a name
  const finished = function* (at: number): Generator<WrittenDocument, void> {
    if (text.trim() !== '') {
      const first = line + xml.slice(0, at).split('\n').length - 1;
      const parts = inner.size > 0 ? [`elements within entities, which were not read (${[...inner].join(', ')})`] : [];
      const notes = [...(hasSeveral ? [SEVERAL] : []), ...always, ...parts];
      inner.clear();
      yield { line: first, id, content: { texts: [{ text, spans, notes }] } };
    }
    hasSeveral = false;
    [text, spans, open] = ['', [], open.map(({ type }) => ({ start: 0, type }))];
  };
  for (const part of parts) {
    if (part.kind === 'text') {
      if (ignored === 0) text += part.text;
      continue;
    }
    const name = localName(part.name);
    if (IGNORED.test(name) || described.has(name)) ignored += part.kind === 'start' ? 1 : -1;
    else if (ignored > 0) continue;
    else if (isBlockName(name) || blocks.has(name)) yield* finished(part.at);
    else if (part.kind === 'start') {
      const type = typeOf(name, part);
      if (type === undefined) (open.some((outer) => outer.type) ? inner : unknown).add(name);
      hasSeveral ||= type === SEVERAL;
      open.push({ start: text.length, type });
    } else {
      const { start, type } = open.pop()!;
      if (type !== undefined && type !== NO_ENTITY && type !== SEVERAL && text.length > start)
        spans.push({ start, end: text.length, type, unit: 'UTF-16 units' });
    }
  }
  yield* finished(xml.length);
  if (unknown.size === 0) return;
  throw new StudioError(
    'BadInput',
    `${file} has elements that are neither entities nor parts of a text as Tagsmith knows them: ${[...unknown].join(', ')}. Remove them, or rename entities to a type in capitals, such as <PER>.`,
  );
}

/** An element: whether a line break follows its start, what is directly in it, and the elements in it. */
interface Shape {
  name: string;
  isOnLine: boolean;
  hasText: boolean;
  children: Shape[];
}

/**
 * The elements around texts, whatever their names: what starts with a line break and has elements in it, such as the
 * `TEXTO` of HAREM; and those beside texts, never in one, which describe them, such as its `GENERO`.
 */
function structureOf(parts: readonly XmlPart[]): { blocks: Set<string>; described: Set<string> } {
  const root: Shape = { name: '', isOnLine: true, hasText: false, children: [] };
  const open = [root];
  const all = [root];
  for (const part of parts) {
    const parent = open.at(-1)!;
    if (part.kind === 'text') {
      if (!parent.hasText && parent.children.length === 0) parent.isOnLine = /^[^\S\n]*\n/.test(part.text);
      parent.hasText ||= part.text.trim() !== '';
    } else if (part.kind === 'start') {
      const shape: Shape = { name: localName(part.name), isOnLine: false, hasText: false, children: [] };
      parent.children.push(shape);
      open.push(shape);
      all.push(shape);
    } else open.pop();
  }
  const [blocks, described, inside] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { hasText, children } of all) {
    const isBeside = !hasText && children.some(isBlock);
    for (const child of children) {
      const isAround = isBlock(child) || (isBeside && child.hasText && child.children.length > 0);
      if (IGNORED.test(child.name)) continue;
      (isAround ? blocks : isBeside ? described : inside).add(child.name);
    }
  }
  const without = (names: Set<string>, ...others: Set<string>[]) =>
    new Set([...names].filter((name) => !others.some((other) => other.has(name))));
  return { blocks: without(blocks, inside), described: without(described, blocks, inside) };
}

const isBlock = ({ name, isOnLine, children }: Shape): boolean =>
  isBlockName(name) ||
  (isOnLine && children.length > 0 && !Object.hasOwn(TYPED, name.toLowerCase()) && !NAMES.test(name));

/** Several annotations of the same words, in HAREM: the first one is kept. */
const ALTERNATIVES = /<ALT>((?:(?!<\/ALT>)[^|])*)\|[\s\S]*?<\/ALT>/g;
const ALTERNATIVES_NOTE = 'alternative annotations, of which the first was read';

/** What is no type: `typeOf` an element without one. */
const NO_ENTITY = '';
const SEVERAL = 'elements of several classes, which were not read';

/** The class of GENIA's ontology that `sem` names, once or several times. */
function classOf(sem: string): string {
  if (!SEVERAL_CLASSES.test(sem)) return sem.replace(/^G#/, '');
  const classes = new Set(
    sem
      .replaceAll(/\([^\s()]+|[()]/g, ' ')
      .trim()
      .split(/\s+/),
  );
  const [only] = classes;
  return classes.size === 1 ? classOf(only!) : SEVERAL;
}

/** Whether an element is one around an entity, by its name. */
export function isInlineEntity(name: string): boolean {
  return typeOf(name, { attributes: {} }) !== undefined;
}

/** The type of an element, `NO_ENTITY`, or `SEVERAL`; undefined if the element is unknown. */
function typeOf(
  name: string,
  { attributes }: Pick<Extract<XmlPart, { kind: 'start' }>, 'attributes'>,
): string | undefined {
  const lower = name.toLowerCase();
  const typed = TYPED[lower];
  if (typed !== undefined) {
    const [, value] = Object.entries(attributes).find(([attribute]) => typed.includes(attribute.toLowerCase())) ?? [];
    if (lower === 'cons') return classOf(value ?? '');
    if (value !== undefined || lower !== 'em') return value || name; // HTML has em, too
  }
  if (SCHEME_TAG.test(name)) return name[0]!.toUpperCase() + name.slice(1);
  return NAMES.test(name) || /^[A-Z][A-Z_\d]*$/.test(name) ? name : undefined;
}
