import { version } from '../../package.json';
import { closeDevice } from '../devices/open.ts';
import { StudioError } from '../lib/errors.ts';
import { parseCommandLine } from './arguments.ts';
import type { Command } from './options.ts';
import { ablateCommand } from './ablate.ts';
import { agreeCommand } from './agree.ts';
import { completionScript } from './completions.ts';
import { checkCommand } from './check.ts';
import { exportCommand } from './export.ts';
import { evaluateCommand } from './evaluate.ts';
import { helpText } from './help.ts';
import { searchCommand } from './search.ts';
import { studioCommand } from './studio.ts';
import { tagCommand } from './tag.ts';
import { Terminal } from './terminal.ts';
import { trainCommand } from './train.ts';
import { UsageError } from './usage.ts';

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

const terminal = new Terminal(process.stdout, process.stderr);
const interrupt = new AbortController();

/** Whether the command trains. It then finishes and writes its results even if its output is no longer read. */
let isTraining = false;

// The reader of a pipe may close it early: `tagsmith tag … | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && !isTraining) process.exit(EXIT.done);
    if (error.code === 'EPIPE' || isTraining) return; // results of training are written anyway
    throw error;
  });
}

try {
  await run(parseCommandLine(process.argv.slice(2)));
  process.exitCode = interrupt.signal.aborted ? EXIT.interrupted : EXIT.done;
} catch (error) {
  process.exitCode = exitCodeOf(error);
} finally {
  closeDevice();
}

async function run(command: Command): Promise<void> {
  switch (command.name) {
    case 'help':
      return terminal.write(helpText(command.of));
    case 'version':
      return terminal.print(version);
    case 'train':
      beginTraining('a model');
      return trainCommand(terminal, command.options, interrupt.signal);
    case 'ablate':
      beginTraining('a table');
      return ablateCommand(terminal, command.options, interrupt.signal);
    case 'search':
      beginTraining('a recipe');
      return searchCommand(terminal, command.options, interrupt.signal);
    case 'evaluate':
      return evaluateCommand(terminal, command.options);
    case 'tag':
      return tagCommand(terminal, command.options);
    case 'agree':
      return agreeCommand(terminal, command.options);
    case 'check':
      beginTraining('the findings');
      return checkCommand(terminal, command.options, interrupt.signal);
    case 'export':
      if (typeof command.options.size !== 'string') beginTraining('a model');
      return exportCommand(terminal, command.options, interrupt.signal);
    case 'studio':
      return studioCommand(terminal, command.options);
    case 'completions':
      return terminal.write(completionScript(command.options.shell));
    default:
      return command satisfies never;
  }
}

/** Makes the first Ctrl-C stop the run. The second is handled by Node: it ends the process. */
function beginTraining(result: string): void {
  isTraining = true;
  process.once('SIGINT', () => {
    interrupt.abort();
    terminal.note(`Stopping after this step. Press Ctrl-C again to exit at once without writing ${result}.`);
  });
}

/** Prints an error on one line and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof StudioError && error.code === 'Cancelled') {
    terminal.note('tagsmith: interrupted before there were any results to write.');
    return EXIT.interrupted;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) {
    const help = error.command === undefined ? 'tagsmith --help' : `tagsmith ${error.command} --help`;
    terminal.note(`tagsmith: ${message} See ${help}.`);
    return EXIT.usage;
  }
  terminal.note(`tagsmith: ${message}`);
  if (process.env['DEBUG']) terminal.note(String(error instanceof Error ? error.stack : error));
  return EXIT.failed;
}
