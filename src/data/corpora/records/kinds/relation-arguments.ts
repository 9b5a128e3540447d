import type { ReadingQuestion } from '../../../corpus.ts';
import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { RecordKind, WrittenTokenSpan } from '../record.ts';
import { isWhole } from '../spans.ts';

/** Names of the two arguments of a relation. */
const ARGUMENTS = [
  ['h', 't'],
  ['head', 'tail'],
  ['subj', 'obj'],
  ['subject', 'object'],
] as const;

const QUESTION: ReadingQuestion = {
  what: 'Are the arguments of the relations the entities to learn?',
  reason: 'The objects have a relation with its two arguments, and other entities of the texts may not be marked.',
  options: [{ label: 'yes, with their types, or else the names of the arguments', settings: { scheme: 'BIO' } }],
};

/**
 * Tokens, or a text, with the places of the two arguments of a relation: `"h": ["ada byrne", "Q1", [[0, 1]]]` in FewRel, where the numbers
 * are those of all tokens, or `"h": {"name": "Ada Byrne", "pos": [0, 2]}` in OpenNRE and Wiki80, where the second one is exclusive.
 */
export const relationArguments: RecordKind = {
  title: 'FewRel, OpenNRE, TACRED',
  read(record) {
    const pair = ARGUMENTS.find((names) => names.every((name) => spansOf(record, name) !== undefined));
    if (pair === undefined) return undefined;
    const spans = pair.flatMap((name) => spansOf(record, name)!);
    const tokens = record['tokens'] ?? record['token'];
    if (isStrings(tokens)) return { sentences: [{ tokens, spans }], areEndsInclusive: false, question: QUESTION };
    const { text } = record;
    if (typeof text !== 'string') return undefined;
    return { texts: [{ text, spans: spans.map((span) => ({ ...span, unit: 'code points' as const })) }], question: QUESTION }; // prettier-ignore
  },
};

/** The spans of an argument; undefined if it is none. In TACRED, its offsets and its type have fields of their own. */
function spansOf(record: JsonObject, name: string): WrittenTokenSpan[] | undefined {
  const [start, last, type] = ['start', 'end', 'type'].map((part) => record[`${name}_${part}`]);
  if (isWhole(start) && isWhole(last)) return [{ start, end: last + 1, type: typeof type === 'string' ? type : name }];
  return placesOf(record[name])?.map((place) => ({ ...place, type: name }));
}

/** The places of an argument; undefined if it is none. */
function placesOf(argument: unknown): { start: number; end: number }[] | undefined {
  if (Array.isArray(argument)) {
    const [name, , lists] = argument as unknown[];
    if (typeof name !== 'string' || !Array.isArray(lists) || lists.length === 0 || !lists.every(areNumbers))
      return undefined;
    return lists.map((list: number[]) => ({ start: Math.min(...list), end: Math.max(...list) + 1 }));
  }
  const { pos, indices } = isObject(argument) ? argument : ({} as JsonObject);
  if (Array.isArray(indices)) return placesOf(['', '', indices]);
  return areNumbers(pos) && pos.length === 2 ? [{ start: pos[0]!, end: pos[1]! }] : undefined;
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every(isWhole);
}
