import { isUsualType } from '../../tags/usual-types.ts';
import { isNameHeader } from './name-columns.ts';

/** Lines of JSON from which its form is told. */
const SAMPLED_LINES = 20;
/** Fields that may stand beside a name in a list. */
const BESIDE = /^(?:type|label|class|category|aliases|alias|synonyms|id|item|uri|qid|count|frequency)$/i;

/**
 * Whether JSON is a list of names and no corpus: an array of names, usual types with their names, patterns of spaCy and Prodigy, or objects with
 * a name and nothing but what stands beside one.
 *
 * @param isName whether a text may be a name
 */
export function looksLikeJsonNames(text: string, isName: (text: string) => boolean): boolean {
  const whole = parsed(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values =
    whole === undefined ? lines.slice(0, SAMPLED_LINES).map(parsed) : Array.isArray(whole) ? whole : [whole];
  if (values.length === 0) return false;
  if (values.every((value) => typeof value === 'string')) return values.length > 2 && values.every(isName);
  if (!values.every(isObject)) return false;
  if (values.every((value) => typeof value['label'] === 'string' && 'pattern' in value)) return true;
  const [first] = values;
  if (values.length === 1 && isNamesByType(first!)) return true;
  return values.every((value) => {
    const fields = Object.keys(value);
    const names = fields.filter((field) => /^names?$/i.test(field) || /^[a-z]+Label$/.test(field));
    const isBeside = (field: string) => names.includes(field) || (BESIDE.test(field) && !isNameHeader(field));
    return names.length === 1 && fields.every(isBeside);
  });
}

/** `{"PER": ["Ada"]}` or `{"Ada": "PER"}`, with usual types. */
function isNamesByType(value: Record<string, unknown>): boolean {
  const members = Object.entries(value);
  return (
    members.every(([type, own]) => isUsualType(type) && areTexts(own)) ||
    members.every(([, own]) => typeof own === 'string' && isUsualType(own))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
