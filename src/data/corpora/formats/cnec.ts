import { firstLines, isFilled } from '../../files/text-lines.ts';
import type { WrittenSpan } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

const SAMPLED_LINES = 200;
/** Marked lines, and types in them, from which marks are no chance. */
const FEWEST = { lines: 3, types: 2 };
/** Share of the lines that are marked in a corpus. */
const MARKED = 0.5;
/** Types of the Czech Named Entity Corpus, versions 1 and 2, and its containers. */
const TYPES =
  /^([ACPT]|a[htz]|c[bnprs]|g[_chlpqrstu]|i[_acfo]|m[einrst]|n[_abcimpqrsw]|o[_acemopr]|p[_bcdfmps]|q[co]|t[cdfhimnpsty])$/;
/** Those that are English words, as in `<if any>`. */
const WORDS = /^(ah|at|if|me|op|or|pm)$/;
/** Containers always have entities in them, which is their signature: `<P<pf Jan> …`. */
const CONTAINER = /^[ACPT]$/;
const NESTED = /<[ACPT]\s*<[a-z][a-z_]\s/;
/** Marks that are no entities: foreign words, abbreviations, wrong case, wrong sentence ends, and what was left open. */
const REMARKS = /^(f|s|segm|cap|lower|upper|[?!])$/;
/** The beginning of an entity: its type is followed by a space, or by an entity in it. */
const OPEN = /<([A-Za-z]_?[a-z]*|[?!])(?:\s+|(?=<))/y;
const MARK = /<[A-Za-z?!]\w*[\s<][^<>]*/;

/**
 * The Czech Named Entity Corpus: a sentence per line, with entities as `<gu Brno>`, and entities in them: `<P<pf Jan> <ps Novák>>`.
 */
export const cnec: Format = {
  detect(_file, lines) {
    const filled = firstLines(lines, SAMPLED_LINES, isFilled);
    const sample = filled.filter((line) => line.includes('<'));
    if (sample.length < MARKED * filled.length || !sample.every((line) => MARK.test(line))) return undefined;
    const read = sample.map(sentenceOf).filter((sentence) => typeof sentence !== 'string');
    const fitting = read.filter(({ spans }) => !spans.some((span) => isEmptyContainer(span, spans)));
    const spans = fitting.flatMap((sentence) => sentence.spans);
    if (fitting.length <= 0.9 * sample.length || !spans.every(({ type }) => TYPES.test(type))) return undefined;
    const types = new Set(spans.map(({ type }) => type).filter((type) => !WORDS.test(type)));
    const isOwn =
      sample.some((line) => NESTED.test(line)) || (fitting.length >= FEWEST.lines && types.size >= FEWEST.types);
    return isOwn ? { score: SCORES.signature, reason: `entities are marked as in <${[...types][0]} …>` } : undefined;
  },
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

function isEmptyContainer({ start, end, type }: WrittenSpan, spans: readonly WrittenSpan[]): boolean {
  return (
    CONTAINER.test(type) &&
    !spans.some((other) => !CONTAINER.test(other.type) && other.start >= start && other.end <= end)
  );
}

function* documentsOf({ file, lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  let line = 0;
  for (const written of lines) {
    line++;
    if (!isFilled(written)) continue;
    const sentence = sentenceOf(written);
    if (typeof sentence === 'string') {
      problems.add({ line, severity: 'error', kind: 'cnec', message: `${sentence} The line was skipped.`, excerpt: written }); // prettier-ignore
    } else yield { line, id: file, content: { texts: [sentence] } };
  }
}

/** The sentence of a line. An error message if its marks are not in pairs. */
function sentenceOf(line: string) {
  const spans: WrittenSpan[] = [];
  const open: { start: number; type: string }[] = [];
  let text = '';
  for (let at = 0; at < line.length;) {
    OPEN.lastIndex = at;
    const [mark, type] = OPEN.exec(line) ?? [];
    if (mark !== undefined) {
      open.push({ start: text.length, type: type! });
      at += mark.length;
      continue;
    }
    const character = line[at++]!;
    if (character === '<') return `Found < without a type, in ${JSON.stringify(line.slice(at - 1, at + 20))}.`;
    if (character !== '>') {
      text += character;
      continue;
    }
    const ended = open.pop();
    if (ended === undefined) return 'Found > without <.';
    const words = text.slice(ended.start);
    const [start, end] = [ended.start + words.length - words.trimStart().length, ended.start + words.trimEnd().length];
    if (!REMARKS.test(ended.type) && end > start) spans.push({ start, end, type: ended.type, unit: 'UTF-16 units' });
  }
  return open.length > 0 ? `<${open[0]!.type} does not end.` : unescaped(text, spans);
}

const ENTITY = /&(amp|lt|gt);/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' };

/** The text with its characters in place of `&amp;`, `&lt;` and `&gt;`. */
function unescaped(text: string, spans: WrittenSpan[]) {
  const places = [...text.matchAll(ENTITY)];
  const moved = (at: number) =>
    places.reduce((sum, { index, 0: written }) => (index < at ? sum - written.length + 1 : sum), at);
  return {
    text: text.replaceAll(ENTITY, (_, name: string) => CHARACTERS[name]!),
    spans: spans.map((span) => ({ ...span, start: moved(span.start), end: moved(span.end) })),
  };
}
