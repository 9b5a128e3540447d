import { isFilled, firstLines } from '../../files/text-lines.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { WrittenSpan } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 200;
const START = /^<START(?::(\S+))?>$/;
const END = '<END>';
/** That of OpenNLP, where a mark has none. */
const DEFAULT_TYPE = 'default';

/**
 * Training data of OpenNLP's name finder: a sentence per line, tokens between spaces, `<START:type>` before an entity and `<END>` after
 * it. An empty line ends a document.
 */
export const openNlp: Format = {
  detect: (_file, lines) =>
    firstLines(lines, SAMPLED_LINES, isFilled).some((line) => /(^|\s)<START(:\S+)?>\s.*\s<END>(\s|$)/.test(line))
      ? { score: SCORES.signature, reason: 'entities are between <START:…> and <END>' }
      : undefined,
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

function* documentsOf({ lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  let document = 1;
  let line = 0;
  for (const written of lines) {
    line++;
    if (!isFilled(written)) {
      document++;
      continue;
    }
    const read = sentenceOf(written);
    if (typeof read === 'string') {
      problems.add({ line, severity: 'error', kind: 'opennlp', message: `${read} The line was skipped.` });
    } else yield { line, id: String(document), content: { texts: [read] } };
  }
}

/** The sentence of a line. An error message if its marks are not in pairs. */
function sentenceOf(line: string) {
  const tokens: TextToken[] = [];
  const spans: WrittenSpan[] = [];
  let text = '';
  let open: { start: number; type: string } | undefined;
  for (const word of line.trim().split(/\s+/)) {
    const mark = START.exec(word);
    const start = tokens.length === 0 ? 0 : text.length + 1;
    if (mark !== null) {
      if (open !== undefined) return `${word} is inside another entity.`;
      open = { start, type: mark[1] ?? DEFAULT_TYPE };
    } else if (word === END) {
      if (open === undefined) return '<END> has no <START>.';
      if (text.length <= open.start) return 'An entity has no words.';
      spans.push({ ...open, end: text.length, unit: 'UTF-16 units' });
      open = undefined;
    } else {
      text += `${tokens.length === 0 ? '' : ' '}${word}`;
      tokens.push({ text: word, start, end: text.length });
    }
  }
  return open === undefined ? { text, spans, sentences: [tokens] } : '<START> has no <END>.';
}
