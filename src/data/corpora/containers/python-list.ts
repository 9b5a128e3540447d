import { isFilled } from '../../files/text-lines.ts';
import { isObject } from '../json/values.ts';
import { valueIn } from './list-cell.ts';

/**
 * A list of tuples or dictionaries, or a dictionary, perhaps as the value of a variable, with comments and imports
 * before it.
 */
const LIST =
  /^\uFEFF?\s*(?:(?:#|import |from )[^\n]{0,1000}\n\s*)*(?:[A-Za-z_]\w{0,60}\s{0,20}=\s{0,20}(?:\\\r?\n)?)?(?=\[\s*(?:#[^\n]{0,1000}\n\s*)*[({[]\s*['"]|\{\s*')/;

/**
 * Whether a text may be a list that Python has written, such as the training data of spaCy 2: `TRAIN_DATA = [("Ada
 * left", {"entities": …})]`.
 */
export function looksLikePython(head: string): boolean {
  const [start] = LIST.exec(head) ?? [];
  return start !== undefined && (/=\s*$/.test(start) || /^(?:\[\s*(?:\(|[{[]\s*')|\{)/.test(head.slice(start.length)));
}

/**
 * The items of such a list, or lists or dictionaries in a line each, as JSON lines; undefined if the text is neither.
 */
export function pythonToJson(text: string): string | undefined {
  const value = valueIn(withoutComments(text.replace(LIST, '')));
  const items = Array.isArray(value)
    ? value
    : isObject(value)
      ? [value]
      : withoutComments(text)
          .split('\n')
          .flatMap((line) => (isFilled(line) ? [valueIn(line)] : []));
  if (items.length === 1 && Array.isArray(items[0])) return `${JSON.stringify(items)}\n`; // its only line would be the whole list
  return items.includes(undefined) ? undefined : items.map((item) => `${JSON.stringify(item)}\n`).join('');
}

/** A string in quotes, or a comment up to the end of its line. */
const STRING_OR_COMMENT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|#[^\n]*/g;

function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('#') ? '' : found));
}
