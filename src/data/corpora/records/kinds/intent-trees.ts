import { tokenize } from '../../../text/tokenizer.ts';
import { isIntentTree, treeIn } from '../../intent-tree.ts';
import { isStrings, type JsonObject } from '../../json/values.ts';
import { quotedEntities } from './quoted-entities.ts';
import type { RecordContent, RecordKind, RecordOptions } from '../record.ts';
import { areSlots, slotsIn } from '../slot-cells.ts';

/**
 * An utterance and its tree of intents and slots, `[IN:GET_WEATHER rain in [SL:LOCATION Oslo ] ]`, as in TOP, TOPv2 and MTOP. Slots are
 * entities. A tree in decoupled form lacks words: then the slots have offsets in another field, or are looked for by their words.
 */
export const intentTrees: RecordKind = {
  title: 'TOP, MTOP',
  read: (record: JsonObject, options) => ofCells(Object.values(record), options),
};

/** Reads the fields of an utterance. Undefined if none is a tree, an error message if it is malformed. */
export function ofCells(cells: readonly unknown[], options: RecordOptions): RecordContent | string | undefined {
  const written = cells.find(isIntentTree);
  if (written === undefined) return undefined;
  const tree = treeIn(written);
  if (tree === undefined) return `The brackets of ${written.slice(0, 100)} are not closed.`;
  const texts = cells.filter((cell): cell is string => typeof cell === 'string' && cell !== written && /\S/.test(cell));
  const lists = cells.filter(isStrings);
  const bare = (text: string) => text.replace(/\s+/g, '');
  const all = bare(tree.tokens.join(''));
  const { tokens, slots, notes } = tree;
  const isWhole = [...texts, ...lists.map((list) => list.join(''))].some((text) => bare(text) === all);
  const alone = texts.every((text) => !/\s/.test(text.trim())) && lists.length === 0;
  if (isWhole || (alone && tree.hasOwnWords))
    return { sentences: [{ tokens, spans: slots }], areEndsInclusive: false, areSlots: true, notes };
  const sentences = texts.filter((cell) => /\S\s+\S/.test(cell) && !/^[[{]/.test(cell));
  const [text] = sentences.toSorted((a, b) => b.length - a.length);
  if (text === undefined) return 'The tree lacks words of its text, which is not beside it.';
  const whole = { text, sentences: [tokenize(text).flat()], notes }; // an utterance is one sentence
  const offsets = texts.find(areSlots);
  if (offsets !== undefined) return { texts: [{ ...whole, spans: slotsIn(offsets) }] };
  const entities = slots.map(({ start, end, type }) => ({ text: tokens.slice(start, end).join(' '), label: type }));
  if (entities.length === 0) return { texts: [{ ...whole, spans: [] }] };
  return quotedEntities.read({ text, entities }, options);
}
