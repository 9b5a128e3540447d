/** The command line is invalid: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
  /** The command whose help is mentioned. */
  command: string | undefined;
}
