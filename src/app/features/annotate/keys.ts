/** A keyboard command of the tab Annotate. */
export type Command =
  | { kind: 'move'; by: number; isExtending: boolean }
  | { kind: 'edge'; to: 'first' | 'last'; isExtending: boolean }
  | { kind: 'span'; by: 1 | -1 }
  | { kind: 'type'; key: string }
  | { kind: 'resize'; side: 'start' | 'end'; by: 1 | -1; unit: 'token' | 'character' }
  | { kind: 'neighbour'; by: 1 | -1 }
  | { kind: 'markAll'; where: 'here' | 'everywhere' }
  | { [Kind in Plain]: { kind: Kind } }[Plain];

/** Commands without parameters. */
type Plain =
  | 'accept'
  | 'skip'
  | 'flag'
  | 'back'
  | 'acceptOne'
  | 'remove'
  | 'retype'
  | 'undo'
  | 'redo'
  | 'help'
  | 'escape';

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The keys, as listed in the help. */
export const KEYS: readonly { keys: string; does: string }[] = [
  { keys: '← →', does: 'Move by a word; with Shift: select several' },
  { keys: '↑ ↓', does: 'Previous, next span' },
  { keys: '1 – 9', does: 'Mark with the type; press it again to remove' },
  { keys: 'Enter', does: 'Accept the sentence with its suggestions, and continue' },
  { keys: 'Space', does: 'Accept one suggestion' },
  { keys: 'Backspace', does: 'Remove the span, or refuse the suggestion' },
  { keys: 'A', does: 'Another type: the next alternative' },
  { keys: 'Alt + ← →', does: 'Move the end of the span by a word; with Shift: its start' },
  { keys: ', .', does: 'Move the end of the span by a character; with Shift: its start' },
  { keys: 'M', does: 'List the same words everywhere, with Shift in this text; Enter marks them' },
  { keys: 'S', does: 'Skip an unusable sentence' },
  { keys: 'F', does: 'Flag for discussion' },
  { keys: 'B', does: 'Back to the previous sentence' },
  { keys: 'Page ↑ ↓', does: 'Previous, next sentence of the text' },
  { keys: 'U', does: 'Undo, also Ctrl Z; Shift U: redo' },
  { keys: '?', does: 'Show these keys' },
];

/** The command of a key press; undefined if there is none. @param isRtl whether the text is right-to-left */
export function commandOf(event: Key, isRtl: boolean): Command | undefined {
  const { key, shiftKey, altKey } = event;
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { kind: shiftKey ? 'redo' : 'undo' };
    return letter === 'y' ? { kind: 'redo' } : undefined;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = (key === 'ArrowRight') === isRtl ? -1 : 1;
    if (altKey) return { kind: 'resize', side: shiftKey ? 'start' : 'end', by, unit: 'token' };
    return { kind: 'move', by, isExtending: shiftKey };
  }
  if (altKey) return undefined;
  // By physical key, since the characters with Shift depend on the layout.
  if (event.code === 'Comma' || event.code === 'Period') {
    const by = event.code === 'Period' ? 1 : -1;
    return { kind: 'resize', side: shiftKey ? 'start' : 'end', by, unit: 'character' };
  }
  if (/^[1-9]$/.test(key)) return { kind: 'type', key };
  const letter = key.length === 1 ? key.toLowerCase() : key;
  return shiftKey ? (SHIFTED[letter] ?? PLAIN[letter]) : PLAIN[letter];
}

const PLAIN: Readonly<Record<string, Command>> = {
  ArrowUp: { kind: 'span', by: -1 },
  ArrowDown: { kind: 'span', by: 1 },
  Home: { kind: 'edge', to: 'first', isExtending: false },
  End: { kind: 'edge', to: 'last', isExtending: false },
  PageUp: { kind: 'neighbour', by: -1 },
  PageDown: { kind: 'neighbour', by: 1 },
  Enter: { kind: 'accept' },
  ' ': { kind: 'acceptOne' },
  Backspace: { kind: 'remove' },
  Delete: { kind: 'remove' },
  Escape: { kind: 'escape' },
  a: { kind: 'retype' },
  m: { kind: 'markAll', where: 'everywhere' },
  s: { kind: 'skip' },
  f: { kind: 'flag' },
  b: { kind: 'back' },
  u: { kind: 'undo' },
  '?': { kind: 'help' },
};

const SHIFTED: Readonly<Record<string, Command>> = {
  Home: { kind: 'edge', to: 'first', isExtending: true },
  End: { kind: 'edge', to: 'last', isExtending: true },
  m: { kind: 'markAll', where: 'here' },
  u: { kind: 'redo' },
};
