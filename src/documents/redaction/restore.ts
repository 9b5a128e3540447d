import { groupBy } from '../../lib/group-by.ts';
import type { Block, Edit } from '../document.ts';
import type { KeyDocument } from './key.ts';

type Replaced = KeyDocument['replaced'][number];

/** A replacement in a text. */
interface Found {
  block: number;
  start: number;
  end: number;
  text: string;
}

/** Cells of the table that aligns an edited text with the key. */
const MOST_CELLS = 20_000_000;

/**
 * The replacements of a redacted document, for its key: those that were made, and text that looks like one.
 *
 * @param edits with their replacements, in order, without overlap
 */
export function replacedIn(blocks: readonly Block[], edits: readonly Required<Edit>[]): Replaced[] {
  const pattern = patternOf(edits.map(({ replacement }) => replacement));
  const byBlock = groupBy(edits, ({ block }) => block);
  return blocks.flatMap(({ text }, block) => {
    const replaced: Replaced[] = [];
    let at = 0;
    const keep = (between: string) => {
      for (const [same] of between.matchAll(pattern)) replaced.push([same, same]);
    };
    for (const { start, end, replacement } of byBlock.get(block) ?? []) {
      keep(text.slice(at, start));
      replaced.push([replacement, text.slice(start, end)]);
      at = end;
    }
    keep(text.slice(at));
    return replaced;
  });
}

/** What was found in a text to restore. */
export interface Restored {
  edits: Edit[];
  /** Replacements whose original is not known for certain, because the text was edited. */
  unknown: string[];
  /** What looks like a replacement of the key, but is not in it: `[PER 9]` beside `[PER 1]`. */
  lacking: string[];
}

/**
 * Puts the originals back into a redacted text, which may have been edited: replacements are aligned with those of the key, in their order;
 * one that was added, such as a pseudonym that was copied, gets its original if there is only one.
 */
export function restoreText(blocks: readonly Block[], { replaced }: Pick<KeyDocument, 'replaced'>): Restored {
  const pattern = patternOf(replaced.map(([text]) => text));
  const found = blocks.flatMap(({ text }, block) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }): Found => {
      return { block, start: index, end: index + match.length, text: match };
    }),
  );
  const originals = align(
    found.map(({ text }) => text),
    replaced,
  );
  const only = singleOriginals(replaced);
  const edits: Edit[] = [];
  const unknown: string[] = [];
  found.forEach(({ text, ...range }, i) => {
    const original = originals[i] ?? only.get(text);
    if (original === undefined) unknown.push(text);
    else if (original !== text) edits.push({ ...range, type: '', replacement: original });
  });
  const known = new Set(replaced.map(([text]) => text));
  const labels = labelsLike(replaced);
  const lacking = blocks.flatMap(({ text }) => text.match(labels) ?? []).filter((label) => !known.has(label));
  return { edits, unknown, lacking };
}

/** Says which replacements stay in a text, or that it has none; undefined if all are restored. */
export function whatStays({ edits, unknown, lacking }: Restored): string | undefined {
  const sentences = [
    staying(unknown, 'the text was edited, and the key has several names for'),
    staying(lacking, 'the key has no name for'),
  ];
  const said = sentences.filter((sentence) => sentence !== undefined).join(' ');
  if (said !== '') return said;
  return edits.length === 0 ? 'Contains none of the replacements in the key.' : undefined;
}

/** How many replacements are listed. */
const LISTED = 5;

function staying(all: readonly string[], reason: string): string | undefined {
  if (all.length === 0) return undefined;
  const different = [...new Set(all)];
  const more = different.length - LISTED;
  const listed = different.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `${all.length === 1 ? '1 replacement stays' : `${all.length} replacements stay`}, as ${reason} ${listed}.`;
}

/** Labels of the types that the key has: `[PER]`, `[PER 2]`. */
function labelsLike(replaced: readonly Replaced[]): RegExp {
  const types = replaced.flatMap(([text]) => LABEL.exec(text)?.[1] ?? []);
  return types.length === 0 ? NONE : new RegExp(String.raw`\[(?:${anyOf(types)})(?: \d{1,9})?\]`, 'gu');
}

const LABEL = /^\[([^[\]]{1,100}?)(?: \d{1,9})?\]$/u;
const NONE = /(?!)/g;

/** What was replaced in a redacted file: that of its name, else of the document with the most of its replacements, else of all. */
export function replacedInFile(
  documents: readonly KeyDocument[],
  name: string,
  blocks: readonly Block[],
): Pick<KeyDocument, 'replaced'> {
  const named = documents.findLast((document) => document.name === name);
  if (named !== undefined || documents.length < 2) return named ?? documents[0] ?? { replaced: [] };
  const text = blocks.map((block) => block.text).join('\n');
  const share = ({ replaced }: KeyDocument) =>
    replaced.filter(([replacement]) => text.includes(replacement)).length / (replaced.length || 1);
  const complete = documents.find((document) => document.replaced.length > 0 && share(document) === 1);
  return complete ?? { replaced: documents.flatMap(({ replaced }) => replaced) };
}

function patternOf(replacements: readonly string[]): RegExp {
  const texts = [...new Set(replacements)].filter((text) => text !== '').toSorted((a, b) => b.length - a.length);
  return texts.length === 0 ? NONE : new RegExp(anyOf(texts), 'gu');
}

const anyOf = (texts: readonly string[]) =>
  [...new Set(texts)].map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|');

/** Replacements that always stand for the same original. */
function singleOriginals(replaced: readonly Replaced[]): Map<string, string | undefined> {
  const originals = new Map<string, string | undefined>();
  for (const [replacement, original] of replaced) {
    const isSame = !originals.has(replacement) || originals.get(replacement) === original;
    originals.set(replacement, isSame ? original : undefined);
  }
  return originals;
}

/** The original of each replacement in a text: the longest common subsequence with the key. Undefined: not in the key. */
function align(found: readonly string[], replaced: readonly Replaced[]): (string | undefined)[] {
  const originals: (string | undefined)[] = found.map(() => undefined);
  let from = 0;
  let [foundEnd, keyEnd] = [found.length, replaced.length];
  for (; from < foundEnd && from < keyEnd && found[from] === replaced[from]![0]; from++)
    originals[from] = replaced[from]![1];
  for (; foundEnd > from && keyEnd > from && found[foundEnd - 1] === replaced[keyEnd - 1]![0]; foundEnd--, keyEnd--)
    originals[foundEnd - 1] = replaced[keyEnd - 1]![1];
  const [rows, columns] = [foundEnd - from, keyEnd - from];
  if (rows * columns === 0 || rows * columns > MOST_CELLS) return originals;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width); // of the subsequence from (row, column) on
  const isSame = (i: number, j: number) => found[from + i] === replaced[from + j]![0];
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const skipped = Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
      lengths[i * width + j] = isSame(i, j) ? lengths[(i + 1) * width + j + 1]! + 1 : skipped;
    }
  }
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (isSame(i, j)) originals[from + i++] = replaced[from + j++]![1];
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return originals;
}
