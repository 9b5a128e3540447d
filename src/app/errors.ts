import type { ErrorCode } from '../lib/errors.ts';

/** The title of a condition; the message of the error has the details, and what to do. */
export const ERROR_TITLES: Record<ErrorCode, string> = {
  BadInput: 'This input cannot be used',
  BadConfig: 'A setting is not valid',
  BadCorpus: 'The corpus cannot be used',
  BadVectors: 'The vectors cannot be used',
  BadModel: 'The model cannot be used',
  Cancelled: 'Cancelled',
  DeviceLost: 'The device was lost',
  NoDevice: 'The device cannot be used',
  NonFiniteLoss: 'The loss is not finite',
  NotReady: 'Not ready',
  OutOfMemory: 'Out of memory',
  Internal: 'The trainer failed',
};

/** What to do about a condition whose message comes from the browser. */
export function remedyOf(code: ErrorCode): string | undefined {
  if (code !== 'Internal') return undefined;
  return 'Start the trainer again. If it happens again with the same data and recipe, it is a bug: please report it.';
}
