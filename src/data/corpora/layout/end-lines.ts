/** Times that a line must repeat to end sentences, unless a number in it goes up. */
const FEWEST_ENDS = 3;
/** `Sentence 3:`, `#3`, `[3]`, `--- sent 3 ---`: one number, and at most one word. */
const NUMBERED = /^(?=.*[^\d\s])[^\p{L}\d]{0,20}(?:\p{L}{1,20}[^\p{L}\d]{0,10})?\d{1,9}[^\p{L}\d]{0,20}$/u;

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
  return numberedLineOf(sample.filter((line) => line !== '')) ?? repeatedLineOf(sample);
}

/** Before or behind each sentence: `Sentence 1:`, `Sentence 2:`. */
function numberedLineOf(sample: readonly string[]): string | undefined {
  const isMark = (line = '') => NUMBERED.test(line) && !DOCUMENT_COMMENT.test(line);
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
  return areOfSentences ? form : undefined;
}

/** `***`, `EOS`: a line without columns among lines with columns. */
function repeatedLineOf(sample: readonly string[]): string | undefined {
  if (sample.includes('')) return undefined;
  const single = sample.filter((line) => !/\s/.test(line));
  const [first] = single;
  const isSame = single.length >= FEWEST_ENDS && single.every((line) => line === first);
  return isSame && 2 * single.length < sample.length ? lineForm(first!) : undefined;
}
