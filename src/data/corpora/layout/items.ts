import type { ItemSeparator } from '../../column-layout.ts';
import { hasSchemeLetter, roleOfLetter } from '../../tags/tag-style.ts';

/** Share of the parts of lines that must be a word and a tag. */
const ITEM_SHARE = 0.98;

/** Share of the tags that must have a letter of a scheme, unless half of them are outside. */
const LETTERED_SHARE = 0.9;
/** Share of the lines that must have several parts: a header alone may have spaces. */
const SEVERAL_SHARE = 0.1;

/** Characters of a line that are examined. */
const SAMPLED_CHARACTERS = 100_000;

const INTENTS_MARK = '<=>';

/** Where the intents of a sentence begin behind its words, as in copies of ATIS and SNIPS; undefined without any. */
function intentsIn(line: string): number | undefined {
  const at = line.lastIndexOf(INTENTS_MARK);
  if (at <= 0 || !/[ \t]/.test(line[at - 1]!)) return undefined;
  return /^[ \t]+\S{1,200}$/.test(line.slice(at + INTENTS_MARK.length).trimEnd()) ? at : undefined;
}

/** Whether a line ends in the intents of its sentence. */
export function hasIntents(line: string): boolean {
  return intentsIn(line) !== undefined;
}

function wordsOf(line: string): string[] {
  const words = line.slice(0, intentsIn(line)).trim();
  return words === '' ? [] : words.split(/[ \t]+/);
}

/** What separates word and tag in lines of whole sentences, if they are such: `Oslo/B-LOC is/O`. */
export function itemSeparatorOf(plain: readonly string[]): ItemSeparator | undefined {
  const head = plain.slice(0, 200);
  const intended = head.filter(hasIntents);
  const sample = 2 * intended.length > head.length ? intended : head; // the others are reported by their lines
  const parts = sample.map((line) => wordsOf(line.slice(0, SAMPLED_CHARACTERS)));
  if (parts.filter(({ length }) => length > 1).length < SEVERAL_SHARE * sample.length) return undefined; // one part in each line
  const words = parts.flat();
  return ['/', '|', '_', ...joinersOf(words)].find((separator) => {
    const items = words.map((word) => itemOf(word, separator));
    const several = items.filter(({ length }) => length > 1);
    if (several.length < ITEM_SHARE * words.length) return false;
    if (separator === '|' && new Set(several.map(({ length }) => length)).size > 1) return false;
    const more = several.filter(([word]) => separator !== '|' && word!.includes(separator, 1));
    if (more.length >= ITEM_SHARE * several.length) return false; // `Oslo//B-LOC`, `Oslo/NNP/B-LOC`
    const inEntities = several.filter((parts) => roleOfLetter(parts.at(-1)!) !== 'outside');
    if (inEntities.length > 0 && inEntities.every(([word]) => hasLetterBehind(word!, separator))) return false; // `Oslo_B_LOC`
    const tags = several.map((parts) => parts.at(-1)!);
    const lettered = tags.filter(hasSchemeLetter).length;
    const outside = tags.filter((tag) => roleOfLetter(tag) === 'outside').length;
    return lettered >= LETTERED_SHARE * tags.length || 2 * outside >= tags.length;
  });
}

function hasLetterBehind(word: string, separator: ItemSeparator): boolean {
  return word.slice(0, -1).endsWith(separator) && roleOfLetter(word.at(-1)!) !== undefined;
}

/** A word, and its tag behind rarer characters, such as `->`. A word may have millions of characters. */
const JOINED = /-{0,2}[^\p{L}\p{N}\p{M}\s"'.,;-]{1,20}(?=(?:O|[BIESLUMW][-_:]\p{L}\S{0,100})$)/u;

/** What joins the first words to their tags, most frequent first: `Oslo#B-LOC`. A word may end in a mark itself. */
function joinersOf(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words.slice(0, 200)) {
    const joiner = JOINED.exec(word)?.[0];
    if (joiner !== undefined) counts.set(joiner, (counts.get(joiner) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([joiner]) => joiner);
}

/** The tokens of a line of items, each split into its parts. */
export function itemsOf(line: string, separator: ItemSeparator): string[][] {
  return wordsOf(line).map((word) => itemOf(word, separator));
}

/** A word may have the separator itself, as in `1/2/O`: slashes split once, from the end. */
function itemOf(word: string, separator: ItemSeparator): string[] {
  if (separator === '|') return word.startsWith('||') ? ['|', ...word.slice(2).split('|')] : word.split('|');
  const cut = word.lastIndexOf(separator);
  return cut <= 0 ? [word] : [word.slice(0, cut), word.slice(cut + separator.length)];
}
