import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { WrittenSpan } from '../records/record.ts';
import { unquoted } from './rasa.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 100;

/** A slot, perhaps with its entity, and its words: the other way round than in Rasa. */
const MARK = /\[([^[\]:]{1,100})(?::[^[\]]{1,100})?\]\(([^()]{1,500})\)/g;

/**
 * Intents in the YAML of `snips-nlu`, with slots marked as `[origin](Oslo)` or `[origin:city](Oslo)` in their utterances. Entities with their
 * values are not read.
 */
export const snips: Format = {
  detect(_file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled);
    const isIntent = sample.some((line) => /^type: {0,10}["']?intent\b/.test(line));
    return isIntent && sample.some((line) => /^utterances:\s*$/.test(line))
      ? { score: SCORES.signature, reason: 'it has intents of SNIPS with their utterances' }
      : undefined;
  },
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

function* documentsOf({ lines }: CorpusSource): Generator<WrittenDocument, void> {
  for (const { text, line } of utterancesIn(lines)) yield { line, id: String(line), content: { texts: [read(text)] } };
}

/** The items of the lists `utterances`; an item may go on in deeper lines. */
function* utterancesIn(lines: Iterable<string>): Generator<{ text: string; line: number }, void> {
  let number = 0;
  let isWithin = false;
  let item: { parts: string[]; line: number } | undefined;
  const text = () => unquoted(item!.parts.join(' '));
  for (const line of lines) {
    number++;
    if (!isFilled(line) || /^\s*#/.test(line)) continue;
    const [, own] = /^\s*- +(\S.*)$/.exec(line) ?? [];
    const isKey = own === undefined && /^\S/.test(line);
    if (isKey || own !== undefined) {
      if (item !== undefined) yield { text: text(), line: item.line };
      item = undefined;
    }
    if (isKey) isWithin = line.startsWith('utterances:');
    else if (isWithin && own !== undefined) item = { parts: [own.trim()], line: number };
    else item?.parts.push(line.trim());
  }
  if (item !== undefined) yield { text: text(), line: item.line };
}

function read(marked: string): { text: string; spans: WrittenSpan[] } {
  let text = '';
  let at = 0;
  const spans: WrittenSpan[] = [];
  for (const { 0: whole, 1: type, 2: own, index } of marked.matchAll(MARK)) {
    text += marked.slice(at, index);
    at = index + whole.length;
    spans.push({ start: text.length, end: text.length + own!.length, type: type!, unit: 'UTF-16 units' });
    text += own!;
  }
  return { text: text + marked.slice(at), spans };
}
