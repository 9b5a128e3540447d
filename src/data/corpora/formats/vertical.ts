import { firstLines, isFilled } from '../../files/text-lines.ts';
import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { isUsualType } from '../../tags/usual-types.ts';
import { isDocumentStructure } from '../layout/sample.ts';
import type { TokenSentence, WrittenTokenSpan } from '../records/record.ts';
import { decodeEntities } from '../xml.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, PLACES_OF_TOKENS, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 400;
/** Share of the lines of words that must have as many cells. */
const MIN_SHARE = 0.9;
/** A line with the start or the end of an element; `<g/>` glues words. */
const ELEMENT = /^\s*<(\/?)([A-Za-z][\w.:-]{0,60})((?:\s[^<>]{0,500})?)\s*(\/?)>\s*$/;
/** Elements around the words of an entity, with its type as an attribute. */
const ENTITY = /^(?:ne|ner|nam|name|ent|entity|namedentity|enamex|numex|timex)$/i;
const TYPE = /\s(?:type|class|category|label)\s?=\s?["']([^"']{1,100})["']/i;
/** Elements around sentences. */
const SENTENCE = /^(?:s|sent|sentence|p|head|title|doc|text|file)$/i;

/**
 * Vertical text, as of the Corpus Workbench and Sketch Engine: a word in each line, perhaps with further columns, between lines with the
 * elements around sentences and entities, `<ne type="PER">`. Of entities within others the outer one is read.
 */
export const vertical: Format = {
  detect(_file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled);
    const elements = sample.flatMap((line) => ELEMENT.exec(line) ?? []);
    const rows = sample.filter((line) => !ELEMENT.test(line)).map((line) => line.split('\t'));
    const width = rows[0]?.length ?? 0;
    const isRow = (row: readonly string[]) => row.length === width && (width > 1 || !/\s/.test(row[0]!.trim()));
    const areTagged = rows.some((row) => row.some((cell, c) => c > 0 && /^[BIES]-./.test(cell) && hasSchemeLetter(cell))); // prettier-ignore
    const hasEntities = sample.some((line) => typeOf(line) !== undefined);
    if (!hasEntities || elements.length === 0 || areTagged || rows.length === 0) return undefined;
    if (rows.filter(isRow).length < MIN_SHARE * rows.length) return undefined;
    return { score: SCORES.signature, reason: 'elements stand in lines of their own around words' };
  },
  read(source, options) {
    const documents = [...documentsOf(source)];
    const hasDocuments = new Set(documents.map(({ id }) => id)).size > 1;
    return { ...corpusOfTexts(source, documents, { ...options, ...PLACES_OF_TOKENS }), hasDocuments };
  },
};

/** The type of an entity that begins in a line; undefined if none does. */
function typeOf(line: string): string | undefined {
  const [, slash, name = '', attributes = '', isEmpty] = ELEMENT.exec(line) ?? [];
  if (slash !== '' || isEmpty !== '') return undefined;
  const [, type] = TYPE.exec(attributes) ?? [];
  if (ENTITY.test(name)) return type === undefined ? undefined : decodeEntities(type);
  return attributes === '' && /^\p{Lu}+$/u.test(name) && isUsualType(name) ? name : undefined;
}

function* documentsOf({ file, lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  let [number, document, first] = [0, 0, 0];
  let sentence: Required<Pick<TokenSentence, 'tokens' | 'spans'>> = { tokens: [], spans: [] };
  let open: { name: string; span: WrittenTokenSpan; line: number }[] = []; // of entities
  const finished = function* (): Generator<WrittenDocument, void> {
    for (const { name, line } of open)
      problems.add({ line, severity: 'error', kind: 'spans', message: `<${name}> does not end in its sentence; it was skipped.` }); // prettier-ignore
    if (sentence.tokens.length > 0) yield { line: first, id: `${file}:${document}`, content: { sentences: [sentence], areEndsInclusive: false } }; // prettier-ignore
    [sentence, open] = [{ tokens: [], spans: [] }, []];
  };
  for (const line of lines) {
    number++;
    const [, slash, name = '', , isEmpty] = ELEMENT.exec(line) ?? [];
    if (slash === undefined && isFilled(line)) {
      if (sentence.tokens.length === 0) first = number;
      sentence.tokens.push(decodeEntities(line.split('\t')[0]!.trim()));
      continue;
    }
    const type = typeOf(line);
    if (type !== undefined) {
      const start = sentence.tokens.length;
      open.push({ name, span: { start, end: start, type }, line: number });
    } else if (slash === '/' && open.at(-1)?.name === name) {
      const { span } = open.pop()!;
      if (open.length === 0) sentence.spans.push({ ...span, end: sentence.tokens.length });
    } else if (slash === undefined || (isEmpty === '' && SENTENCE.test(name))) yield* finished();
    if (isDocumentStructure(line)) document++;
  }
  yield* finished();
}
