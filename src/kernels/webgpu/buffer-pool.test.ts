import { expect, test } from 'vitest';
import { BufferPool } from './buffer-pool.ts';

const [MIB, USAGE] = [2 ** 20, 128];

/** A fake device whose buffers only record whether they were destroyed. */
function fakeDevice() {
  const made: { size: number; isDestroyed: boolean }[] = [];
  const createBuffer = ({ size, usage }: GPUBufferDescriptor) => {
    const buffer = { size, usage, isDestroyed: false, destroy: () => (buffer.isDestroyed = true) };
    made.push(buffer);
    return buffer as unknown as GPUBuffer;
  };
  const limits = { maxBufferSize: 1024 * MIB, maxStorageBufferBindingSize: 128 * MIB };
  return { pool: new BufferPool({ createBuffer, limits }), made };
}

test('tensors of any number of sizes, one after another, share few buffers, each at least as large', () => {
  const { pool, made } = fakeDevice();
  for (let size = 4; size <= 100_000; size += 4) {
    const buffer = pool.acquireBuffer(size, USAGE);
    expect(buffer.size).toBeGreaterThanOrEqual(size);
    expect(buffer.size).toBeLessThanOrEqual(Math.max(64, 1.25 * size));
    pool.releaseBuffer(buffer);
  }
  expect(made.length).toBeLessThan(50);
  expect(pool.numBytesUsed).toBe(0);
  expect(made.some(({ isDestroyed }) => isDestroyed)).toBe(false);
});

test('a buffer is used by one tensor at a time, and for one purpose', () => {
  const { pool } = fakeDevice();
  const buffer = pool.acquireBuffer(1000, USAGE);
  expect(pool.acquireBuffer(1000, USAGE)).not.toBe(buffer);
  pool.releaseBuffer(buffer);
  expect(pool.acquireBuffer(1000, USAGE + 1)).not.toBe(buffer);
  expect(pool.acquireBuffer(1001, USAGE)).toBe(buffer);
});

test('what was not used for longest is given back, where much lies about', () => {
  const { pool, made } = fakeDevice();
  const [old, young] = [100, 60].map((size) => pool.acquireBuffer(size * MIB, USAGE));
  pool.releaseBuffer(old!);
  pool.releaseBuffer(young!);
  expect(pool.trim()).toBe(false);
  expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([false, false]);
  const large = pool.acquireBuffer(120 * MIB, USAGE);
  pool.releaseBuffer(large);
  expect(made.some(({ isDestroyed }) => isDestroyed)).toBe(false); // recorded commands may use them
  expect(pool.trim()).toBe(true);
  expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false, false]);
  expect(pool.numBytesAllocated).toBe(young!.size + large.size);
});

test('a buffer is not rounded beyond what may be bound', () => {
  const { pool } = fakeDevice();
  expect(pool.acquireBuffer(128 * MIB - 4, USAGE).size).toBe(128 * MIB);
  expect(pool.acquireBuffer(128 * MIB + 4, USAGE).size).toBe(128 * MIB + 4);
});

test('what is not to be used again is destroyed, and so is all in the end', () => {
  const { pool, made } = fakeDevice();
  pool.releaseBuffer(pool.acquireBuffer(12, USAGE, true, false), false);
  expect(made).toMatchObject([{ size: 12, isDestroyed: true }]);
  pool.releaseBuffer(pool.acquireBuffer(12, USAGE));
  const used = pool.acquireBuffer(500, USAGE);
  pool.dispose();
  expect(made.every(({ isDestroyed }) => isDestroyed)).toBe(true);
  pool.releaseBuffer(used);
  expect(pool.numBytesAllocated).toBe(0);
});
