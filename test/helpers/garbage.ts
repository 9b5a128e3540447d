import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** In a task of its own, so that nothing on the stack keeps an object alive. V8 runs its own such task only when it is idle. */
export const collectGarbage = () => new Promise<void>((resolve) => setImmediate(() => (gc(), resolve())));

/** Bytes that a task leaves in memory. @param task its result is kept until they are counted */
export async function bytesKept(task: () => unknown): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const result = await task();
  await collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  return result === before ? NaN : kept;
}
