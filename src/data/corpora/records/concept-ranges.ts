import type { TextToken } from '../../text/tokenizer.ts';
import type { RecordKind, WrittenSpan } from './record.ts';

/** `c="the fever" 12:3 12:4||t="problem"`: a line from 1 and a word from 0, of the first and of the last word. */
const CONCEPT = /^c="(.*)" (\d+):(\d+) (\d+):(\d+)\|\|t="([^"]+)"(?:\|\|.*)?$/;

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
    for (const line of con.split(/\r?\n/)) {
      if (line.trim() === '') continue;
      const [, own, firstLine, first, lastLine, last, type] = CONCEPT.exec(line.trim()) ?? [];
      if (type === undefined)
        return `The line ${JSON.stringify(line)} of the .con file is no concept: expected c="…" line:word line:word||t="TYPE".`;
      const [from, to] = [lines[Number(firstLine) - 1]?.[Number(first)], lines[Number(lastLine) - 1]?.[Number(last)]];
      if (from === undefined || to === undefined)
        return `The line ${JSON.stringify(line)} of the .con file is about words that are not in the text.`;
      spans.push({ start: from.start, end: to.end, type, unit: 'UTF-16 units', text: own! });
    }
    return { texts: [{ text, spans, sentences: lines.filter(({ length }) => length > 0) }] };
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
