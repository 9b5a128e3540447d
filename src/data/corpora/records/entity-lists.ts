/** A type beside its entity; within brackets, it may have spaces. */
const TYPE = String.raw`\p{L}[\p{L}\p{N}_-]{0,60}`;
const SPACED = String.raw`\p{L}[\p{L}\p{N}_ -]{0,60}`;
/** An entity. It may have what is between entities: it ends at its type, or before the next one. */
const WORDS = String.raw`\S(?:.{0,200}?\S)??`;
const BETWEEN = String.raw`\s{0,5}(?:[;|,\n]|$)\s{0,5}`;
/** Before an entity in a list. */
const BULLET = String.raw`(?:[-*•]\s{1,5}|\d{1,3}[.)]\s{1,5})?`;
/** Between an entity and its type. */
const JOINTS: readonly (readonly [mark: string, joint: string])[] = [
  [':', String.raw`\s?:\s?`],
  ['=', String.raw`\s?=\s?`],
  ['/', '/'],
  ['|', String.raw`\|`],
  ['-', String.raw`\s-\s`],
  ['–', String.raw`\s–\s`],
  ['—', String.raw`\s—\s`],
  ['>', String.raw`\s?[-=]>\s?`],
];

interface Form {
  /** A character that all its lists have. */
  mark: string;
  item: RegExp;
}

/** How a list of entities with their types may be written: `Ada (PER); Oslo (LOC)`, `Ada:PER, Oslo:LOC`, `[PER] Ada | [LOC] Oslo`. */
const FORMS: readonly Form[] = [
  wordsFirst('(', String.raw`(?<words>${WORDS})\s?\((?<type>${SPACED})\)`),
  wordsFirst('(', String.raw`\((?<words>${WORDS}),\s?(?<type>${SPACED})\)`),
  wordsFirst('[', String.raw`(?<words>${WORDS})\s?\[(?<type>${SPACED})\]`),
  typeFirst('[', String.raw`\[(?<type>${SPACED})\]\s?`, String.raw`\[${SPACED}\]`),
  ...JOINTS.flatMap(([mark, joint]) => [
    wordsFirst(mark, String.raw`(?<words>${WORDS})${joint}(?<type>${TYPE})`),
    typeFirst(mark, String.raw`(?<type>${TYPE})${joint}`, TYPE + joint),
  ]),
];

function wordsFirst(mark: string, pair: string): Form {
  return { mark, item: new RegExp(`${BULLET}${pair}${BETWEEN}`, 'uy') };
}

/** @param next how the type of the next entity begins */
function typeFirst(mark: string, type: string, next: string): Form {
  const between = String.raw`\s{0,5}(?:[;|,\n]\s{0,5}(?=${BULLET}${next})|[;|,\n]?\s{0,5}$)`;
  return { mark, item: new RegExp(`${BULLET}${type}(?<words>${WORDS})${between}`, 'uy') };
}

const LONGEST = 20_000;
const MOST_ENTITIES = 500;

export interface ListedEntity {
  words: string;
  type: string;
}

/**
 * The entities of a list in a string, with their types. Undefined if it is another text, or its words do not occur in the text.
 *
 * @param occurs whether words are in the text
 */
export function entitiesInList(list: string, occurs: (words: string) => boolean): ListedEntity[] | undefined {
  const written = list.trim();
  if (written === '' || written.length > LONGEST || written.includes('://')) return undefined;
  for (const form of FORMS) {
    const found = written.includes(form.mark) ? itemsOf(written, form) : undefined;
    if (found?.every(({ words }) => occurs(words))) return found;
  }
  return undefined;
}

function itemsOf(written: string, { item }: Form): ListedEntity[] | undefined {
  const found: ListedEntity[] = [];
  for (let at = 0; at < written.length;) {
    item.lastIndex = at;
    const match = item.exec(written);
    if (match === null || found.length === MOST_ENTITIES) return undefined;
    const { words, type } = match.groups as { words: string; type: string };
    found.push({ words: words.trim(), type: type.trim() });
    at = item.lastIndex;
  }
  return found;
}

/** The entities by their types. */
export function byType(found: readonly ListedEntity[]): Record<string, string[]> {
  const types = [...new Set(found.map(({ type }) => type))];
  return Object.fromEntries(
    types.map((type) => [type, found.flatMap((one) => (one.type === type ? [one.words] : []))]),
  );
}
