import { StudioError } from '../../../lib/errors.ts';
import type { Corpus, CorpusOptions, Sentence, Span } from '../../corpus.ts';
import type { Patch } from '../../files/patch-bytes.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { correctSpans, type SpanStyle, spanStyleOf } from './corrected-spans.ts';
import { correctedTags } from '../corrected-tags.ts';
import type { Correction } from '../correction.ts';
import type { CorpusText } from '../formats/format.ts';
import { type JsonNode, locateJson, skipSpace } from './nodes.ts';
import { areOffsetsChosen } from '../records/span-ends.ts';
import { type JsonPlace, readJsonRecords, type SentenceRecord } from './jsonl.ts';
import type { JsonObject } from './values.ts';
import { taggedTokens } from '../tagged-tokens.ts';

/**
 * Patches for a file of JSON objects: their tags, or the character spans of a text. Excluding a sentence removes its object, and with
 * it the other sentences of the same text.
 *
 * @returns undefined if a correction is in an object whose labels are written in another way
 * @throws StudioError BadCorpus if a tag is missing in the label names of the file
 */
export function correctJson(
  { text, lines, starts }: CorpusText,
  { file, sentences, style, settings }: Corpus,
  corrections: ReadonlyMap<number, Correction>,
): Patch[] | undefined {
  const patches: Patch[] = [];
  let spanStyle: SpanStyle | undefined;
  let hasNulls: boolean | undefined;
  let next = 0;
  for (const record of recordsOf(file, lines, settings)) {
    const own = record.sentences.map(() => next++);
    const changed = own.flatMap((index) => corrections.get(index) ?? []);
    if (changed.length === 0) continue;
    if (record.place === undefined || !isPatchable(record)) return undefined;
    const node = locateJson(text, starts[record.line - 1]! + record.column - 1);
    if (changed.includes('excluded')) {
      patches.push(record.place === 'item' ? itemRemoval(text, node, patches) : lineRemoval(text, starts, record.line));
      continue;
    }
    const of = own.map((index) => sentences[index]!);
    const spansOf = (i: number) => {
      const correction = corrections.get(own[i]!);
      return correction === undefined || correction === 'excluded' ? of[i]!.spans : correction.spans;
    };
    if (record.located === undefined) {
      hasNulls ??= Array.from(recordsOf(file, lines, settings)).some(({ value, tags }) => nullsIn(value, tags));
      const after = correctedTags(style, of[0]!, spansOf(0));
      patches.push(...tagPatches(file, record, node, { before: of[0]!.tags, after, hasNulls }));
      continue;
    }
    if (areOffsetsChosen(settings ?? {})) return undefined; // written otherwise than they seem
    if (record.sentences.some(({ tags }, i) => tags.join(' ') !== of[i]!.tags.join(' '))) return undefined; // their types are tags
    spanStyle ??= spanStyleOf(Array.from(recordsOf(file, lines, settings), ({ value }) => value));
    patches.push(
      ...correctSpans(
        text,
        node,
        { ...record.annotated!, value: record.value, offsets: record.located.offsets },
        spanStyle,
        {
          before: inText(of, (i) => of[i]!.spans),
          after: inText(of, spansOf),
        },
      ),
    );
  }
  return patches.toSorted((a, b) => a.from - b.from);
}

function recordsOf(
  file: string,
  lines: readonly string[],
  settings: CorpusOptions = {},
): Generator<SentenceRecord & JsonPlace, void> {
  return readJsonRecords(file, lines, new ProblemLog(file), settings);
}

/** Whether the labels are one array of spans with offsets, or of tags. */
function isPatchable({ value, tags, located, annotated, sentences }: SentenceRecord): boolean {
  if (located !== undefined) return annotated?.path !== undefined;
  const isArray = tags !== undefined && Array.isArray(value[tags]) && !value[tags].some(Array.isArray);
  const tagged = taggedTokens(value);
  return (
    sentences.length === 1 &&
    !sentences[0]!.isFromSpans &&
    (tagged === undefined ? isArray : tagged.several === undefined)
  );
}

/** Spans of sentences, with token indices relative to the first sentence. */
function inText(sentences: readonly Sentence[], spansOf: (index: number) => readonly Span[]): Span[] {
  let first = 0;
  return sentences.flatMap(({ tokens }, i) => {
    const offset = first;
    first += tokens.length;
    return spansOf(i).map(({ start, end, type }) => ({ start: start + offset, end: end + offset, type }));
  });
}

/** @throws StudioError BadCorpus if tags are numbers, and a tag has none */
function tagPatches(
  file: string,
  record: SentenceRecord,
  node: JsonNode,
  { before, after, hasNulls }: { before: readonly string[]; after: readonly string[]; hasNulls: boolean },
): Patch[] {
  const nodes = tagNodes(record, node);
  const isNumbered = hasNumbers(record);
  return after.flatMap((tag, t): Patch[] => {
    if (tag === before[t]) return [];
    const { start: from, end: to } = nodes[t]!;
    const written = hasNulls && tag === 'O' ? null : tag; // O would be another tag beside null
    return [{ from, to, text: isNumbered ? String(numberOf(tag)) : JSON.stringify(written) }];
  });

  function numberOf(tag: string): number {
    const index = record.names.get(record.tags!)?.indexOf(tag) ?? -1;
    if (index >= 0) return index;
    throw new StudioError(
      'BadCorpus',
      `The label names of ${file} lack ${tag}, which a correction needs. Add it at the end of "label_names", and check the labels again.`,
    );
  }
}

function nullsIn(value: JsonObject, field: string | undefined): boolean {
  const tags = taggedTokens(value)?.tags ?? (field === undefined ? undefined : value[field]);
  return Array.isArray(tags) && tags.includes(null);
}

function hasNumbers({ value, tags: field }: SentenceRecord): boolean {
  const tags = field === undefined ? undefined : value[field];
  return taggedTokens(value) === undefined && Array.isArray(tags) && typeof tags[0] === 'number';
}

/** The node of each token's tag. */
function tagNodes({ value, tags }: SentenceRecord, { members }: JsonNode): JsonNode[] {
  const tagged = taggedTokens(value);
  if (tagged !== undefined) return members!.get(tagged.field)!.items!.map((token) => token.members!.get(tagged.name)!);
  return members!.get(tags!)!.items!;
}

/** Removes a line of JSON lines. */
function lineRemoval(text: string, starts: readonly number[], line: number): Patch {
  return { from: starts[line - 1]!, to: starts[line] ?? text.length, text: '' };
}

/** Removes an item of an array with the comma after it or, for the last item, the comma before it. */
function itemRemoval(text: string, { start, end }: JsonNode, patches: Patch[]): Patch {
  const after = skipSpace(text, end);
  if (text[after] === ',') return { from: start, to: skipSpace(text, after + 1), text: '' };
  let from = start;
  while (patches.at(-1)?.text === '' && patches.at(-1)?.to === from) from = patches.pop()!.from; // also removed
  const before = /,\s*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  return { from: from - before, to: end, text: '' };
}
