import type { SpanType } from '../../../../annotation/sets/set.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import { markCommands, selectionCommands } from '../spans/span-commands.ts';
import { keysShown, reviewOpened, selectSentence, useAnnotationStore } from '../store.ts';
import {
  acceptSelected,
  canMergeWith,
  canSplitHere,
  decideCurrent,
  markSelection,
  mergeWith,
  redo,
  removeSelected,
  reopenCurrent,
  resizeSelected,
  retypeSelected,
  reviewSelected,
  select,
  selectedSpan,
  selectedSuggestion,
  selectSpan,
  showNeighbour,
  showPrevious,
  splitHere,
  undo,
  whyFixed,
} from './actions.ts';

const state = () => useAnnotationStore.getState();
const hasSpan = () => selectedSpan() !== undefined;
const hasSentence = () => selectSentence(state()) !== undefined;

/** Commands for the current sentence. */
export const SENTENCE = {
  accept: {
    keys: ['Enter'],
    label: 'Accept',
    does: 'Accept the sentence with its suggestions, and continue',
    can: hasSentence,
    isOnce: true,
    run: () => decideCurrent('accepted'),
  },
  skip: {
    keys: ['S'],
    label: 'Skip',
    does: 'Skip an unusable sentence',
    can: hasSentence,
    isOnce: true,
    run: () => decideCurrent('skipped'),
  },
  flag: {
    keys: ['F'],
    label: 'Flag',
    does: 'Flag for discussion',
    can: hasSentence,
    isOnce: true,
    run: () => decideCurrent('flagged'),
  },
  reopen: { keys: [], label: 'Reopen', can: hasSentence, run: reopenCurrent },
} satisfies Record<string, Command>;

const MERGE = 'Merge with the next sentence of the text, with Shift the previous one; spans stay';

/** Commands that change where sentences end. */
export const DIVIDE = {
  mergeNext: {
    keys: ['J'],
    label: 'Merge with next',
    does: MERGE,
    can: () => canMergeWith(1),
    whyNot: whyFixed,
    isOnce: true,
    run: () => mergeWith(1),
  },
  mergePrevious: {
    keys: ['Shift J'],
    label: 'Merge with previous',
    does: MERGE,
    can: () => canMergeWith(-1),
    whyNot: whyFixed,
    isOnce: true,
    run: () => mergeWith(-1),
  },
  split: {
    keys: ['X'],
    label: 'Split here',
    does: 'Split the sentence before the selected word, outside of spans',
    can: canSplitHere,
    whyNot: whyFixed,
    isOnce: true,
    run: splitHere,
  },
} satisfies Record<string, Command>;

/** Commands for the span at the selection. */
export const SPAN = {
  accept: {
    keys: ['Space'],
    label: 'Accept this suggestion',
    does: 'Accept one suggestion',
    can: () => selectedSuggestion() !== undefined,
    run: acceptSelected,
  },
  remove: {
    keys: ['Backspace', 'Delete'],
    label: 'Remove',
    does: 'Remove the span, or refuse the suggestion',
    can: hasSpan,
    run: removeSelected,
  },
  retype: {
    keys: ['A'],
    label: 'Another type',
    does: 'Another type: the next alternative',
    can: hasSpan,
    run: retypeSelected,
  },
  shrinkByWord: resize('Alt ←', 'Shrink by a word', 'end', -1, 'token'),
  growByWord: resize('Alt →', 'Grow by a word', 'end', 1, 'token'),
  startEarlier: resize('Alt Shift ←', 'Start a word earlier', 'start', -1, 'token'),
  startLater: resize('Alt Shift →', 'Start a word later', 'start', 1, 'token'),
  shrinkByCharacter: resize(',', 'Shrink by a character', 'end', -1, 'character'),
  growByCharacter: resize('.', 'Grow by a character', 'end', 1, 'character'),
  startCharacterEarlier: resize('Shift ,', 'Start a character earlier', 'start', -1, 'character'),
  startCharacterLater: resize('Shift .', 'Start a character later', 'start', 1, 'character'),
  markAll: markAll('M', 'Mark all', 'everywhere'),
  markAllHere: markAll('Shift M', 'Mark all in this text', 'here'),
} satisfies Record<string, Command>;

function resize(key: string, label: string, side: 'start' | 'end', by: 1 | -1, unit: 'token' | 'character'): Command {
  const does = `Move the end of the span by a ${unit === 'token' ? 'word' : 'character'}; with Shift: its start`;
  return { keys: [key], label, does, can: hasSpan, run: () => resizeSelected(side, by, unit) };
}

function markAll(key: string, label: string, where: 'here' | 'everywhere'): Command {
  const does = 'List the same words everywhere, with Shift in this text; Enter marks them';
  return { keys: [key], label, does, can: hasSpan, run: () => reviewSelected(where) };
}

/** Commands of the open set. */
export const SET = {
  back: {
    keys: ['B'],
    label: 'Back',
    does: 'Back to the previous sentence',
    can: () => state().visited.length > 0,
    run: showPrevious,
  },
  undo: {
    keys: ['U', 'Ctrl Z'],
    label: 'Undo',
    does: 'Undo, also Ctrl Z; Shift U: redo',
    can: () => state().history?.done !== undefined,
    run: undo,
  },
  redo: {
    keys: ['Shift U', 'Ctrl Shift Z', 'Ctrl Y'],
    label: 'Redo',
    can: () => (state().history?.undone.length ?? 0) > 0,
    run: redo,
  },
  keys: { keys: ['?'], label: 'Keys', does: 'Show these keys', run: () => keysShown(true) },
} satisfies Record<string, Command>;

const SPANS = 'Previous, next span';
const NEIGHBOURS = 'Previous, next sentence of the text';

/** All commands, in the order of the list of keys. */
export function deskCommands(types: readonly SpanType[]): Command[] {
  return [
    ...selectionCommands(() => state().selection, select),
    { keys: ['↑'], label: 'Previous span', does: SPANS, run: () => selectSpan(-1) },
    { keys: ['↓'], label: 'Next span', does: SPANS, run: () => selectSpan(1) },
    ...markCommands(types, markSelection),
    SENTENCE.accept,
    ...Object.values(SPAN),
    SENTENCE.skip,
    SENTENCE.flag,
    SENTENCE.reopen,
    ...Object.values(DIVIDE),
    SET.back,
    { keys: ['Page ↑'], label: 'Previous sentence', does: NEIGHBOURS, run: () => showNeighbour(-1) },
    { keys: ['Page ↓'], label: 'Next sentence', does: NEIGHBOURS, run: () => showNeighbour(1) },
    SET.undo,
    SET.redo,
    SET.keys,
    { keys: ['Esc'], label: 'Close the list', run: () => reviewOpened(undefined) },
  ];
}
