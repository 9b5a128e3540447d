import { describe, expect, test } from 'vitest';
import { randomUniform } from '../../lib/rng.ts';
import { Allocator, SharedAllocator } from './allocator.ts';

function grownTo() {
  let end = 0;
  return { allocator: new Allocator(1, (e) => (end = Math.max(end, e))), end: () => end };
}

test('blocks are aligned, inside the memory and never overlap, over 1,000 random steps; nothing leaks', () => {
  const { allocator, end } = grownTo();
  const live: { start: number; bytes: number }[] = [];
  for (let i = 0; i < 1000; i++) {
    if (live.length > 0 && randomUniform(1, i) < 0.45) {
      const [block] = live.splice(Math.floor(randomUniform(2, i) * live.length), 1);
      allocator.free(block!.start);
    } else {
      const bytes = Math.floor(randomUniform(3, i) ** 3 * 10_000);
      live.push({ start: allocator.allocate(bytes), bytes });
    }
    live.sort((a, b) => a.start - b.start);
    const overlapping = live.filter(({ start, bytes }, j) => start + bytes > (live[j + 1]?.start ?? end()));
    expect(overlapping).toEqual([]);
    expect(live.filter(({ start }) => start % 64 !== 0)).toEqual([]);
  }
  for (const { start } of live) allocator.free(start);
  expect(allocator.used).toBe(0);
  // Everything has been merged to one block.
  const all = end();
  expect(allocator.allocate(all - 64)).toBe(64);
  expect(end()).toBe(all);
});

test('takes the smallest free block that fits', () => {
  const { allocator } = grownTo();
  const large = allocator.allocate(1000);
  allocator.allocate(1);
  const small = allocator.allocate(100);
  allocator.allocate(1);
  allocator.free(large);
  allocator.free(small);
  expect(allocator.allocate(128)).toBe(small);
  expect(allocator.allocate(64)).toBe(large);
});

test('a failed growth leaves everything as it was', () => {
  const allocator = new Allocator(64, (end) => {
    if (end > 256) throw new Error('full');
  });
  const block = allocator.allocate(128);
  expect(() => allocator.allocate(128)).toThrow('full');
  expect(allocator.used).toBe(128);
  allocator.free(block);
  expect(allocator.allocate(192)).toBe(block);
});

test('refuses to free twice', () => {
  const { allocator } = grownTo();
  const block = allocator.allocate(8);
  allocator.free(block);
  expect(() => allocator.free(block)).toThrow(`no block at ${block}`);
});

describe('what is freed while jobs run', () => {
  let jobs: { issued: number; completed: number; flush: () => void };
  let shared: SharedAllocator;

  /** @param most maximum size of the memory, in bytes */
  function start(most = Infinity): void {
    const allocator = new Allocator(64, (end) => {
      if (end > most) throw new Error('full');
    });
    jobs = { issued: 0, completed: 0, flush: () => void (jobs.completed = jobs.issued) };
    shared = new SharedAllocator(allocator, () => jobs);
  }

  test('is not reused before the jobs issued by then are done', () => {
    start();
    const first = shared.allocate(64);
    shared.free(first);
    expect(shared.allocate(64)).toBe(first); // there are no jobs
    jobs.issued = 2;
    shared.free(first);
    jobs.issued = 3;
    const second = shared.allocate(64);
    expect(second).not.toBe(first);
    jobs.completed = 1;
    expect(shared.allocate(64)).not.toBe(first);
    jobs.completed = 2;
    expect(shared.allocate(64)).toBe(first);
  });

  test('is waited for where there is no other memory', () => {
    start(256);
    const blocks = [shared.allocate(64), shared.allocate(64), shared.allocate(64)];
    jobs.issued = 1;
    shared.free(blocks[1]!);
    expect(shared.allocate(64)).toBe(blocks[1]);
    expect(jobs.completed).toBe(1);
    expect(() => shared.allocate(64)).toThrow('full');
  });

  test('counts of jobs may overflow', () => {
    start();
    const block = shared.allocate(64);
    [jobs.issued, jobs.completed] = [-(2 ** 31), 2 ** 31 - 1];
    shared.free(block);
    expect(shared.allocate(64)).not.toBe(block);
    jobs.completed = jobs.issued;
    expect(shared.allocate(64)).toBe(block);
  });
});
