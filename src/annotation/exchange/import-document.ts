import { tokenize } from '../../data/text/tokenizer.ts';
import { sentenceAt } from '../sets/new-sentence.ts';
import type { NewSentence } from '../sets/set.ts';

/** A paragraph of a document of another program, and where it is: `page 2`, `paragraph 3`, `footnote`. */
interface Paragraph {
  text: string;
  place: string;
}

/** The sentences of one document; their `line` is the number of the page, the paragraph or, of a cell, the row. */
export function importDocument(file: string, paragraphs: readonly Paragraph[]): NewSentence[] {
  return paragraphs.flatMap(({ text, place }, i) => {
    const [, number] = /^(?:page |paragraph |.*![A-Z]+)(\d+)$/.exec(place) ?? [];
    const source = { file, line: number === undefined ? i + 1 : Number(number), document: 0 };
    return tokenize(text).map((tokens) => sentenceAt(text, { tokens, spans: [], state: 'open' }, source));
  });
}

const PARAGRAPHS = /\.(docx|docm|dotx|odt|ott|odp|eml|mbox|md|markdown|x?html?|srt|vtt)$/i;

/** What the number of a source counts: `page 3`, `paragraph 3`, `line 3`. */
export function placeInWords({ file, line }: { file: string; line: number }): string {
  const unit = /\.pdf$/i.test(file) ? 'page' : PARAGRAPHS.test(file) ? 'paragraph' : 'line';
  return `${unit} ${line.toLocaleString('en-US')}`;
}
