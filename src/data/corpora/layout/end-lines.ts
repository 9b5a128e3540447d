import { rareSeparators } from '../columns/split-columns.ts';

/** Times that a line must repeat to end sentences, unless a number in it goes up. */
const FEWEST_ENDS = 3;
/** `Sentence 3:`, `#3`, `[3]`, `--- sent 3 ---`: one number, and at most one word. */
const NUMBERED = /^(?=.*[^\d\s])[^\p{L}\d]{0,20}(?:\p{L}{1,20}[^\p{L}\d]{0,10})?\d{1,9}[^\p{L}\d]{0,20}$/u;

/** A word with a number in the first of several cells: `$5 _`, `COVID-19 O`. */
const NUMBERED_WORD = /^\S*\d\S*[\t ,;|]\S/;
/** Words for sentences in numbered lines. */
const SENTENCE_WORD =
  /(?:^|\P{L})(?:s|sents?|sentences?|sentencia|satz|phrase|frase|oraci[oó]n|ora[cç][aã]o|zin|v[eě]ta|zdanie|mening|c[uü]mle|предложение|utterance|utt|句|句子|文|문장)(?!\p{L})/iu;

/** A comment that begins a document: CoNLL-U, OntoNotes, HIPE. */
export const DOCUMENT_COMMENT =
  /^#\s*(?:newdoc\b|begin document\b|##\s*MEDLINE:|(?:\S+:)?(?:document_id|doc_id|document|doc)\s*[=:])/i;

/** A line with 0 in place of its numbers. */
function lineForm(line: string): string {
  return line.trim().replaceAll(/\d+/g, '0');
}

/** Whether a line ends a sentence, by the form of such lines. */
export function isEndLine(line: string, endLine: string | undefined): boolean {
  return endLine !== undefined && lineForm(line) === endLine;
}

/** The form of lines that end sentences: numbered ones, or else one that repeats without columns, where no blank lines do. */
export function endLineOf(lines: readonly string[]): string | undefined {
  const all = lines.map((line) => line.trim());
  const sample = all.slice(0, all.findLastIndex((line) => line !== '') + 1);
  return numberedLineOf(sample) ?? repeatedLineOf(sample);
}

/**
 * Before or behind each sentence: `Sentence 1:`, `Sentence 2:`. Where lines have one column, a word may look the same,
 * and where sentences end with blank lines, so may a comment within a sentence: `# page 3`.
 */
function numberedLineOf(lines: readonly string[]): string | undefined {
  const isMark = (line = '') => NUMBERED.test(line) && !NUMBERED_WORD.test(line) && !DOCUMENT_COMMENT.test(line);
  const sample = lines.filter((line) => line !== '');
  const marks = sample.filter(isMark);
  const form = lineForm(marks[0] ?? '');
  const numbers = marks.map((line) => Number(/\d+/.exec(line)![0]));
  const areOfSentences =
    marks.length > 1 &&
    !sample.some((line, i) => isMark(line) && isMark(sample[i + 1])) &&
    [sample[0], sample.at(-1)].some((line) => line === marks[0] || line === marks.at(-1)) &&
    marks.every((line) => lineForm(line) === form) &&
    numbers[1]! > numbers[0]! &&
    numbers.every((number, i) => i === 0 || number > numbers[i - 1]! || number === numbers[0]); // documents begin again
  if (!areOfSentences) return undefined;
  const haveColumns =
    2 * sample.filter((line) => !isMark(line) && /[\s,;|]/.test(line)).length > sample.length - marks.length;
  if (!haveColumns && !SENTENCE_WORD.test(form)) return undefined;
  const mayBeWithin = !haveColumns || (form.startsWith('#') && lines.includes(''));
  return mayBeWithin && !lines.every((line, i) => !isMark(line) || isBorder(lines[i - 1]) || isBorder(lines[i + 1]))
    ? undefined
    : form;
}

/** Whether a line is blank, or beyond the first or the last one. */
function isBorder(line = ''): boolean {
  return line === '';
}

/** `***`, `EOS`: a line without columns among lines with columns. */
function repeatedLineOf(sample: readonly string[]): string | undefined {
  if (sample.includes('')) return undefined;
  const counts = new Map<string, number>();
  for (const line of sample) counts.set(line, (counts.get(line) ?? 0) + 1);
  const single = sample.filter((line) => !/[\s,;|]/.test(line));
  const repeated = [...counts].filter(
    ([line, count]) => count >= FEWEST_ENDS && 2 * count < sample.length && single.includes(line),
  );
  const isOnly = (line: string) => single.every((other) => other === line);
  const [end] = repeated.find(([line]) => isOnly(line)) ?? repeated.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_REPEATED).find(([line]) => isAlone(line, sample)) ?? []; // prettier-ignore
  return end === undefined ? undefined : lineForm(end);
}

/** Lines that may end sentences, at most. */
const MOST_REPEATED = 5;

/** Whether a line is nearly the only one that another separator does not divide: `EOS` among `Ada~B-PER`. */
function isAlone(line: string, sample: readonly string[]): boolean {
  return rareSeparators(sample.filter((other) => other !== line)).some((separator) => !line.includes(separator));
}
