import { StudioError } from '../../../lib/errors.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { decodeEntities, readElements, type XmlElement } from '../xml.ts';
import { isInlineEntity } from './inline-xml.ts';
import type { Dialect } from './token-text.ts';

/** Elements in a head that are examined for tags. */
const MOST_ELEMENTS = 200;
/** Share of the text between the elements of words that is in them: what is beside them is not read. */
const MIN_WITHIN = 0.9;
const WORD_NAME = /^(?:word|form|text|orth|token|tok|surface|w|wf|value)$/i;
/** Names of attributes and children whose values may look like tags: `id="S-1a"`, `lemma="E-mail"`. */
const NO_TAG_NAME = /^(?:\w{1,20}:)?(?:id|ref|name|wiki|key|lemma|base|norm)$/i;
const TAG = String.raw`[BIESLUMW][-_:]\p{L}[^"'<>]{0,60}`;

/** Elements of words with a tag of a scheme as an attribute, or as a child: `<w ner="B-PER">Ada</w>`, `<tok><orth>Ada</orth><iob>B-PER</iob></tok>`. */
export function taggedDialect(head: string): Dialect | undefined {
  const tried = new Set<string>();
  for (const [name, field] of [...attributesIn(head), ...childrenIn(head)]) {
    const isOther = isInlineEntity(name) || NO_TAG_NAME.test(field) || WORD_NAME.test(field);
    if (isOther || tried.has(`${name} ${field}`)) continue;
    tried.add(`${name} ${field}`);
    const parts = new RegExp(`^${name.replaceAll('.', String.raw`\.`)}$`);
    if (areTagged(sampleOf(head, parts), field, head)) return dialectWith(parts, field);
  }
  return undefined;
}

function dialectWith(parts: RegExp, field: string): Dialect {
  return {
    head: parts,
    parts,
    layer: /</,
    read(part, text) {
      const sentence = part.around.findLast((one) => /^(?:s|sent|sentence|p)$/i.test(one.name)) ?? part.around.at(-1);
      text.add({ text: wordOf(part, field), tag: valueOf(part, field) ?? 'O', at: part.at, sentence });
    },
  };
}

/** Whether elements have words and tags, one of which is outside or comes again, and hardly any text is beside them. */
function areTagged(sample: readonly XmlElement[], field: string, head: string): boolean {
  const tags = sample.map((part) => valueOf(part, field) ?? '');
  if (!areTags(tags) || (!tags.includes('O') && new Set(tags).size === tags.length)) return false;
  if (sample.some((part) => wordOf(part, field) === '')) return false;
  const between = head.slice(sample[0]!.at, sample.at(-1)!.at).replaceAll(/<[^<>]*>/g, '');
  const within = sample.slice(0, -1).map(textOf).join('');
  return lengthOf(within) >= MIN_WITHIN * lengthOf(decodeEntities(between));
}

/** The first elements in a head. */
function sampleOf(head: string, parts: RegExp): XmlElement[] {
  const sample: XmlElement[] = [];
  try {
    for (const part of readElements('', head, (one) => parts.test(one))) {
      sample.push(part);
      if (sample.length === MOST_ELEMENTS) break;
    }
  } catch (error) {
    if (!(error instanceof StudioError)) throw error; // the head ends within an element
  }
  return sample;
}

/** The names of elements, each with that of an attribute that has a tag. */
function* attributesIn(head: string): Generator<[name: string, field: string], void> {
  const attribute = new RegExp(String.raw`\s([\w.:-]{1,40})\s?=\s?["']${TAG}["']`, 'gu');
  for (const [, name, attributes] of head.matchAll(/<([\w.-]{1,40})(\s[^<>]{1,500})>/g))
    for (const [, field] of attributes!.matchAll(attribute)) yield [name!, field!];
}

/** The names of elements with others that have texts only, one of them a tag, each with the name of that one. */
function* childrenIn(head: string): Generator<[name: string, field: string], void> {
  const child = new RegExp(String.raw`<([\w.-]{1,40})>\s{0,20}${TAG}</`, 'gu');
  for (const [, name, inside] of head.matchAll(
    /<([\w.-]{1,40})(?:\s[^<>]{0,300})?>((?:\s{0,100}<[\w.-]{1,40}(?:\s[^<>]{0,300})?>[^<>]{0,200}<\/[\w.-]{1,40}>){2,12})\s{0,100}<\/\1>/g,
  ))
    for (const [, field] of inside!.matchAll(child)) yield [name!, field!];
}

function valueOf({ attributes, children }: XmlElement, field: string): string | undefined {
  return attributes[field] ?? children.find(({ name }) => name === field)?.text.trim();
}

/** The word of an element: its own text, or what an attribute or a child with a usual name has. */
function wordOf(part: XmlElement, field: string): string {
  const fields = [...Object.entries(part.attributes), ...part.children.map(({ name, text }) => [name, text] as const)];
  const named = fields.find(([name]) => name !== field && WORD_NAME.test(name))?.[1];
  return (part.text.trim() || named?.trim()) ?? '';
}

function textOf({ text, children }: XmlElement): string {
  return text + children.map(textOf).join('');
}

function lengthOf(text: string): number {
  return text.replaceAll(/\s+/g, '').length;
}
