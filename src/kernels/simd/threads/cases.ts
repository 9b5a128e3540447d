/** Tests for Node and Chromium: threads perform all tasks, and failures are reported. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Milliseconds } from '../../../lib/units.ts';
import type { DeviceFailure } from '../../../kernels/shared/device-failure.ts';
import { Allocator } from '../allocator.ts';
import { elementAt, NULL_POINTER, type Pointer } from '../../../lib/pointer.ts';
import { kernels, type Task } from '../generated/kernels.js';
import { growMemory, loadSimdModule, performTask, type SimdModule } from '../module.ts';
import { JobRing } from './job-ring.ts';
import { ThreadPool } from './pool.ts';

const THREADS = 3;

/** Size of a square matrix whose product takes long enough for other threads to wait. */
const LARGE = 1000;

/** Timeout: other programs may slow the threads down. */
const PATIENT: Milliseconds = 20_000;

const lost = expect.objectContaining({ code: 'DeviceLost' }) as Error;

/** Faster than matchers, which take microseconds per element. */
function isSame(a: Int32Array | Float32Array, b: Int32Array | Float32Array): boolean {
  return a.every((value, i) => value === b[i]);
}

export function describeThreads(): void {
  describe('threads', { timeout: 3 * PATIENT }, () => {
    let simd: SimdModule;
    let allocator: Allocator;
    let pool: ThreadPool | undefined;
    const failures: DeviceFailure[] = [];

    beforeAll(async () => {
      simd = await loadSimdModule();
      allocator = new Allocator(1024, (end) => growMemory(simd.memory, end));
    });
    afterEach(() => {
      pool?.stop();
      failures.length = 0;
    });

    async function start(waits?: number): Promise<ThreadPool> {
      const ring = allocator.allocate(JobRing.BYTES);
      const options = { threads: THREADS, ring, onFailure: (failure: DeviceFailure) => failures.push(failure) };
      pool = await ThreadPool.start(simd, waits === undefined ? options : { ...options, waits });
      return pool;
    }

    const place = (size: number) => allocator.allocate(4 * size);
    const integers = (address: number, size: number) => new Int32Array(simd.memory.buffer, address, size);

    const copyOfRow = (columns: number, from: Pointer, to: Pointer) =>
      kernels.copyRows({ rows: 1, columns, from, ldFrom: columns, to, ldTo: columns });

    /** The square of a matrix, or its transpose times the matrix. @param stride floats between the starts of rows */
    const product = (size: number, stride: number, matrix: Pointer, out: Pointer, transposeA = false) =>
      kernels.gemm({
        m: size,
        n: size,
        k: size,
        a: matrix,
        lda: stride,
        transposeA,
        b: matrix,
        ldb: stride,
        transposeB: false,
        c: out,
        ldc: size,
        addend: NULL_POINTER,
        ldAddend: 0,
      });

    /** `count` tasks, each of which copies a row. */
    function copies(count: number, columns: number): { tasks: Task[]; from: Int32Array; to: Int32Array } {
      const [from, to] = [place(count * columns), place(count * columns)];
      const tasks = Array.from({ length: count }, (_, i): Task => {
        const [source, target] = [from, to].map((address) => elementAt(address, i * columns)) as [Pointer, Pointer];
        return copyOfRow(columns, source, target);
      });
      const source = integers(from, count * columns);
      source.forEach((_, i) => (source[i] = Math.imul(i + 1, 2654435761)));
      const target = integers(to, count * columns);
      target.fill(0);
      return { tasks, from: source, to: target };
    }

    test('perform each task, job after job, however many there are', async () => {
      const pool = await start();
      for (const count of [1, 2, 3, JobRing.TASKS, JobRing.TASKS + 1, 500]) {
        for (let job = 0; job < 50; job++) {
          const { tasks, from, to } = copies(count, 5);
          pool.run(tasks, NULL_POINTER, 0);
          pool.flush();
          expect(isSame(to, from)).toBe(true);
        }
      }
    });

    test('perform one job after the other while the caller continues', async () => {
      const pool = await start();
      const [rounds, jobs, count, columns] = [20, 10 * JobRing.SLOTS, 7, 50];
      for (let round = 0; round < rounds; round++) {
        // Each job copies the output of the previous one.
        const places = Array.from({ length: jobs + 1 }, () => place(count * columns));
        const first = integers(places[0]!, count * columns);
        first.forEach((_, i) => (first[i] = Math.imul(i + round, 2654435761)));
        for (let job = 0; job < jobs; job++) {
          const copy = (i: number): Task => {
            const [from, to] = [places[job]!, places[job + 1]!].map((at) => elementAt(at, i * columns));
            return copyOfRow(columns, from!, to!);
          };
          pool.run(
            Array.from({ length: 1 + (job % count) }, (_, i) => copy(i)),
            NULL_POINTER,
            0,
          );
        }
        pool.flush();
        expect(pool.completed).toBe(pool.issued);
        expect(isSame(integers(places[jobs]!, columns), first.subarray(0, columns))).toBe(true);
        for (const address of places) allocator.free(address);
      }
    });

    test('sleep when there is nothing to do, and wake up', async () => {
      const pool = await start();
      const { tasks, from, to } = copies(9, 1000);
      for (let job = 0; job < 3; job++) {
        await vi.waitFor(() => expect(pool.sleeping).toBe(THREADS - 1), PATIENT);
        to.fill(0);
        pool.run(tasks, NULL_POINTER, 0);
        pool.flush();
        expect(isSame(to, from)).toBe(true);
      }
    });

    test('have scratch space of their own', async () => {
      const pool = await start();
      const [count, side] = [32, 64];
      const scratchStep = 64 * Math.ceil(simd.wasm.gemmScratchFloats() / 16);
      const scratch = allocator.allocate(THREADS * scratchStep);
      const [a, c] = [place(side * side + count), place(count * side * side)];
      const values = new Float32Array(simd.memory.buffer, a, side * side + count);
      values.forEach((_, i) => (values[i] = Math.sin(i)));
      const products = Array.from({ length: count }, (_, i): Task => {
        return product(side, side, elementAt(a, i), elementAt(c, i * side * side), true);
      });
      const results = new Float32Array(simd.memory.buffer, c, count * side * side);
      for (const task of products) performTask(simd, task, scratch);
      const expected = results.slice();
      for (let job = 0; job < 20; job++) {
        results.fill(NaN);
        pool.run(products, scratch, scratchStep);
        pool.flush();
        expect(isSame(results, expected)).toBe(true);
      }
    });

    test('reach what the memory has grown by while they slept', async () => {
      const pool = await start();
      const MEGABYTE = 2 ** 20;
      for (let growth = 0; growth < 5; growth++) {
        await vi.waitFor(() => expect(pool.sleeping).toBe(THREADS - 1), PATIENT);
        const before = simd.memory.buffer.byteLength as Pointer;
        const at = allocator.allocate(before - allocator.end + MEGABYTE);
        expect(simd.memory.buffer.byteLength).toBeGreaterThan(before);
        const grown = integers(before, MEGABYTE / 4).fill(-1);
        expect(at).toBeLessThan(before);
        const size = grown.length / 64;
        pool.run(
          Array.from({ length: 64 }, (_, i) => copyOfRow(size, NULL_POINTER, elementAt(before, i * size))), // zeros
          NULL_POINTER,
          0,
        );
        pool.flush();
        expect(grown.every((value) => value === 0)).toBe(true);
      }
    });

    test('that fail end the job with their error, and all that follow, and are reported once', async () => {
      const pool = await start();
      const end = (2 ** 32 - 4) as Pointer;
      const outside = copyOfRow(1, end, end);
      const failing = Array.from({ length: 20 }, () => outside);
      expect(() => {
        pool.run(failing, NULL_POINTER, 0);
        pool.flush();
      }).toThrow(lost);
      expect(() => pool.run(copies(2, 5).tasks, NULL_POINTER, 0)).toThrow(lost);
      expect(() => pool.flush()).toThrow(lost);
      const message = expect.stringMatching(/thread .* failed: RuntimeError: .*out of bounds.* in copyRows/) as string;
      expect(failures).toEqual([{ reason: 'error', message }]);
    });

    test('that do not finish are given up', async () => {
      const pool = await start(0);
      const scratchStep = 64 * Math.ceil(simd.wasm.gemmScratchFloats() / 16);
      const scratch = allocator.allocate(THREADS * scratchStep);
      const at = place(LARGE * LARGE);
      // Repeated until a thread wakes up in time to take the large task.
      const tasks = [LARGE / 4, LARGE].map((size) => product(size, LARGE, at, place(size * size)));
      const perform = () => {
        pool.run(tasks, scratch, scratchStep);
        pool.flush();
      };
      await vi.waitFor(() => expect(perform).toThrow(lost), PATIENT);
      expect(failures).toHaveLength(1);
    });
  });
}
