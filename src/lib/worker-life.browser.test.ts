import { expect, test } from 'vitest';
import { startWorker } from './worker-life.ts';

/** A worker that holds its lock until it gets a message, then ends. */
function mortal(): { worker: Worker; errors: string[]; isWatched: () => Promise<boolean> } {
  const source = `navigator.locks.request(self.name, () => new Promise(() => {})); onmessage = () => close();`;
  const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  let name = '';
  const worker = startWorker('test', (own) => {
    name = own;
    return new Worker(url, { name });
  });
  const errors: string[] = [];
  worker.onerror = ({ message }) => errors.push(message);
  /** Whether this thread waits for its lock. */
  const isWatched = async () => ((await navigator.locks.query()).pending ?? []).some((lock) => lock.name === name);
  return { worker, errors, isWatched };
}

test('a worker that ends without an error gets one; a living or terminated one does not', async () => {
  const [ending, living, terminated] = [mortal(), mortal(), mortal()];
  for (const { isWatched } of [ending, living, terminated])
    await expect.poll(isWatched, { timeout: 10_000 }).toBe(true);
  ending.worker.postMessage('end');
  terminated.worker.terminate();
  const ended = [expect.stringMatching(/^it ended without an error/)];
  await expect.poll(() => ending.errors, { timeout: 10_000 }).toEqual(ended);
  expect([living.errors, terminated.errors]).toEqual([[], []]);
  living.worker.terminate();
});
