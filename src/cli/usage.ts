/** The command line was written wrongly: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** Whose help to point to. */
  readonly command: CommandName | undefined;

  constructor(message: string, command?: CommandName) {
    super(message);
    this.command = command;
  }
}

export const COMMAND_NAMES = ['train', 'ablate', 'evaluate', 'tag'] as const;
/** In words. */
export const COMMANDS = 'train, ablate, evaluate or tag';
export type CommandName = (typeof COMMAND_NAMES)[number];
