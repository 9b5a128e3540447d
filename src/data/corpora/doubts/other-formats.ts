import { StudioError } from '../../../lib/errors.ts';
import { CORPUS_FORMATS } from '../../corpus.ts';
import { firstLines, isFilled } from '../../files/text-lines.ts';
import { HTML } from '../marks.ts';
import { missingTextOf } from '../containers/annotation-pairs.ts';
import { DOCUMENT_START } from '../layout/sample.ts';
import { rejectUnknownXml } from './unknown-xml.ts';

/** The first line of text formats that are not supported. */
const SIGNATURES: readonly [RegExp, name: string][] = [
  [/^\s*<(?:!doctype\s|html\b)/i, 'an HTML page'],
  [/^\{\\rtf/, 'an RTF document'],
  [/^[%@~]\[[^\]]{1,100}\](?:\([^()]{0,200}\))?\s*$/, 'a grammar of Chatito, from which it writes examples'],
  [/^(?:@prefix\s|@base\s|<https?:[^<>\s]{1,500}>\s<https?:)/i, 'linked data (Turtle, N-Triples), such as NIF'],
  [/^\(\s?\(?(?:S|ROOT|TOP|SINV|SQ|SBARQ|FRAG|NP)\s*(?:\(|$)/, 'a file of trees of syntax (Penn Treebank)'],
];

/** Names of text formats that are not supported. */
const NAMES: readonly [RegExp, name: string][] = [
  [/\.(?:md|markdown)$/i, 'a Markdown document'],
  [/\.ya?ml$/i, 'YAML, but neither of Rasa nor of SNIPS'],
];

/** @throws StudioError BadInput if the file only says where its contents are stored */
export function rejectPointer(file: string, lines: Iterable<string>): void {
  const [first = ''] = firstLines(lines, 1, isFilled);
  if (!first.startsWith('version https://git-lfs.github.com/')) return;
  throw new StudioError(
    'BadInput',
    `${file} is a pointer of Git LFS: the corpus itself is stored elsewhere. Run git lfs pull in the repository, or download the file from its page.`,
  );
}

/** @throws StudioError BadInput if the file is in a known format that is not supported */
export function rejectOtherFormats(file: string, lines: Iterable<string>): void {
  const [first = ''] = firstLines(lines, 1, isFilled);
  const concepts = /^c=".*" \d+:\d+ \d+:\d+\|\|t="/.test(first);
  const isAnn = /\.ann$/i.test(file) && (first === '' || /^[A-Z#*]\d{0,9}\t/.test(first)); // YEDDA's names end so, too
  if (concepts || isAnn || /^T\d+\t\S+ \d+ \d+(;\d+ \d+)*\t/.test(first)) {
    const text = file.replace(/\.[^./]+$/, '.txt');
    throw new StudioError(
      'BadInput',
      `${file} has the annotations of ${concepts ? 'i2b2' : 'brat'}, but their text, ${text}, is missing. Add both files together.`,
    );
  }
  const missing = missingTextOf(file, firstLines(lines, 3, isFilled).join('\n'));
  if (missing !== undefined)
    throw new StudioError(
      'BadInput',
      `${file} has the annotations of ${missing.title}, but their text, ${missing.text}, is missing. Add both files together.`,
    );
  rejectLinkedMentions(file, lines);
  rejectShakti(file, lines);
  rejectKnp(file, lines);
  const named = NAMES.find(([name]) => name.test(file))?.[1];
  const format = named ?? SIGNATURES.find(([start]) => start.test(first))?.[1];
  if (format === undefined) {
    rejectUnknownXml(file, lines);
    return;
  }
  const remedy = /HTML|Markdown/.test(format)
    ? 'To tag it, open it in the tab Documents; to annotate it, in Annotate.'
    : 'Convert it to one of them.';
  const formats = Object.values(CORPUS_FORMATS)
    .map(({ title }) => title)
    .join(', ');
  throw new StudioError(
    'BadInput',
    `${file} is ${format}. Expected a corpus in one of these formats: ${formats}. ${remedy}`,
  );
}

/**
 * @throws StudioError BadInput if words have B or I, the mention and what it is linked to, but no type, as in
 * AIDA-CoNLL-YAGO
 */
function rejectLinkedMentions(file: string, lines: Iterable<string>): void {
  const rows = firstLines(lines, 10 * SAMPLED_LINES).map((line) => line.split('\t'));
  const others = rows.filter(([first = '']) => first.trim() !== '' && !first.startsWith(DOCUMENT_START));
  const linked = others.filter(({ length }) => length > 1);
  const isLink = ([word, letter, mention = '', entity = '']: readonly string[]) =>
    /^[BI]$/.test(letter!) && entity !== '' && mention.split(' ').includes(word!);
  if (linked.length < 2 || linked.length === others.length || linked.filter(isLink).length < MOST * linked.length)
    return;
  const line = rows.indexOf(linked[0]!) + 1;
  throw new StudioError(
    'BadInput',
    `${file} links mentions to entities, but says no types of them: line ${line} has ${linked[0]!.slice(0, 4).join(', ')}. Add a column with a tag of each word, such as B-PER or O (those of AIDA-CoNLL-YAGO are in CoNLL-2003), or replace the columns after the word with B-ENTITY, I-ENTITY or O to learn mentions alone.`,
  );
}

/** @throws StudioError BadInput if chunks are brackets in columns (Shakti Standard Format), with entities in their features */
function rejectShakti(file: string, lines: Iterable<string>): void {
  const chunk = firstLines(lines, SAMPLED_LINES).find((line) => /^\d{1,9}(?:\.\d{1,9})*\t\(\(\t/.test(line));
  if (chunk === undefined) return;
  throw new StudioError(
    'BadInput',
    `${file} is in the Shakti Standard Format (SSF): chunks are brackets, such as ${chunk.replaceAll('\t', ' ').trim()}. Expected one token per line with its tag: write B-TYPE and I-TYPE for the words of a chunk with an entity (ne=…), and O for others.`,
  );
}

/** A clause (`*`) or a phrase (`+`) with the one that it depends on. */
const KNP_LINE = /^[*+] (?:\d{1,6} )?-?\d{1,6}[A-Z](?: |$)/;

/** @throws StudioError BadInput if clauses and phrases stand in lines of their own, with entities in their features (KNP) */
function rejectKnp(file: string, lines: Iterable<string>): void {
  const sample = firstLines(lines, SAMPLED_LINES);
  const [phrase] = sample.filter((line) => KNP_LINE.test(line) && line.startsWith('+'));
  if (phrase === undefined || !sample.some((line) => KNP_LINE.test(line) && line.startsWith('*'))) return;
  throw new StudioError(
    'BadInput',
    `${file} is an analysis of KNP (Kyoto corpus, KWDLC), with phrases such as ${phrase.slice(0, 60)}. Expected one token per line with its tag: write B-TYPE and I-TYPE for the words of an entity (<NE:…>), and O for others.`,
  );
}

/** A cell that starts like a Python list of strings; does not match the token `"["`. */
const LIST = /(?:^|[,;\t]) *"?\[ *['"](?![,;\t]|$)/;

/** Lines examined for lists. */
const SAMPLED_LINES = 100;

/** @throws StudioError BadInput if half of the lines have a list in a cell: the table has one sentence per row */
export function rejectSentenceRows(file: string, lines: Iterable<string>): void {
  const sample = firstLines(lines, SAMPLED_LINES);
  const first = sample.findIndex((line) => LIST.test(line));
  const filled = sample.filter(isFilled);
  if (first < 0 || 2 * filled.filter((line) => LIST.test(line)).length < filled.length) return;
  throw new StudioError(
    'BadInput',
    `${file} has one sentence per row: a cell of line ${first + 1} contains a list. Expected one token per row, with its tag. Split the lists (in pandas, with ast.literal_eval and explode), or save JSON lines with "tokens" and "tags".`,
  );
}

/** Characters between a token and the one before, at most. */
const TOKEN_GAP = 3;

/** @throws StudioError BadInput if rows have the offsets of single mentions with their words: the text between them is in another file */
export function rejectMentions(file: string, lines: Iterable<string>): void {
  const rows = firstLines(lines, SAMPLED_LINES, isFilled).map((line) => line.split('\t'));
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2) return;
  for (let c = 0; c + 1 < width; c++) {
    const places = rows.flatMap((row) => placeIn(row, c) ?? []);
    if (places.length < MOST * rows.length) continue;
    const isApart = ({ start }: { start: number }, i: number) => {
      const gap = start - (places[i - 1]?.end ?? start);
      return gap < 0 || gap > TOKEN_GAP;
    };
    if (2 * places.filter(isApart).length < places.length - 1) continue;
    throw new StudioError(
      'BadInput',
      `${file} has offsets of mentions with their words in each line, such as ${rows[0]!.slice(c).join(', ').slice(0, 80)}, but not the texts that contain them. Add it together with these: as files of their names, or as rows of another file; in the command line as a folder or a zip.`,
    );
  }
}

/** The offsets in two cells of a row, if another one has as many characters. */
function placeIn(row: readonly string[], c: number): { start: number; end: number } | undefined {
  const [from = '', to = ''] = [row[c], row[c + 1]];
  if (!/^\d{1,9}$/.test(from) || !/^\d{1,9}$/.test(to)) return undefined;
  const [start, end] = [Number(from), Number(to)];
  const isWords = (cell: string) => end > start && (cell.length === end - start || cell.length === end - start + 1);
  return row.some((cell, other) => other !== c && other !== c + 1 && isWords(cell)) ? { start, end } : undefined;
}

/** A word with a type in brackets: `Oslo[LOC]`. */
const BRACKETED = /(?:^|\s)([\p{L}\p{N}'’-]{1,60}\[(?:[BIESU][-_])?\p{Lu}[\p{Lu}_-]{1,60}\])/gu;
/** Share of the lines that must have the same form. */
const MOST = 0.9;
/** Words with types from which they are no chance. */
const FEWEST_BRACKETED = 3;

/** A word with a type in brackets, if half of the lines have one. */
function bracketedWord(lines: readonly string[]): string | undefined {
  const found = lines.map((line) => [...line.matchAll(BRACKETED)].map(([, word]) => word!));
  const isUsual = 2 * found.filter(({ length }) => length > 0).length > lines.length;
  return isUsual && found.flat().length >= FEWEST_BRACKETED ? found.flat()[0] : undefined;
}

/** As in ASTE-Data-V2: `good food .####[([1], [0], 'POS')]`. */
const TRIPLETS = /####\[(?:\(\[\d|\]$)/;
/** A word with a label that is none of a scheme: `The[DT]`, `The/DT`. */
const LABELLED = /^\S{0,500}\S(?:\[[^\s[\]]{1,60}\]|\/[^\s/]{1,60})$/;

/** Words in an element that is none of HTML, at the start of a line or after a space. */
const ELEMENT = new RegExp(
  String.raw`(?:^|\s)<(?!(?:${HTML}|[ABIPQSU]|H\d)>)(\p{L}[\w-]{0,60})>[^<>]{1,500}</\1>`,
  'iu',
);

/** @throws StudioError BadInput if most lines have words in elements: their parts would be read as words and tags */
function rejectElements(file: string, sample: readonly string[]): void {
  const found = sample.map((line) => ELEMENT.exec(line));
  const first = found.find((match) => match !== null);
  if (first === undefined || 2 * found.filter((match) => match !== null).length <= found.length) return;
  throw new StudioError(
    'BadInput',
    `${file} has words in elements whose names are no types as Tagsmith knows them, such as ${first[0].trim()}. If they are entities, rename the elements to a type in capitals, such as <${first[1]!.toUpperCase()}>.`,
  );
}

/**
 * @param areItems whether each word is joined with its tag: `Oslo/B-LOC`
 * @throws StudioError BadInput if lines have several texts, or words in elements or with labels, which a reader of
 * columns would take for their columns
 */
export function rejectLinesOfTexts(file: string, lines: Iterable<string>, areItems: boolean): void {
  const sample = firstLines(lines, SAMPLED_LINES, isFilled);
  rejectElements(file, sample);
  const share = (fits: (line: string) => boolean) => sample.filter(fits).length / sample.length;
  if (share((line) => TRIPLETS.test(line)) > MOST)
    throw new StudioError(
      'BadInput',
      `${file} has sentences with triplets of an aspect, an opinion and a polarity behind ####, which are not read. Expected one token per line with its tag, or JSON lines of tokens with spans.`,
    );
  if (areItems) return;
  if (share((line) => line.includes('|||')) > MOST)
    throw new StudioError(
      'BadInput',
      `${file} has several texts in each line, separated by |||. Expected words and as many tags of a scheme, such as Bo left ||| B-PER O.`,
    );
  const words = (line: string) => line.trim().split(/\s+/);
  const areLabelled = share((line) => words(line).every((word) => LABELLED.test(word))) > MOST;
  if (areLabelled && sample.some((line) => words(line).length > 1))
    throw new StudioError(
      'BadInput',
      `${file} has lines of words with their labels, such as ${words(sample[0]!)[0]}, which are no tags of entities. Expected tags of a scheme (B-PER, O), or one word with its label in each line.`,
    );
}

/** @throws StudioError BadInput if types are written in brackets after single words */
export function rejectBracketedTypes(file: string, lines: Iterable<string>): void {
  const bracketed = bracketedWord(firstLines(lines, SAMPLED_LINES, isFilled));
  if (bracketed === undefined) return;
  throw new StudioError(
    'BadInput',
    `${file} has words with their types in brackets, such as ${bracketed}, and others without: where an entity ends is not clear. Mark each entity as in [New York](LOC), or write a word and its tag in each line.`,
  );
}
