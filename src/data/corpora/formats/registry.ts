import type { CorpusFormat } from '../../corpus.ts';
import { firstLines } from '../../files/text-lines.ts';
import { looksLikeJson } from '../json/items.ts';
import { tableRows } from '../texts/table-rows.ts';
import { isTextName } from '../texts/text-fields.ts';
import { bioc } from './bioc.ts';
import { classTexts } from './class-texts.ts';
import { cnec } from './cnec.ts';
import { conll } from './conll.ts';
import { conllu } from './conllu.ts';
import { flair } from './flair.ts';
import type { Detection, Format } from './format.ts';
import { inlineXml } from './inline-xml.ts';
import { jsonl } from './jsonl.ts';
import { markedLines } from './marked-lines.ts';
import { mrc } from './mrc.ts';
import { openNlp } from './open-nlp.ts';
import { partialRows } from './partial-rows.ts';
import { peoplesDaily } from './peoples-daily.ts';
import { pubtator } from './pubtator.ts';
import { rasa } from './rasa.ts';
import { snips } from './snips.ts';
import { spanLines } from './span-lines.ts';
import { standOffXml } from './stand-off-xml.ts';
import { tagLines } from './tag-lines.ts';
import { treeLines } from './intent-trees.ts';
import { trees } from './trees.ts';
import { vertical } from './vertical.ts';
import { webanno } from './webanno.ts';
import { xmi } from './xmi.ts';

/** The formats of corpora by name. Names, labels and extensions are in `CORPUS_FORMATS`. */
export const FORMATS = {
  conll,
  conllu,
  jsonl,
  webanno,
  xmi,
  standOffXml, // before: an element TEXT in capitals looks like a type
  inlineXml,
  pubtator,
  bioc,
  tagLines,
  spanLines,
  vertical,
  trees,
  peoplesDaily,
  treeLines,
  flair,
  openNlp,
  rasa,
  snips,
  markedLines,
  mrc,
  partialRows,
  cnec,
  classTexts,
} as const satisfies Record<CorpusFormat, Format>;

/** Formats of running text with marks: in a table or in JSON, the rest of a row would be read as text. */
const MARKED: ReadonlySet<CorpusFormat> = new Set([
  'standOffXml',
  'inlineXml',
  'openNlp',
  'cnec',
  'rasa',
  'snips',
  'flair',
]);

function isJson(file: string, lines: Iterable<string>): boolean {
  return /\.(jsonl?|ndjson)$/i.test(file) || looksLikeJson(file, lines);
}

/** Lines of which a table is recognised. */
const TABLE_HEAD = 200;

/**
 * Whether a file that is called a table is one: with rows of the same width, or texts below the name of their column.
 */
function isTable(file: string, lines: Iterable<string>): boolean {
  if (!/\.(csv|tsv)$/i.test(file)) return false;
  const head = firstLines(lines, TABLE_HEAD);
  const { header = [] } = tableRows(file, head.join('\n'), { isCut: head.length === TABLE_HEAD }) ?? {};
  return header.length > 1 || header.some(isTextName);
}

/** The format that a file is most likely in. `conll` accepts every text. */
export function detectFormat(file: string, lines: Iterable<string>): Detection & { format: CorpusFormat } {
  const isData = isTable(file, lines) || isJson(file, lines);
  let best: (Detection & { format: CorpusFormat }) | undefined;
  for (const format of Object.keys(FORMATS) as CorpusFormat[]) {
    const found = isData && MARKED.has(format) ? undefined : FORMATS[format].detect(file, lines);
    if (found !== undefined && found.score > (best?.score ?? 0)) best = { ...found, format };
  }
  return best!;
}
