import type { WrittenTokenSpan } from './records/record.ts';

/** A bracket with its intent or slot, a closing one, or a word. */
const PART =
  /\s*(?:\[(IN|SL):(\S{1,100})(?=\s)|(\])(?=\s|\]|$)|(\[[^\s[\]]{1,100}\]|\S{1,500}?)(?=\]{0,100}(?:\s|$)))/y;
/** The start of a tree. */
const TREE = /^\s{0,100}\[IN:\S/;
const NESTED = 'slots within other slots, of which the outer ones were read';

/** Whether a cell or a text is the tree of an utterance. */
export function isIntentTree(written: unknown): written is string {
  return typeof written === 'string' && TREE.test(written);
}

/** A tree of intents and slots. */
interface Tree {
  tokens: string[];
  /** Those that are in no other one. */
  slots: WrittenTokenSpan[];
  notes: string[];
  /** Whether an intent has words that are in no slot. */
  hasOwnWords: boolean;
}

/** Undefined if its brackets are not closed. */
export function treeIn(written: string): Tree | undefined {
  const tokens: string[] = [];
  const slots: WrittenTokenSpan[] = [];
  const open: { isSlot: boolean; type: string; start: number }[] = [];
  const text = written.trim();
  const part = new RegExp(PART);
  let [hasOwnWords, hasNested] = [false, false];
  while (part.lastIndex < text.length) {
    const [, kind, type = '', close, word] = part.exec(text) ?? [];
    const isWithin = () => open.some(({ isSlot }) => isSlot);
    if (kind !== undefined) {
      if (open.length === 0 && tokens.length > 0) return undefined;
      hasNested ||= kind === 'SL' && isWithin();
      open.push({ isSlot: kind === 'SL', type, start: tokens.length });
    } else if (close !== undefined) {
      const ended = open.pop();
      if (ended === undefined) return undefined;
      const { isSlot, start } = ended;
      if (isSlot && !isWithin() && tokens.length > start) slots.push({ start, end: tokens.length, type: ended.type });
    } else if (word === undefined || open.length === 0) return undefined;
    else {
      hasOwnWords ||= !isWithin();
      tokens.push(word);
    }
  }
  return open.length > 0 ? undefined : { tokens, slots, notes: hasNested ? [NESTED] : [], hasOwnWords };
}
