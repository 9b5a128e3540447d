import type { TextToken } from '../../../text/tokenizer.ts';
import type { RecordKind, WrittenSpan } from '../record.ts';

/** `c="the fever" 12:3 12:4||t="problem"`: a line from 1 and a word from 0, of the first and of the last word. */
const CONCEPT = /^c="(.{0,2000})" (\d+):(\d+) (\d+):(\d+)\|\|t="([^"]{1,100})"(?:\|\||$)/;

const NO_CONCEPT =
  'lines of the .con file that are no concept (c="…" line:word line:word||t="TYPE"), which were left out';
const BEYOND = 'concepts of words that are not in the text, which were left out';

/**
 * A document of the i2b2 and VA challenges, its text and the contents of its `.con` file. A line of the text is a sentence of words between
 * spaces.
 */
export const conceptRanges: RecordKind = {
  title: 'i2b2 (.con)',
  read({ text, con }) {
    if (typeof text !== 'string' || typeof con !== 'string') return undefined;
    const lines = wordsOfLines(text);
    const spans: WrittenSpan[] = [];
    const notes: string[] = [];
    for (const line of con.split(/\r?\n/)) {
      if (line.trim() === '') continue;
      const [, own, firstLine, first, lastLine, last, type] = CONCEPT.exec(line.trim()) ?? [];
      const [from, to] = [lines[Number(firstLine) - 1]?.[Number(first)], lines[Number(lastLine) - 1]?.[Number(last)]];
      if (type === undefined) notes.push(NO_CONCEPT);
      else if (from === undefined || to === undefined) notes.push(BEYOND);
      else spans.push({ start: from.start, end: to.end, type, unit: 'UTF-16 units', text: own! });
    }
    if (spans.length === 0 && notes.length > 0) return `The .con file has no concept of this text: ${notes[0]}.`;
    const sentences = lines.filter(({ length }) => length > 0);
    return { texts: [{ text, spans, sentences, ...(notes.length > 0 && { notes }) }] };
  },
};

function wordsOfLines(text: string): TextToken[][] {
  let at = 0;
  return text.split('\n').map((line) => {
    const from = at;
    at += line.length + 1;
    return [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      text: word,
      start: from + index,
      end: from + index + word.length,
    }));
  });
}
