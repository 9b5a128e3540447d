import { expect, test } from 'vitest';
import { throwIfAborted } from '../../lib/errors.ts';
import { LatestTask, TaskQueue } from './tasks.ts';

test('tasks of a queue run one at a time, also after one fails', async () => {
  const queue = new TaskQueue();
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} starts`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const [a, b, c] = [queue.run(task('a')), queue.run(task('b')), queue.run(task('c'))];
  await expect(b).rejects.toThrow('b failed');
  expect([await a, await c]).toEqual(['a', 'c']);
  expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
});

test('a new task aborts the previous one, and only the last has an outcome', async () => {
  const latest = new LatestTask();
  const outcomes: unknown[] = [];
  const run = (name: string) =>
    latest.run(
      async (signal) => {
        await Promise.resolve();
        throwIfAborted(signal);
        return name;
      },
      (value) => outcomes.push(value),
      (error) => outcomes.push(error),
    );
  await Promise.all([run('first'), run('second')]);
  expect(outcomes).toEqual(['second']);
  const aborted = run('third');
  latest.abort();
  await aborted;
  expect(outcomes).toMatchObject(['second', { code: 'Cancelled' }]);
  const discarded = run('fourth');
  latest.discard();
  await discarded;
  expect(outcomes).toHaveLength(2);
});
