import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { JsonObject } from '../json/values.ts';
import { bioc as records } from '../records/kinds/more-text-kinds.ts';
import { readXml } from '../xml.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Lines until the root is found: a declaration, and one for each entity of the document type. */
const SAMPLED_LINES = 20;

/** BioC XML: a collection of documents with passages, whose offsets count code points of the document. It is read as BioC JSON is. */
export const bioc: Format = {
  detect: (_file, lines) => {
    const head = firstLines(lines, SAMPLED_LINES, isFilled).join('\n').slice(0, 10_000);
    const isBioC = /BioC\.dtd/.test(head) || (/<collection>/.test(head) && /<document>|<source>/.test(head));
    return isBioC && /<collection\b/.test(head)
      ? { score: SCORES.signature, reason: 'its root is a collection of BioC' }
      : undefined;
  },
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

/** An element that has been opened. */
interface Open {
  name: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  /** Its members, as in BioC JSON. */
  value: JsonObject;
}

/** Elements that are items of a list in their parent. */
const LISTS: Readonly<Record<string, string>> = {
  passage: 'passages',
  sentence: 'sentences',
  annotation: 'annotations',
  location: 'locations',
};

function* documentsOf({ file, lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  const xml = [...lines].join('\n');
  const open: Open[] = [];
  let line = 1;
  let at = 0;
  for (const part of readXml(file, xml)) {
    if (part.kind === 'text') {
      const last = open.at(-1);
      if (last !== undefined) last.text += part.text;
      continue;
    }
    if (part.kind === 'start') {
      const { name, attributes } = part;
      open.push({ name, attributes, text: '', value: {} });
      if (name !== 'document') continue;
      line += xml.slice(at, part.at).split('\n').length - 1;
      at = part.at;
      continue;
    }
    const ended = open.pop()!;
    if (ended.name !== 'document') {
      addTo(open.at(-1)?.value, ended);
      continue;
    }
    const content = records.read(ended.value, {});
    const id = typeof ended.value['id'] === 'string' ? ended.value['id'] : String(line);
    if (content === undefined || typeof content === 'string') {
      const message = `${content ?? 'The document has no passages.'} The document was skipped.`;
      problems.add({ line, severity: 'error', kind: 'bioc', message });
    } else yield { line, id, content };
  }
}

/** Adds an element to its parent. */
function addTo(parent: JsonObject | undefined, { name, text, attributes, value }: Open): void {
  if (parent === undefined) return;
  const list = LISTS[name];
  if (list !== undefined) {
    const place =
      name === 'location' ? { offset: Number(attributes['offset']), length: Number(attributes['length']) } : {};
    const items = (parent[list] ??= []) as unknown[];
    items.push({ ...value, ...place });
  } else if (name === 'infon') {
    parent['infons'] = { ...(parent['infons'] as JsonObject | undefined), [attributes['key'] ?? '']: text };
  } else if (name === 'offset') parent['offset'] = Number(text);
  else if (name === 'text' || name === 'id') parent[name] = text;
}
