import { isFilled } from '../../files/text-lines.ts';
import { valueIn } from './list-cell.ts';

/** A list of tuples or dictionaries, perhaps as the value of a variable, with comments before it. */
const LIST = /^\uFEFF?\s*(?:#[^\n]{0,1000}\n\s*)*(?:[A-Za-z_]\w{0,60}\s*=\s*)?(?=\[\s*[({[]\s*['"])/;

/** Whether a text may be a list that Python has written, such as the training data of spaCy 2: `TRAIN_DATA = [("Ada left", {"entities": …})]`. */
export function looksLikePython(head: string): boolean {
  const [start] = LIST.exec(head) ?? [];
  return start !== undefined && (start.includes('=') || /^\[\s*(?:\(|[{[]\s*')/.test(head.slice(start.length)));
}

/** The items of such a list, or of lists in a line each, as JSON lines; undefined if the text is neither. */
export function pythonToJson(text: string): string | undefined {
  const value = valueIn(text.replace(LIST, ''));
  const items = Array.isArray(value)
    ? value
    : text.split('\n').flatMap((line) => (isFilled(line) ? [valueIn(line)] : []));
  return items.includes(undefined) ? undefined : items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
