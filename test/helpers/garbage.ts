import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/**
 * In a task of its own, so that nothing on the stack keeps an object alive. V8 runs its own such task only when it is
 * idle.
 */
export const collectGarbage = () => new Promise<void>((resolve) => setImmediate(() => (gc(), resolve())));

/** Bytes that a task leaves in memory. */
export async function bytesKept(task: () => void | Promise<void>): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  await task();
  await collectGarbage();
  return process.memoryUsage().heapUsed - before;
}
