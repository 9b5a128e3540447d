import { parseArgs } from 'node:util';
import { releaseFolders } from '../files.ts';
import { flagName, didYouMean, type Flags, type ValuesOf } from './flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from './usage.ts';

/** What the help, the completions and the start of a command need to know about it. */
export interface AnyCommand {
  name: string;
  /** Position in the list of commands. */
  place: number;
  /** What it does, in the list of commands. */
  summary: string;
  /** First paragraph of its help. */
  about: string;
  /** Positional arguments. */
  args: Flags;
  flags: Flags;
  /** End of its help. */
  notes?: string | undefined;
  /** Parses its arguments. @throws UsageError */
  start: (args: readonly string[]) => Invocation;
}

/** A command with its arguments. */
export interface Invocation {
  name: string;
  /** What is lost if training is killed: `a model`; undefined if it does not train. Ctrl-C then stops it after the current step. */
  trained?: string | undefined;
  run: (terminal: Terminal, signal: AbortSignal, commands: readonly AnyCommand[]) => Promise<void> | void;
}

export interface Command<Options> extends AnyCommand {
  /** @throws UsageError */
  parse: (args: readonly string[]) => Options;
  run: (
    terminal: Terminal,
    options: Options,
    signal: AbortSignal,
    commands: readonly AnyCommand[],
  ) => Promise<void> | void;
}

interface CommandSpec<A extends Flags, F extends Flags, Options> extends Omit<
  Command<Options>,
  'start' | 'args' | 'parse'
> {
  args?: A;
  flags: F;
  /** Checks the values together. Default: they are the options. @throws UsageError */
  check?: (values: ValuesOf<A> & ValuesOf<F>) => Options;
  trained?: (options: Options) => string | undefined;
}

/** A command of the command line; a file of `commands/` exports one as `command`. */
export function defineCommand<
  const F extends Flags,
  const A extends Flags = Record<never, never>,
  Options = ValuesOf<A> & ValuesOf<F>,
>({ check, trained, ...spec }: CommandSpec<A, F, Options>): Command<Options> {
  const { name, args = {}, flags } = spec;
  const run: typeof spec.run = async (...given) => {
    try {
      await spec.run(...given);
    } finally {
      releaseFolders();
    }
  };
  const parse = (given: readonly string[]): Options => {
    try {
      const values = parseValues(given, args, flags) as ValuesOf<A> & ValuesOf<F>;
      return check === undefined ? (values as Options) : check(values);
    } catch (error) {
      if (error instanceof UsageError) error.command = name;
      throw error;
    }
  };
  return {
    ...spec,
    run,
    args,
    parse,
    start(given) {
      const options = parse(given);
      return {
        name,
        trained: trained?.(options),
        run: (terminal, signal, commands) => run(terminal, options, signal, commands),
      };
    },
  };
}

/** @throws UsageError */
function parseValues(given: readonly string[], args: Flags, flags: Flags): Record<string, unknown> {
  const byName = new Map(Object.entries(flags).map(([key, flag]) => [flagName(key).slice(2), { key, flag }] as const));
  const options = Object.fromEntries(
    [...byName].map(([name, { flag }]) => [
      name,
      { type: flag.value === '' ? ('boolean' as const) : ('string' as const), multiple: true as const },
    ]),
  );
  const { values, positionals } = parsed(given, options);
  const read: Record<string, unknown> = {};
  let rest = positionals;
  for (const [key, arg] of Object.entries(args)) {
    read[key] = arg.read(rest.slice(0, arg.most), arg.value);
    rest = rest.slice(arg.most);
  }
  if (rest.length > 0) throw new UsageError(`Unexpected argument ${rest[0]}.`);
  for (const [name, { key, flag }] of byName) read[key] = flag.read((values[name] ?? []).map(String), `--${name}`);
  return read;
}

function parsed(
  args: readonly string[],
  options: Record<string, { type: 'boolean' | 'string'; multiple: true }>,
): { values: Record<string, (string | boolean)[] | undefined>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message has line breaks, and advice on positional arguments that begin with a hyphen.
    const [message = ''] = error.message.split(/\.? To specify a positional/);
    const unknown = /^Unknown option '--(.*)'/.exec(message)?.[1];
    const similar = unknown === undefined ? '' : didYouMean(unknown, Object.keys(options)).replace('mean ', 'mean --');
    throw new UsageError(`${message.replaceAll('\n', ' ').replace(/\.$/, '')}.${similar}`);
  }
}
