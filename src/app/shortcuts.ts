/** Shortcut keys outside of text boxes, as listed in the help. */
export const SHORTCUTS = [
  { key: 'T', does: 'Train; while training: pause; while paused: resume' },
  { key: '/', does: 'Go to the sentence box' },
  { key: 'E', does: 'Export the model' },
  { key: '?', does: 'Show this help' },
] as const;

export type ShortcutKey = (typeof SHORTCUTS)[number]['key'];

/** The shortcut of a key press; undefined for typing and shortcuts of the browser. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>,
  isTyping: boolean,
): ShortcutKey | undefined {
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined;
  return SHORTCUTS.find(({ key }) => key === event.key.toUpperCase())?.key;
}
