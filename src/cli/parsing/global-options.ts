/** The options of every command, as names with their help. */
export const GLOBAL_OPTIONS = {
  '-q, --quiet': 'print results and errors only: no progress, notes or remarks on files',
  '-h, --help': 'show the options of a command',
  '-V, --version': 'show the version',
} as const;

const QUIET = ['-q', '--quiet'];

/** The arguments without the options that concern no command. What follows `--` is left as it is. */
export function withoutGlobalOptions(args: readonly string[]): { rest: string[]; isQuiet: boolean } {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const isGlobal = (arg: string, i: number) => i < end && QUIET.includes(arg);
  return { rest: args.filter((arg, i) => !isGlobal(arg, i)), isQuiet: args.some(isGlobal) };
}
