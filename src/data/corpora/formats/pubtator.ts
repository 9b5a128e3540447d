import { firstLines, isFilled } from '../../files/text-lines.ts';
import { DISCONTINUOUS } from '../records/spans.ts';
import type { WrittenSpan } from '../records/record.ts';
import type { CorpusSource, Format } from './format.ts';
import { SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

const TEXT_LINE = /^([^|\t]+)\|([ta])\|(.*)$/;

/** PubTator: `id|t|title`, `id|a|abstract`, and a line with tabs for each span. Offsets count code points of title, line break and abstract. */
export const pubtator: Format = {
  detect: (_file, lines) =>
    TEXT_LINE.test(firstLines(lines, 1, isFilled)[0] ?? '') && /^[^|\t]+\|t\|/.test(firstLines(lines, 1, isFilled)[0]!)
      ? { score: SCORES.signature, reason: 'its first line is a title of PubTator' }
      : undefined,
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

function* documentsOf({ lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  let current: { id: string; line: number; parts: string[]; spans: WrittenSpan[]; notes: Set<string> } | undefined;
  let number = 0;
  const finished = function* (): Generator<WrittenDocument, void> {
    if (current === undefined) return;
    const { id, line, parts, spans, notes } = current;
    yield { id, line, content: { texts: [{ text: parts.join('\n'), spans, notes: [...notes] }] } };
    current = undefined;
  };
  for (const line of lines) {
    number++;
    if (!isFilled(line)) continue;
    const [, id, part, text] = TEXT_LINE.exec(line) ?? [];
    if (id !== undefined && part === 't') {
      yield* finished();
      current = { id, line: number, parts: [text!], spans: [], notes: new Set() };
      continue;
    }
    if (part === 'a' && current?.id === id) {
      current!.parts.push(text!);
      continue;
    }
    const [, start, end, own, type] = line.split('\t');
    if (current !== undefined && isOffset(start) && isOffset(end) && type !== undefined && type !== '') {
      const span: WrittenSpan = { start: Number(start), end: Number(end), type, unit: 'code points' };
      current.spans.push({ ...span, ...(own !== undefined && !own.includes('|') && { text: own }) });
      if (own?.includes('|') === true) current.notes.add(DISCONTINUOUS);
    } else if (current !== undefined && line.split('\t').length >= 4) {
      current.notes.add('relations, which were not read'); // `id, type, first, second`
    } else {
      const message = 'Found neither a title, an abstract nor a span of PubTator; the line was skipped.';
      problems.add({ line: number, severity: 'error', kind: 'pubtator', message, excerpt: line });
    }
  }
  yield* finished();
}

function isOffset(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text);
}
