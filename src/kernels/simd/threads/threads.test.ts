import { expect, onTestFinished, test, vi } from 'vitest';
import { Allocator } from '../allocator.ts';
import { growMemory, loadSimdModule } from '../module.ts';
import { describeThreads } from './cases.ts';
import { JobRing } from './job-ring.ts';
import { ThreadPool } from './pool.ts';

describeThreads();

test('threads are Node workers where there are web workers, too, as in Deno and Bun', async () => {
  vi.stubGlobal(
    'Worker',
    vi.fn(() => {
      throw new Error('This is a web worker.');
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const simd = await loadSimdModule();
  const ring = new Allocator(1024, (end) => growMemory(simd.memory, end)).allocate(JobRing.BYTES);
  const pool = await ThreadPool.start(simd, {
    threads: 2,
    ring,
    onFailure: ({ message }) => expect.unreachable(message),
  });
  expect(pool.size).toBe(2);
  pool.stop();
});
