/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The command whose help is mentioned. */
  readonly command: CommandName | undefined;

  constructor(message: string, command?: CommandName) {
    super(message);
    this.command = command;
  }
}

export const COMMAND_NAMES = [
  'train',
  'ablate',
  'search',
  'evaluate',
  'tag',
  'check',
  'agree',
  'export',
  'studio',
  'completions',
] as const;
/** All commands, for messages. */
export const COMMANDS = 'train, ablate, search, evaluate, tag, check, agree, export, studio or completions';
export type CommandName = (typeof COMMAND_NAMES)[number];
