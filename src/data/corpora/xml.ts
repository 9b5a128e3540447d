import { StudioError } from '../../lib/errors.ts';

/** A part of an XML text: the start or end of an element, or text with its entities replaced. */
export type XmlPart =
  | { kind: 'start'; name: string; attributes: Record<string, string>; isEmpty: boolean; at: number }
  | { kind: 'end'; name: string; at: number }
  | { kind: 'text'; text: string; isCData: boolean; at: number };

const MARKUP =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<!(?:[^<>[]|\[[\s\S]*?\])*>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/g;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML without its declarations, which must be well-formed enough for its elements to be found. Names keep their prefixes.
 *
 * @throws StudioError BadInput if an element does not end
 */
export function* readXml(file: string, xml: string): Generator<XmlPart, void> {
  let from = 0;
  const open: string[] = [];
  for (const match of xml.matchAll(MARKUP)) {
    const { index: at } = match;
    if (at > from) yield { kind: 'text', text: decodeEntities(xml.slice(from, at)), isCData: false, at: from };
    from = at + match[0].length;
    const [, cdata, ended, name, attributes, slash] = match;
    if (cdata !== undefined) yield { kind: 'text', text: cdata, isCData: true, at };
    else if (ended !== undefined) {
      if (open.pop() !== ended)
        throw notWellFormed(file, `</${ended}> in line ${lineAt(xml, at)} does not end the last element`);
      yield { kind: 'end', name: ended, at };
    } else if (name !== undefined) {
      const isEmpty = slash === '/';
      if (!isEmpty) open.push(name);
      yield { kind: 'start', name, attributes: readAttributes(attributes ?? ''), isEmpty, at };
      if (isEmpty) yield { kind: 'end', name, at };
    }
  }
  if (from < xml.length) yield { kind: 'text', text: decodeEntities(xml.slice(from)), isCData: false, at: from };
  if (open.length > 0) throw notWellFormed(file, `<${open.at(-1)}> does not end`);
}

/** An element with all that is in it. Names have no prefix. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** What is directly in it, outside of other elements. */
  text: string;
  children: XmlElement[];
  /** The elements around it, from the root, as far as they have been read; empty within an element that is a whole. */
  around: readonly XmlElement[];
  at: number;
}

/**
 * The elements that `isWhole` takes, each where it ends, with all that is in it; of elements within each other the outer one. Only these
 * are in memory, one at a time.
 *
 * @throws StudioError BadInput if an element does not end
 */
export function* readElements(
  file: string,
  xml: string,
  isWhole: (name: string, attributes: Readonly<Record<string, string>>) => boolean,
): Generator<XmlElement, void> {
  const around: XmlElement[] = [];
  const within: XmlElement[] = []; // the element that is a whole, and those in it that are open
  for (const part of readXml(file, xml)) {
    const parent = within.at(-1);
    if (part.kind === 'text') {
      if (parent !== undefined) parent.text += part.text;
    } else if (part.kind === 'start') {
      const { attributes, at } = part;
      const name = localName(part.name);
      const isRoot = parent === undefined && isWhole(name, attributes);
      const element: XmlElement = { name, attributes, text: '', children: [], around: isRoot ? [...around] : [], at };
      parent?.children.push(element);
      (isRoot || parent !== undefined ? within : around).push(element);
    } else if (within.length > 1) within.pop();
    else if (within.length === 1) yield within.pop()!;
    else around.pop();
  }
}

/** The elements with this name in another one, at any depth, in their order; those within one of them are left out. */
export function elementsNamed(parent: XmlElement, name: string, isHidden?: RegExp): XmlElement[] {
  return parent.children.flatMap((child) => {
    if (child.name === name) return [child];
    return isHidden?.test(child.name) === true ? [] : elementsNamed(child, name, isHidden);
  });
}

/** The number of the line at an offset, from 1. */
export function lineAt(xml: string, at: number): number {
  return xml.slice(0, at).split('\n').length;
}

/** Numbers the lines at offsets that ascend: each part of a long text is looked at once. */
export function ascendingLines(xml: string): (at: number) => number {
  let [line, last] = [1, 0];
  return (at) => {
    line += lineAt(xml.slice(last, at), Infinity) - 1;
    last = at;
    return line;
  };
}

export const localName = (name: string): string => name.replace(/^.*:/, '');

function readAttributes(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(ATTRIBUTE), ([, name, double, single]) => [
    name!,
    decodeEntities(double ?? single!),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function notWellFormed(file: string, reason: string): StudioError {
  return new StudioError('BadInput', `${file} is not well-formed XML: ${reason}. Export it again.`);
}
