import { defineCommand, type AnyCommand } from '../parsing/command.ts';
import { argument, choose, flagName } from '../parsing/flags.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const command = defineCommand({
  name: 'completions',
  place: 11,
  summary: 'print a completion script for your shell',
  about: `
Prints a script that completes commands, options, their values and files. To enable it permanently:

  bash               eval "$(tagsmith completions bash)" in ~/.bashrc
  zsh                eval "$(tagsmith completions zsh)" in ~/.zshrc, after compinit
  fish               tagsmith completions fish > ~/.config/fish/completions/tagsmith.fish`,
  args: { shell: { ...argument(SHELLS.join('|'), `a shell: ${SHELLS.join(', ')}`), values: SHELLS } },
  flags: {},
  check: ({ shell }) => choose(SHELLS, shell, 'The shell is '),
  run: (terminal, shell, _, commands) => terminal.write(SCRIPTS[shell](commands.map(completed))),
});

interface CompletedCommand {
  name: string;
  options: { name: string; takesValue: boolean; values: readonly string[] | undefined }[];
  /** Positional arguments. */
  positionals: readonly string[] | 'files' | 'none';
}

function completed({ name, args, flags }: AnyCommand): CompletedCommand {
  const [first] = Object.values(args);
  return {
    name,
    options: Object.entries(flags).map(([key, { value, values }]) => ({
      name: flagName(key).slice(2),
      takesValue: value !== '',
      values,
    })),
    positionals: first === undefined ? 'none' : (first.values ?? 'files'),
  };
}

const SCRIPTS: Record<Shell, (commands: readonly CompletedCommand[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Completions of the first word. */
const wordsOf = (commands: readonly CompletedCommand[]) =>
  [...commands.map(({ name }) => name), '--help', '--version'].join(' ');

function bashScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options, positionals }) => {
    const flags = [...options.map((option) => `--${option.name}`), '--help', '--quiet'].join(' ');
    const valued = options.filter(({ values }) => values !== undefined);
    const words = typeof positionals === 'string' ? '' : positionals.join(' ');
    return [
      `    ${name})`,
      `      flags='${flags}' words='${words}'`,
      '      case "$previous" in',
      ...valued.map((option) => `        --${option.name}) values='${option.values!.join(' ')}' ;;`),
      '      esac ;;',
    ].join('\n');
  });
  return `# Completions of tagsmith for bash: eval "$(tagsmith completions bash)"
_tagsmith() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} flags='' words='' values=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${wordsOf(commands)}' -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
    [[ $values == *= ]] && compopt -o nospace 2>/dev/null
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -F _tagsmith tagsmith
`;
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(({ name, options, positionals }) => {
    const specs = options.map((option) => {
      if (!option.takesValue) return `'--${option.name}'`;
      return `'*--${option.name}:${option.name}:${zshAction(option.values)}'`;
    });
    const rest =
      positionals === 'files'
        ? ["'*:file:_files'"]
        : positionals === 'none'
          ? []
          : [`'1:shell:(${positionals.join(' ')})'`];
    return `    ${name}) _arguments ${[...specs, "'--help'", "'--quiet'", ...rest].join(' ')} ;;`;
  });
  return `#compdef tagsmith
# Completions of tagsmith for zsh: eval "$(tagsmith completions zsh)", after compinit
_tagsmith() {
  if (( CURRENT == 2 )); then
    compadd -- ${wordsOf(commands)}
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _tagsmith tagsmith
`;
}

/** Completion action for the values of an option. No space is added after `name=`. */
function zshAction(values: readonly string[] | undefined): string {
  if (values === undefined) return '_files';
  const words = values.join(' ');
  return words.endsWith('=') ? `{compadd -S "" -- ${words}}` : `(${words})`;
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, options, positionals }) => {
    const condition = `complete -c tagsmith -n '__fish_seen_subcommand_from ${name}'`;
    const words = typeof positionals === 'string' ? [] : [`${condition} -f -a '${positionals.join(' ')}'`];
    return [
      ...words,
      ...options.map((option) => {
        if (!option.takesValue) return `${condition} -l ${option.name}`;
        return `${condition} -l ${option.name} ${option.values === undefined ? '-r' : `-x -a '${option.values.join(' ')}'`}`;
      }),
      `${condition} -l help`,
      `${condition} -l quiet -s q`,
    ];
  });
  const first = `complete -c tagsmith -n '__fish_use_subcommand'`;
  return `# Completions of tagsmith for fish: tagsmith completions fish > ~/.config/fish/completions/tagsmith.fish
${first} -f -a '${commands.map(({ name }) => name).join(' ')}'
${first} -l help
${first} -l version
${lines.join('\n')}
`;
}
