import type { AnyCommand } from './command.ts';
import { flagName, type Flag } from './flags.ts';
import { GLOBAL_OPTIONS } from './global-options.ts';

/** Column of the descriptions of flags. */
const INDENT = 21;
const WIDTH = 118;

/** The text of `tagsmith --help`. */
export function mainHelp(commands: readonly AnyCommand[]): string {
  const rows = commands.map((command) => ({ usage: usageOf(command), summary: command.summary }));
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return `Tagsmith trains named-entity taggers: character CNN, BiLSTM, CRF.

${rows.map(({ usage, summary }) => `  ${usage.padEnd(width)}   ${summary}`).join('\n')}

  ${'tagsmith COMMAND --help'.padEnd(width)}   show the options of a command
  ${'tagsmith COMMAND --quiet'.padEnd(width)}   ${GLOBAL_OPTIONS['-q, --quiet']}
  ${'tagsmith help --man'.padEnd(width)}   print the manual page: man -l <(tagsmith help --man)
  tagsmith --version

Exit codes: 0 success, 1 failure, 2 usage error, 130 interrupted. DEBUG=1 prints the stack of an error.
`;
}

/** The text of `tagsmith COMMAND --help`. */
export function commandHelp(command: AnyCommand): string {
  const { about, flags, notes } = command;
  const parts = [usageOf(command), about.trim(), flagLines(Object.entries(flags)), notes?.trim()];
  return `${parts.filter((part) => part !== undefined && part !== '').join('\n\n')}\n`;
}

/** `tagsmith tag MODEL [FILE…] [options]`. */
export function usageOf({ name, args, flags }: AnyCommand): string {
  const entries = Object.entries(flags);
  const needed = entries.filter(([, { isRequired }]) => isRequired === true);
  const [first, ...others] = entries.filter(([, { isRequired }]) => isRequired !== true);
  const optional = others.length > 0 ? ['[options]'] : first ? [`[${headOf(first)}]`] : [];
  return ['tagsmith', name, ...Object.values(args).map(({ value }) => value), ...needed.map(headOf), ...optional].join(
    ' ',
  );
}

const headOf = ([key, { value }]: [string, Flag]) => `${flagName(key)}${value === '' ? '' : ` ${value}`}`;

function flagLines(flags: readonly [string, Flag][]): string {
  const lines: string[] = [];
  for (let i = 0, end = 0; i < flags.length; i = end) {
    const { help, heading } = flags[i]![1];
    end = flags.findIndex(([, flag], j) => j > i && flag.help !== help);
    if (end < 0) end = flags.length;
    if (heading !== undefined) lines.push('', heading);
    const heads = flags.slice(i, end).map(headOf).map(unbroken).join(', ');
    const texts = help.split('\n').flatMap((line) => wrapped(line, WIDTH - INDENT));
    if (heads.length > INDENT - 4) lines.push(...wrapped(heads, WIDTH - 2).map((line) => `  ${line}`));
    else lines.push(`  ${heads.padEnd(INDENT - 2)}${texts.shift()}`);
    lines.push(...texts.map((line) => `${' '.repeat(INDENT)}${line}`));
  }
  return lines.join('\n').replaceAll(NO_BREAK, ' ');
}

const NO_BREAK = '\u00a0';
const unbroken = (head: string) => head.replaceAll(' ', NO_BREAK);

/** Breaks a line between words. The lines after the first begin like it. */
function wrapped(line: string, width: number): string[] {
  const indent = /^ */.exec(line)![0];
  const lines: string[] = [];
  let current = indent;
  for (const word of line.trim().split(' ')) {
    if (current.trim() !== '' && current.length + 1 + word.length > width) {
      lines.push(current);
      current = indent;
    }
    current += current.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, current];
}
