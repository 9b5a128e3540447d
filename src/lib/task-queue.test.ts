import { expect, test } from 'vitest';
import { TaskQueue } from './task-queue.ts';

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
