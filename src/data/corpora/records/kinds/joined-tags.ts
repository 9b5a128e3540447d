import { hasSchemeLetter } from '../../../tags/tag-style.ts';
import { PIECES } from '../../json/fields.ts';
import { isStrings } from '../../json/values.ts';
import { UNSPACED } from '../../../text/unspaced.ts';
import type { RecordKind, TokenSentence } from '../record.ts';

function partsOf(value: string): string[] {
  return value.trim().split(/\s+/);
}

/** Whether values are tags of a scheme; a letter has a type. */
export function areTags(values: readonly string[]): boolean {
  return values.length > 0 && values.every((tag) => /^[Oo0]$/.test(tag) || (tag.length > 1 && hasSchemeLetter(tag)));
}

/**
 * The first of several tags, or the only one: most texts begin otherwise, and need not be split. `0`, `o` and `b-per`
 * alone may be something else.
 */
const FIRST = /^\s*(?:(?:O|[BIESLUMW][-_:][^\s,;|]+)(?:[\s,;|]|$)|(?:[o0]|[bieslumw][-_:][^\s,;|]+)\s+\S)/;

/** Characters between tags in place of spaces, or beside them. */
const JOINTS = [',', ';', '|'];

/** How a string may be split into tags: at spaces, as a tag may have one of the other characters (`B-PER|B-LOC`), or at one of these. */
function readingsOf(value: string): string[][] {
  const words = partsOf(value);
  const joint = JOINTS.find((character) => words[0]!.includes(character));
  if (joint === undefined) return areTags(words) ? [words] : [];
  const parts = value.split(joint).map((part) => part.trim());
  return [words, parts].filter((tags) => areTags(tags) && !tags[0]!.endsWith(joint));
}

/** Whether a value is a string of tags of a scheme, separated by spaces, commas, semicolons or vertical bars: `B-PER I-PER O`. */
export function isJoinedTags(value: unknown): value is string {
  return typeof value === 'string' && FIRST.test(value) && readingsOf(value).length > 0;
}

/** Usual names of a text. */
const TEXT = /^(text|tokens?|words?|sentence)$/i;

/**
 * The words of a text or, if it has no spaces between words or a usual name, its characters, if there are as many as tags.
 *
 * @returns undefined if there is another number
 */
function tokensIn(name: string, text: string, tags: readonly string[]): TokenSentence | undefined {
  const words = partsOf(text);
  if (words.length === tags.length) return { tokens: words, tags: [...tags] };
  const characters = UNSPACED.test(text) || TEXT.test(name) ? [...text] : [];
  if (characters.length !== tags.length) return undefined;
  const isToken = (_: unknown, i: number) => characters[i]!.trim() !== '';
  return { tokens: characters.filter(isToken), tags: tags.filter(isToken) };
}

/**
 * A string of words or characters, and as many tags as a string or a list, under any names: `{"text": "Ada left .",
 * "labels": "B-PER O O"}`.
 */
export const joinedTags: RecordKind = {
  title: 'words in a string, with a tag for each',
  read(record, { spanFields }) {
    if (spanFields !== undefined) return undefined;
    const values = Object.entries(record).flatMap(([name, value]) => (PIECES.test(name) ? [] : [value]));
    const lists = values.filter((value): value is string[] => isStrings(value) && areTags(value));
    const [readings, ...more] = [...values.filter(isJoinedTags).map(readingsOf), ...lists.map((list) => [list])];
    if (readings === undefined || more.length > 0) return undefined;
    const texts = Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' && !isJoinedTags(value) ? [{ name, value }] : [],
    );
    for (const tags of readings) {
      const fitting = texts.flatMap(({ name, value }) => {
        const sentence = tokensIn(name, value, tags);
        return sentence === undefined ? [] : [{ name, sentence }];
      });
      const usual = fitting.filter(({ name }) => TEXT.test(name));
      const [text, other] = usual.length > 0 ? usual : fitting;
      if (text !== undefined && (other === undefined || usual.length > 0)) return { sentences: [text.sentence] };
    }
    return undefined;
  },
};
