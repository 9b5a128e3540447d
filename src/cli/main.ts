import { closeDevice } from '../devices/open.ts';
import { StudioError } from '../lib/errors.ts';
import { COMMANDS, parseCommandLine } from './command-line.ts';
import { Terminal } from './terminal.ts';
import { UsageError } from './parsing/usage.ts';

const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** A terminal that closes and a job scheduler stop a run as Ctrl-C does. */
const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const terminal = new Terminal(process.stdout, process.stderr);
const interrupt = new AbortController();

/** Whether the command trains. It then finishes and writes its results even if its output is no longer read. */
let isTraining = false;

/** Why the output of a command that trains is incomplete. */
let lost: Error | undefined;

// The reader of a pipe may close it early: `tagsmith tag … | head`.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && !isTraining) process.exit(EXIT.done);
    if (isTraining) {
      // Results of training are written anyway. A reader that left wanted no more; a full disk lost what was printed.
      if (error.code !== 'EPIPE' && stream === process.stdout) lost ??= error;
      return;
    }
    if (stream === process.stdout) reportLost(error);
    process.exit(EXIT.failed);
  });
}

process.once('beforeExit', () => {
  if (lost === undefined) return;
  reportLost(lost);
  process.exitCode ||= EXIT.failed;
});

try {
  const { trained, run, isQuiet } = parseCommandLine(process.argv.slice(2));
  terminal.isQuiet = isQuiet;
  if (trained !== undefined) beginTraining(trained);
  await run(terminal, interrupt.signal, COMMANDS);
  process.exitCode = interrupt.signal.aborted ? EXIT.interrupted : EXIT.done;
} catch (error) {
  process.exitCode = exitCodeOf(error);
} finally {
  closeDevice();
}

function reportLost(error: Error): void {
  terminal.error(`tagsmith: Cannot write the output: ${error.message}.`);
}

/** Makes the first signal stop the run. The second is handled by Node: it ends the process. */
function beginTraining(result: string): void {
  isTraining = true;
  const stop = () => {
    for (const signal of STOPPING) process.off(signal, stop);
    interrupt.abort();
    terminal.note(`Stopping after this step. Press Ctrl-C again to exit at once without writing ${result}.`);
  };
  for (const signal of STOPPING) process.on(signal, stop);
}

/** Prints an error on one line and returns the exit code. */
function exitCodeOf(error: unknown): number {
  if (error instanceof StudioError && error.code === 'Cancelled') {
    terminal.error('tagsmith: interrupted before there were any results to write.');
    return EXIT.interrupted;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) {
    const help = error.command === undefined ? 'tagsmith --help' : `tagsmith ${error.command} --help`;
    terminal.error(`tagsmith: ${message} See ${help}.`);
    return EXIT.usage;
  }
  terminal.error(`tagsmith: ${message}`);
  if (process.env['DEBUG']) terminal.error(String(error instanceof Error ? error.stack : error));
  return EXIT.failed;
}
