import { StudioError } from '../../../lib/errors.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { localName } from '../xml.ts';

/** The elements of the forms of XML that are read, in lower case, the root first. */
const FORMS: readonly [name: string, elements: string][] = [
  ['BioC XML', 'collection document passage offset text annotation infon location'],
  ['UIMA CAS XMI', 'xmi sofa view'],
  ['GATE', 'gatedocument textwithnodes node annotationset annotation'],
  ['i2b2 and MAE (TEXT with TAGS)', 'text tags'],
  ['DDI 2013', 'document sentence entity'],
  ['TCF (WebLicht)', 'd-spin textcorpus tokens token namedentities entity'],
  ['FoLiA', 'folia text p s w entities entity wref'],
  ['NAF or KAF', 'naf kaf text wf terms term entities entity references span target'],
  ['Stanford CoreNLP', 'root document sentences sentence tokens token word ner'],
  ['KPWr (CCL)', 'chunklist chunk sentence tok orth ann'],
  ['SemEval, aspect terms', 'sentences sentence text aspectterms aspectterm opinions opinion'],
  ['TAC 2017 (labels of drugs)', 'label text section mentions mention'],
  ['TEI (inline XML)', 'tei teiheader text body div p s persname placename orgname name rs'],
  ['HAREM (inline XML)', 'colharem doc p em'],
  ['GENIA (inline XML)', 'set article abstract sentence cons'],
];

/** Forms of XML that are something else. */
const OTHERS: readonly [root: RegExp, what: string][] = [
  [/^(?:alto|mets|pcgts)$/i, 'the words of a scanned page and where they are, without entities.'],
  [/^annotation$/, 'probably regions of an image. Expected a text with its entities.'],
  [/^(?:rdf|rss|feed|svg|kml|gpx|plist|tmx|xliff)$/i, 'data of another kind. Expected a text with its entities.'],
];

const SAMPLED_LINES = 400;
const START = /<([A-Za-z_][\w:.-]{0,80})((?:\s[^<>]{0,2000})?)\/?>/g;
const NAMESPACE = /\sxmlns(?::([\w.-]{1,40}))?\s?=\s?["']([^"']{1,200})["']/g;

const MOST_SHOWN = 8;

/** @throws StudioError BadInput if the file is XML: with its root, namespaces and elements, and the form of XML that is nearest */
export function rejectUnknownXml(file: string, lines: Iterable<string>): void {
  const head = firstLines(lines, SAMPLED_LINES, isFilled).join('\n');
  if (!/^\s*<(?:\?xml\s|[A-Za-z_][\w:.-]{0,80}(?:\s[^<>]{0,2000})?>)/.test(head)) return;
  const elements = [...head.replaceAll(/<!--[\s\S]{0,5000}?-->/g, '').matchAll(START)];
  const [root, ...inner] = [...new Set(elements.map(([, name]) => name!))];
  const isDeclared = head.trimStart().startsWith('<?xml');
  if (root === undefined || (!isDeclared && (inner.length === 0 || !isMarkup(head) || !isClosed(lines, root)))) return;
  const namespaces = [...new Set(elements.flatMap(([, , attributes]) => [...attributes!.matchAll(NAMESPACE)].map(([, prefix, address]) => (prefix === undefined ? address! : `${address} as ${prefix}`))))]; // prettier-ignore
  const shown = inner.slice(0, MOST_SHOWN).map((name) => `<${name}>`);
  const within = shown.length === 0 ? '' : ` with ${shown.join(', ')}${inner.length > MOST_SHOWN ? '…' : ''} in it`;
  const of = namespaces.length === 0 ? '' : ` (namespace ${namespaces.slice(0, 3).join(', ')})`;
  const other = OTHERS.find(([name]) => name.test(localName(root)))?.[1];
  throw new StudioError(
    'BadInput',
    `${file} is an XML document whose root is <${root}>${of}${within}: ${other ?? `this form is not read. ${nearestTo([root, ...inner])}`}`,
  );
}

/** Whether lines without elements have no columns: in vertical text, elements stand around lines of words with tags. */
function isMarkup(head: string): boolean {
  const others = head.split('\n').filter((line) => !line.includes('<'));
  return !others.some((line) => /\S\t\s*\S/.test(line) || hasSchemeLetter(line.trim().split(/\s+/).at(-1)!));
}

/** Whether the root ends in the last line: other text may begin with an element. */
function isClosed(lines: Iterable<string>, root: string): boolean {
  let last = '';
  for (const line of lines) if (isFilled(line)) last = line;
  return last.trimEnd().endsWith(`</${root}>`);
}

function nearestTo(names: readonly string[]): string {
  const own = new Set(names.map((name) => localName(name).toLowerCase()));
  const scored = FORMS.map(([name, written]) => {
    const elements = written.split(' ');
    const shared = elements.filter((element) => own.has(element));
    return {
      name,
      shared,
      missing: elements.filter((element) => !own.has(element)),
      score: shared.length / elements.length,
    };
  });
  const [best] = scored.toSorted((a, b) => b.shared.length - a.shared.length || b.score - a.score);
  if (best === undefined || best.shared.length < 2)
    return `Forms of XML that are read: ${FORMS.map(([name]) => name).join(', ')}. Convert it to one of them, or save JSON lines with a text and its spans.`;
  return `The nearest form that is read is ${best.name}, which also has ${best.missing.slice(0, 4).map((name) => `<${name}>`).join(', ')}. Convert it to that, or save JSON lines with a text and its spans.`; // prettier-ignore
}
