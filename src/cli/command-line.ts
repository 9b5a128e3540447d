import { version } from '../../package.json';
import type { AnyCommand, Invocation } from './parsing/command.ts';
import { didYouMean } from './parsing/flags.ts';
import { withoutGlobalOptions } from './parsing/global-options.ts';
import { commandHelp, mainHelp } from './parsing/help.ts';
import { manualPage } from './parsing/manual.ts';
import { UsageError } from './parsing/usage.ts';

/** All commands: the files of `commands/`. */
export const COMMANDS: readonly AnyCommand[] = Object.values(
  import.meta.glob<AnyCommand>(['./commands/*.ts', '!./commands/*.test.ts'], { eager: true, import: 'command' }),
).toSorted((a, b) => a.place - b.place);

const NAMES = COMMANDS.map(({ name }) => name);
const EXPECTED = `${NAMES.slice(0, -1).join(', ')} or ${NAMES.at(-1)}`;

/** @throws UsageError */
export function parseCommandLine(args: readonly string[]): Invocation & { isQuiet: boolean } {
  const { rest, isQuiet } = withoutGlobalOptions(args);
  return { ...invocationOf(rest), isQuiet };
}

function invocationOf([first, ...rest]: readonly string[]): Invocation {
  if (first === '--version' || first === '-V') return { name: 'version', run: (terminal) => terminal.print(version) };
  if (first === '--help' || first === '-h') return help(mainHelp(COMMANDS));
  if (first === 'help' && rest[0] === '--man') return help(manualPage(COMMANDS, version));
  if (first === 'help') return rest[0] === undefined ? help(mainHelp(COMMANDS)) : help(commandHelp(named(rest[0])));
  if (first === undefined) throw new UsageError(`Expected a command: ${EXPECTED}.`);
  const command = named(first);
  return rest.includes('--help') || rest.includes('-h') ? help(commandHelp(command)) : command.start(rest);
}

/** @throws UsageError */
function named(name: string): AnyCommand {
  const command = COMMANDS.find((command) => command.name === name);
  if (command !== undefined) return command;
  throw new UsageError(`Unknown command ${name}: expected ${EXPECTED}.${didYouMean(name, NAMES)}`);
}

const help = (text: string): Invocation => ({ name: 'help', run: (terminal) => terminal.write(text) });
