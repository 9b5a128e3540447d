/** Codes of expected failures. The page maps each to a title and a remedy. */
export type ErrorCode =
  | 'BadInput'
  | 'BadConfig'
  | 'BadCorpus'
  | 'BadVectors'
  | 'BadModel'
  | 'Cancelled'
  | 'DeviceLost'
  | 'NoDevice'
  | 'NonFiniteLoss'
  | 'NotReady'
  | 'OutOfMemory'
  | 'Internal';

/** An error for users. The message describes what happened, with values, and how to fix it. */
export class StudioError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StudioError';
    this.code = code;
  }
}

/** An error in the form in which it is sent from the worker to the page. */
export interface SerializedError {
  code: ErrorCode;
  message: string;
  stack: string | undefined;
}

/** What browsers say when a script that is imported on demand cannot be loaded; WebKit without its address. */
const NOT_ARRIVED = /dynamically imported module|importing a module script/i;

function notArrived(message: string): string {
  const [, file = 'A script'] = /([\w.-]+\.m?js)\b/.exec(message) ?? [];
  return `${file} of the studio did not arrive. Reload the page, then try again.`;
}

export function serializeError(error: unknown): SerializedError {
  if (error instanceof StudioError) return { code: error.code, message: error.message, stack: error.stack };
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { code: 'Cancelled', message: 'Cancelled.', stack: undefined };
  }
  if (error instanceof Error) {
    if (NOT_ARRIVED.test(error.message)) {
      return { code: 'NotReady', message: notArrived(error.message), stack: error.stack };
    }
    return { code: 'Internal', message: error.message, stack: error.stack };
  }
  return { code: 'Internal', message: String(error), stack: undefined };
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

export function deserializeError({ code, message, stack }: SerializedError): StudioError {
  const error = new StudioError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** @throws StudioError Cancelled if the signal is aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new StudioError('Cancelled', 'Cancelled.');
}
