import { StudioError } from '../../lib/errors.ts';

/** A namespace that has text, the prefix by which the readers know it, and elements without which they find nothing. */
interface Namespace {
  uri: RegExp;
  prefix: string;
  elements: readonly string[];
  program: string;
}

const NAMESPACES: readonly Namespace[] = [
  { uri: /wordprocessingml(\/2006)?\/main$/, prefix: 'w', elements: ['t'], program: 'Word or LibreOffice' },
  { uri: /spreadsheetml(\/2006)?\/main$/, prefix: '', elements: ['t', 'c', 'sheet'], program: 'Excel or LibreOffice' },
  { uri: /drawingml(\/2006)?\/main$/, prefix: 'a', elements: ['t'], program: 'Office or LibreOffice' },
  { uri: /opendocument:xmlns:text:1\.0$/, prefix: 'text', elements: ['p', 'h'], program: 'LibreOffice' },
];

const DECLARATION = /\sxmlns(?::([\w.-]{1,60}))?\s{0,20}=\s{0,20}["']([^"'<>]{1,200})["']/g;
const TAG = /<([\w.-]{1,60}(?::[\w.-]{1,60})?)/g;

/**
 * Refuses a part of a package whose texts have another prefix than office programs write: its reader would find nothing in it, and a
 * redaction would leave everything.
 *
 * @throws StudioError BadInput
 */
export function requireUsualPrefixes(file: string, part: string, xml: string): void {
  const unusual = new Map<string, { usual: string; program: string }>();
  for (const [, prefix = '', uri] of xml.matchAll(DECLARATION)) {
    const known = NAMESPACES.find((one) => one.uri.test(uri!));
    if (known === undefined || known.prefix === prefix) continue;
    for (const element of known.elements)
      unusual.set(nameOf(prefix, element), { usual: nameOf(known.prefix, element), program: known.program });
  }
  if (unusual.size === 0) return;
  for (const [, name] of xml.matchAll(TAG)) {
    const found = unusual.get(name!);
    if (found === undefined) continue; // most are declared, and not used
    throw new StudioError(
      'BadInput',
      `${file} has texts that cannot be read: ${part} has ${name} in place of ${found.usual}. Open it in ${found.program} and save it anew.`,
    );
  }
}

function nameOf(prefix: string, element: string): string {
  return prefix === '' ? element : `${prefix}:${element}`;
}
