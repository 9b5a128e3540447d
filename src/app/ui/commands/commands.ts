/** Something that the user can do, by key, by button, or by both. */
export interface Command {
  /** Keys as people read them: `A`, `Shift ←`, `Ctrl Z`; the first is shown on the button. Unique among active commands. */
  keys: readonly string[];
  /** Name of its button. */
  label: string;
  /** Text in the list of keys, where consecutive commands with the same text share a line; undefined: not listed. */
  does?: string;
  /** Whether it has an effect now; always, if undefined. */
  can?: () => boolean;
  /** The title of its button: why it has no effect now, where that cannot be seen. */
  whyNot?: () => string | undefined;
  /** Runs once while its key is held. */
  isOnce?: boolean;
  run: () => void;
}

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Escape: 'Esc',
  ' ': 'Space',
};

/** By physical key, since the characters of these keys with Shift depend on the layout. */
const PHYSICAL: Readonly<Record<string, string>> = { Comma: ',', Period: '.' };

/** In right-to-left text. */
const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/**
 * The command of a key press; undefined if there is none. A press with Shift that no command has is one without Shift.
 *
 * @param isRtl whether the text is right-to-left: `→` then is the left arrow key
 */
export function commandOf(press: Press, commands: readonly Command[], isRtl = false): Command | undefined {
  const named = (key: string) => commands.find(({ keys }) => keys.includes(key));
  const { key, code, shiftKey, altKey } = press;
  const pressed = (isRtl ? MIRRORED[key] : undefined) ?? key;
  const name = NAMES[pressed] ?? (pressed.length === 1 ? pressed.toUpperCase() : pressed);
  const modifiers = `${press.ctrlKey || press.metaKey ? 'Ctrl ' : ''}${altKey ? 'Alt ' : ''}`;
  for (const base of [PHYSICAL[code], name]) {
    if (base === undefined) continue;
    const command = (shiftKey ? named(`${modifiers}Shift ${base}`) : undefined) ?? named(`${modifiers}${base}`);
    if (command !== undefined) return command;
  }
  return undefined;
}

/** A title of the button of a command, with its key: `Help (?)`. */
export function withKey(title: string, { keys: [key] }: Command): string {
  return key === undefined ? title : `${title} (${key})`;
}

/** The keys that several commands have. */
export function sharedKeys(commands: readonly Command[]): string[] {
  const keys = commands.flatMap((command) => command.keys);
  return [...new Set(keys.filter((key, i) => keys.indexOf(key) !== i))];
}

/** The list of keys: a line for each text. */
export function keyLines(commands: readonly Command[]): { keys: string; does: string }[] {
  const lines = new Map<string, string[]>();
  for (const { keys, does } of commands) {
    if (does !== undefined) lines.set(does, [...(lines.get(does) ?? []), ...keys]);
  }
  return [...lines].map(([does, keys]) => ({ keys: shownKeys(keys), does }));
}

/** `← →`, `1 – 9`, `Alt ← →`. Keys with Shift or Ctrl are named in the text. */
function shownKeys(keys: readonly string[]): string {
  const plain = keys.filter((key) => !/\b(Shift|Ctrl) /.test(key));
  if (plain.length > 3) return `${plain[0]} – ${plain.at(-1)}`;
  const withoutPrefix = (key: string, i: number) =>
    i > 0 && key.includes(' ') && key.split(' ')[0] === plain[0]!.split(' ')[0] ? key.split(' ')[1]! : key;
  return plain.map(withoutPrefix).join(' ');
}
