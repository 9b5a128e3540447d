import { ABLATION } from '../config/ablation.ts';
import { PRESETS } from '../config/presets.ts';
import { FIELD_NAMES } from '../config/schema.ts';
import { EXPORT_KINDS } from '../export/export-files.ts';
import { SIZES } from '../export/precision.ts';
import { COMMAND_OPTIONS } from './command-options.ts';
import { SHELLS, TAG_FORMATS, TAG_INPUTS } from './options.ts';
import { DEVICES } from './parse-options.ts';
import { COMMAND_NAMES, type CommandName } from './usage.ts';

/** Values of options with a fixed set of values; all others take files, folders or numbers. */
const VALUES: Record<string, readonly string[]> = {
  device: DEVICES,
  preset: PRESETS.map(({ id }) => id),
  from: PRESETS.map(({ id }) => id),
  vary: FIELD_NAMES.map((name) => `${name}=`),
  set: FIELD_NAMES.map((name) => `${name}=`),
  only: ABLATION.map(({ id }) => id),
  input: TAG_INPUTS,
  format: TAG_FORMATS,
  as: EXPORT_KINDS,
  size: SIZES,
};

interface CompletedCommand {
  name: CommandName;
  options: { name: string; takesValue: boolean; values: readonly string[] | undefined }[];
  /** Positional arguments. */
  positionals: readonly string[] | 'files' | 'none';
}

function commands(): CompletedCommand[] {
  return COMMAND_NAMES.map((name) => ({
    name,
    options: Object.entries(COMMAND_OPTIONS[name]).map(([option, { type }]: [string, { type: string }]) => ({
      name: option,
      takesValue: type === 'string',
      values: VALUES[option],
    })),
    positionals: name === 'completions' ? SHELLS : name === 'train' || name === 'studio' ? 'none' : 'files',
  }));
}

/** The completion script of a shell. */
export function completionScript(shell: (typeof SHELLS)[number]): string {
  switch (shell) {
    case 'bash':
      return bashScript();
    case 'zsh':
      return zshScript();
    case 'fish':
      return fishScript();
    default:
      return shell satisfies never;
  }
}

const GLOBAL = ['--help', '--version'];

function bashScript(): string {
  const cases = commands().map(({ name, options, positionals }) => {
    const flags = [...options.map((option) => `--${option.name}`), '--help'].join(' ');
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
    COMPREPLY=($(compgen -W '${[...COMMAND_NAMES, ...GLOBAL].join(' ')}' -- "$current"))
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

function zshScript(): string {
  const cases = commands().map(({ name, options, positionals }) => {
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
    return `    ${name}) _arguments ${[...specs, "'--help'", ...rest].join(' ')} ;;`;
  });
  return `#compdef tagsmith
# Completions of tagsmith for zsh: eval "$(tagsmith completions zsh)", after compinit
_tagsmith() {
  if (( CURRENT == 2 )); then
    compadd -- ${[...COMMAND_NAMES, ...GLOBAL].join(' ')}
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

function fishScript(): string {
  const lines = commands().flatMap(({ name, options, positionals }) => {
    const condition = `complete -c tagsmith -n '__fish_seen_subcommand_from ${name}'`;
    const words = typeof positionals === 'string' ? [] : [`${condition} -f -a '${positionals.join(' ')}'`];
    return [
      ...words,
      ...options.map((option) => {
        if (!option.takesValue) return `${condition} -l ${option.name}`;
        return `${condition} -l ${option.name} ${option.values === undefined ? '-r' : `-x -a '${option.values.join(' ')}'`}`;
      }),
      `${condition} -l help`,
    ];
  });
  const first = `complete -c tagsmith -n '__fish_use_subcommand'`;
  return `# Completions of tagsmith for fish: tagsmith completions fish > ~/.config/fish/completions/tagsmith.fish
${first} -f -a '${COMMAND_NAMES.join(' ')}'
${first} -l help
${first} -l version
${lines.join('\n')}
`;
}
