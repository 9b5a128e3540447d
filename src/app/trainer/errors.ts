import type { ErrorCode } from '../../lib/errors.ts';

/** Titles of errors. Their messages have the details, and advice. */
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

/** Advice for errors whose message comes from the browser. */
export function remedyOf(code: ErrorCode): string | undefined {
  if (code !== 'Internal') return undefined;
  return 'Start the trainer again. If it happens again with the same data and recipe, it is a bug: please report it.';
}
