import { formatCell } from '../../../lib/csv.ts';
import type { ColumnLayout, Separator, TagForm } from '../../column-layout.ts';
import type { Corpus, Span } from '../../corpus.ts';
import type { Patch } from '../../files/patch-bytes.ts';
import { columnRange, isQuotable } from './split-columns.ts';
import { correctedTags } from '../corrected-tags.ts';
import { itemsOf } from '../layout/items.ts';
import { PLAIN_FORM, writeCell } from '../layout/tag-cells.ts';
import type { Correction } from '../correction.ts';
import type { CorpusText } from '../formats/format.ts';

/** What the reader of a format found in its lines. */
interface LineLayout {
  /** Called for each line, in order. */
  kindOf: (line: string) => 'token' | 'blank' | 'comment' | 'document' | 'header' | 'range' | 'sentence' | 'unreadable';
  separator: Separator;
  /** Whether comments and other lines belong to the sentence around them. */
  hasBlocks?: boolean;
  /** How tags are written in cells; default: as they are. */
  form?: TagForm | undefined;
}

/** Patches for the tags of a file with one token per line. An excluded sentence is removed with the blank line after it. */
export function correctLines(
  { lines, starts }: Pick<CorpusText, 'lines' | 'starts'>,
  { kindOf, separator, hasBlocks = false, form = PLAIN_FORM }: LineLayout,
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): Patch[] {
  const places = corpus.sentences.flatMap(({ tokens }, sentence) => tokens.map((_, t) => ({ sentence, t })));
  const newTags = tagsAfter(corpus, corrections);
  const contents = lines.map((line) => line.replace(/\r+$/, ''));
  const patches: Patch[] = [];
  let next = 0;
  let isAfterExcluded = false;
  let block = 0;
  for (const [i, content] of contents.entries()) {
    const from = starts[i]!;
    const after = starts[i + 1] ?? from + lines[i]!.length;
    const kind = kindOf(content);
    if (kind !== 'token') {
      if (isAfterExcluded && (kind === 'blank' || hasBlocks)) patches.push({ from, to: after, text: '' });
      if (kind !== 'blank') continue;
      isAfterExcluded = false;
      block = after;
      continue;
    }
    const { sentence, t } = places[next++]!;
    const isExcluded = corrections.get(sentence) === 'excluded';
    if (isExcluded && !isAfterExcluded && hasBlocks && block < from) patches.push({ from: block, to: from, text: '' });
    isAfterExcluded = isExcluded;
    if (isExcluded) {
      patches.push({ from, to: after, text: '' });
      continue;
    }
    const corrected = newTags.get(sentence);
    if (corrected === undefined) continue;
    const { tags } = corpus.sentences[sentence]!;
    // Brackets also change where the tag does not: at the end of an entity that was cut.
    if (corrected.tags[t] === tags[t] && !(form.brackets && corrected.isChanged)) continue;
    const write = (column: number, text: (before: string) => string) =>
      patches.push(...cellPatch(content, from, separator, column, text));
    for (const [column, cell] of cellsOf(form, corpus, corrected, t)) write(column, cell);
  }
  return patches;
}

/** The new tags and spans of a sentence. */
interface CorrectedSentence {
  tags: string[];
  spans: readonly Span[];
  /** Whether any tag differs from before. */
  isChanged: boolean;
}

function tagsAfter(corpus: Corpus, corrections: ReadonlyMap<number, Correction>): Map<number, CorrectedSentence> {
  const after = new Map<number, CorrectedSentence>();
  for (const [number, correction] of corrections) {
    if (correction === 'excluded') continue;
    const sentence = corpus.sentences[number]!;
    const tags = correctedTags(corpus.style, sentence, correction.spans);
    after.set(number, { tags, spans: correction.spans, isChanged: tags.some((tag, t) => tag !== sentence.tags[t]) });
  }
  return after;
}

type Cell = [column: number, text: (before: string) => string];

/** The cells of a token, for its corrected tag. */
function cellsOf(form: TagForm, { tagColumn, style }: Corpus, { tags, spans }: CorrectedSentence, t: number): Cell[] {
  const tag = tags[t]!;
  if (form.typeColumn === undefined) return [[tagColumn, (before) => writeCell(form, tag, spans, t, before)]];
  const isOutside = tag === style.letters.outside;
  const cut = tag.indexOf('-');
  return [
    [tagColumn, () => (isOutside ? (form.outsideLetter ?? tag) : tag.slice(0, cut))],
    [form.typeColumn, () => (isOutside ? (form.outsideType ?? tag) : tag.slice(cut + 1))],
  ];
}

/** Replaces the text of a cell, keeping quotes. */
function cellPatch(
  line: string,
  from: number,
  separator: Separator,
  column: number,
  text: (before: string) => string,
): Patch[] {
  const range = columnRange(line, separator, column);
  // Editors remove white space at the end of lines, and with it empty cells.
  if (range === undefined)
    return [{ from: from + line.length, to: from + line.length, text: `${separator}${text('')}` }];
  const [start, end] = range;
  const written = line.slice(start, end);
  const isCsv = isQuotable(separator);
  const after = text(written);
  const cell =
    written.startsWith('"') && isCsv
      ? `"${after.replaceAll('"', '""')}"`
      : isCsv
        ? formatCell(after, separator)
        : after;
  return cell === written ? [] : [{ from: from + start, to: from + end, text: cell }];
}

/** Patches for the tags of a file with one sentence per line, as in `Oslo/B-LOC is/O`. */
export function correctItems(
  { lines, starts }: Pick<CorpusText, 'lines' | 'starts'>,
  { items, columns }: ColumnLayout,
  corpus: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): Patch[] {
  const newTags = tagsAfter(corpus, corrections);
  const numbers = new Map(corpus.sentences.map(({ line }, number) => [line, number]));
  return lines.flatMap((line, i): Patch[] => {
    const number = numbers.get(i + 1);
    if (number === undefined) return [];
    const from = starts[i]!;
    if (corrections.get(number) === 'excluded') return [{ from, to: starts[i + 1] ?? from + line.length, text: '' }];
    const tags = newTags.get(number)?.tags ?? [];
    const words = [...line.matchAll(/[^ \t]+/g)];
    return words.flatMap(({ 0: word, index }, t) => {
      if (tags[t] === undefined || tags[t] === corpus.sentences[number]!.tags[t]) return [];
      const cut =
        itemsOf(word, items!)[0]!
          .slice(0, columns - 1)
          .join(items).length + items!.length;
      return [{ from: from + index + cut, to: from + index + word.length, text: tags[t] }];
    });
  });
}
