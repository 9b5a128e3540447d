import { StudioError } from '../../../lib/errors.ts';
import { areTags } from '../records/kinds/joined-tags.ts';
import { readElements, type XmlElement } from '../xml.ts';
import type { Dialect } from './token-text.ts';

/** Elements in a head that are examined for tags. */
const MOST_ELEMENTS = 200;
const WORD_NAME = /^(?:word|form|text|orth|token|tok|surface|w|wf|value)$/i;

/** Elements of words with a tag of a scheme as an attribute, or as a child: `<w ner="B-PER">Ada</w>`, `<tok><orth>Ada</orth><iob>B-PER</iob></tok>`. */
export function taggedDialect(head: string): Dialect | undefined {
  const found = /<([\w.-]{1,40})(?=\s)[^<>]{0,500}?\s([\w.:-]{1,40})\s?=\s?["'][BIESLUMW][-_]\p{L}[^"'<>]{0,60}["']/u.exec(head) ?? withTaggedChild(head); // prettier-ignore
  if (found === undefined) return undefined;
  const [, name, field] = found as [string, string, string];
  const parts = new RegExp(`^${name.replaceAll('.', String.raw`\.`)}$`);
  const sample: XmlElement[] = [];
  try {
    for (const part of readElements('', head, (one) => parts.test(one))) sample.push(part);
  } catch (error) {
    if (!(error instanceof StudioError)) throw error; // the head ends within an element
  }
  const tags = sample.slice(0, MOST_ELEMENTS).map((part) => valueOf(part, field) ?? '');
  if (!areTags(tags) || sample.some((part) => wordOf(part, field) === '')) return undefined;
  return {
    head: parts,
    parts,
    layer: /</,
    read(part, text) {
      const sentence = part.around.findLast((one) => /^(?:s|sent|sentence|p)$/i.test(one.name)) ?? part.around.at(-1);
      text.tag(text.add({ text: wordOf(part, field), at: part.at, sentence }), valueOf(part, field) ?? 'O');
    },
  };
}

/** The name of an element with others that have texts only, one of them a tag, and the name of that one. */
function withTaggedChild(head: string): [string, string, string] | undefined {
  for (const [whole, name, inside] of head.matchAll(
    /<([\w.-]{1,40})(?:\s[^<>]{0,300})?>((?:\s{0,100}<[\w.-]{1,40}(?:\s[^<>]{0,300})?>[^<>]{0,200}<\/[\w.-]{1,40}>){2,12})\s{0,100}<\/\1>/g,
  )) {
    const [, field] = /<([\w.-]{1,40})>\s{0,20}[BIESLUMW][-_]\p{L}[^<>]{0,60}<\//u.exec(inside!) ?? [];
    if (field !== undefined) return [whole, name!, field];
  }
  return undefined;
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
