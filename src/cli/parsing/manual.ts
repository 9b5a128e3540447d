import type { AnyCommand } from './command.ts';
import { usageOf } from './help.ts';
import { flagName, type Flag } from './flags.ts';
import { GLOBAL_OPTIONS } from './global-options.ts';

/** The manual page `tagsmith.1`, in the macros of man(7), from what the help shows. */
export function manualPage(commands: readonly AnyCommand[], version: string): string {
  const lines = [
    `.TH TAGSMITH 1 "" "tagsmith ${roff(version)}"`,
    '.SH NAME',
    'tagsmith \\- train named\\-entity taggers, and run them',
    '.SH SYNOPSIS',
    '.B tagsmith',
    '.I COMMAND',
    '.RI [ options ]',
    '.SH OPTIONS',
    ...Object.entries(GLOBAL_OPTIONS).flatMap(([names, help]) => ['.TP', `.B ${roff(names)}`, roff(help)]),
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    '0 success, 1 failure, 2 usage error, 130 interrupted.',
    '.SH ENVIRONMENT',
    '.TP',
    '.B DEBUG',
    'If set, the stack of an error is printed.',
  ];
  return `${lines.join('\n')}\n`;
}

function section(command: AnyCommand): string[] {
  const flags = Object.entries(command.flags);
  return [
    `.SS ${command.name}`,
    `.B ${roff(usageOf(command))}`,
    '.PP',
    ...paragraphs(command.about),
    ...flags.flatMap(([key, flag], i) => {
      const isShared = flags[i + 1]?.[1].help === flag.help;
      return [i > 0 && flags[i - 1]![1].help === flag.help ? '.TQ' : '.TP', head(key, flag), ...(isShared ? [] : paragraphs(flag.help))]; // prettier-ignore
    }),
    ...(command.notes === undefined ? [] : ['.PP', ...paragraphs(command.notes)]),
  ];
}

const head = (key: string, { value }: Flag) =>
  `.BR ${roff(flagName(key))}${value === '' ? '' : ` " ${roff(value).replaceAll('"', '""')}"`}`;

/** Lines as they are: indented ones, such as examples, are not filled. */
function paragraphs(text: string): string[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      if (line.trim() === '') return ['.sp'];
      return line.startsWith(' ') ? ['.br', roff(line)] : [roff(line)];
    });
}

/** Text in which roff sees no escapes and no requests. */
const roff = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
