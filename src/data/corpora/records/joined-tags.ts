import { hasSchemeLetter } from '../../tags/tag-style.ts';
import { isStrings } from '../json-values.ts';
import type { RecordKind } from './record.ts';

function partsOf(value: string): string[] {
  return value.trim().split(/\s+/);
}

/** Whether values are tags of a scheme; a letter has a type. */
export function areTags(values: readonly string[]): boolean {
  return values.length > 0 && values.every((tag) => tag === 'O' || (tag.length > 1 && hasSchemeLetter(tag)));
}

/** The first of several tags, or the only one: most texts begin otherwise, and need not be split. */
const FIRST = /^\s*(?:O|[BIESLUMW][-_:][^\s,;|]+)(?:[\s,;|]|$)/;

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

/** A string of words, and as many tags as a string or a list, under any names: `{"text": "Ada left .", "labels": "B-PER O O"}`. */
export const joinedTags: RecordKind = {
  title: 'words in a string, with a tag for each',
  read(record) {
    const values = Object.values(record);
    const lists = values.filter((value): value is string[] => isStrings(value) && areTags(value));
    const [readings, ...more] = [...values.filter(isJoinedTags).map(readingsOf), ...lists.map((list) => [list])];
    if (readings === undefined || more.length > 0) return undefined;
    const texts = Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' && !isJoinedTags(value) ? [{ name, words: partsOf(value) }] : [],
    );
    for (const tags of readings) {
      const fitting = texts.filter(({ words }) => words.length === tags.length);
      const usual = fitting.filter(({ name }) => /^(text|tokens?|words?|sentence)$/i.test(name));
      const [text, other] = usual.length > 0 ? usual : fitting;
      if (text !== undefined && (other === undefined || usual.length > 0))
        return { sentences: [{ tokens: text.words, tags }] };
    }
    return undefined;
  },
};
