import { byType, entitiesInList } from './entity-lists.ts';

/** Lines of an answer, at most. */
const MOST_LINES = 200;
/** A type and its entities, perhaps as an item of a list, in bold: `- **Person**: Ada, Bo`. */
const LINE = /^[-*•\s]{0,10}(\p{L}[^:*\n]{0,60}?)\*{0,2}\s?:\*{0,2}(?:\s(.{0,5000}))?$/u;
/** Between entities of a line, not between a day and a year. */
const BETWEEN = /(?<!\d),|,(?!\s*\d{4}\b)|;/;
/** An answer without entities. */
const NONE = /^(?:none|no entities(?: found)?|n\/a|nil|null|-|\[\s?\]|\{\s?\})\.?$/i;

/**
 * The entities of an answer in lines, by type: `Person: Ada, Bo`; or with the type of each, `Ada: Person`, `Ada (Person); Bo (Person)`.
 * Undefined if it is another text.
 *
 * @param occurs whether words are in the text
 */
export function entitiesInLines(
  answer: string,
  occurs: (words: string) => boolean,
): Record<string, string | string[]> | undefined {
  if (NONE.test(answer.trim())) return {};
  const listed = entitiesInList(answer, occurs);
  if (listed !== undefined) return byType(listed);
  const lines = answer.split(/\n|[;|]\s*(?=[^:;|\n]{1,60}:)/, MOST_LINES + 1).filter((line) => line.trim() !== '');
  const found: [string, string[]][] = [];
  for (const line of lines) {
    const [, name, list = ''] = LINE.exec(line.trim()) ?? [];
    if (name === undefined) return undefined;
    const texts = NONE.test(list.trim()) ? [] : list.split(BETWEEN).map((text) => text.trim());
    found.push([name.trim(), texts.filter((text) => text !== '')]);
  }
  if (found.length === 0 || found.length > MOST_LINES) return undefined;
  const areTexts = found.every(
    ([name, [type = '', ...others]]) => others.length === 0 && occurs(name) && !occurs(type),
  );
  if (areTexts) return Object.fromEntries(found.map(([text, [type = '']]) => [text, type]));
  const types = [...new Set(found.map(([name]) => name))];
  return Object.fromEntries(
    types.map((type) => [type, found.flatMap(([name, texts]) => (name === type ? texts : []))]),
  );
}
