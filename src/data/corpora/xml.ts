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
      if (open.pop() !== ended) throw notWellFormed(file, `</${ended}> at offset ${at} does not end the last element`);
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
