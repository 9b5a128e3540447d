import { add, matMul, mul, setBackend, tensor1d, tensor2d, tidy, type Tensor1D } from '../../tensors/tensors.ts';
import { beforeAll, expect, test } from 'vitest';
import { kernel, run } from '../shared/kernel.ts';
import { installSimdBackend } from '../../devices/simd.ts';
import type { SimdBackend } from './backend.ts';
import { implementSimd } from './implement.ts';

let backend: SimdBackend;
beforeAll(async () => {
  backend = await installSimdBackend();
  await setBackend('simd');
});

test('is one backend, however often it is installed', async () => {
  expect(await installSimdBackend()).toBe(backend);
});

test('runs the kernels of the CPU backend in its own memory', () => {
  const y = tidy(() => {
    const a = tensor2d([1, 2, 3, 4], [2, 2]);
    return add(matMul(a, a), 1);
  });
  expect([...y.dataSync()]).toEqual([8, 11, 16, 23]);
  expect(backend.pointer(y) % 64).toBe(0);
  y.dispose();
});

test('gives copies, which stay when the tensor has gone', () => {
  const x = tensor1d([1, 2, 3]);
  const values = x.dataSync();
  x.dispose();
  tensor1d([7, 8, 9]).dispose();
  expect([...values]).toEqual([1, 2, 3]);
});

test('frees what a step took, and takes the same memory for the next', () => {
  const before = backend.memory().usedBytes;
  const step = () => tidy(() => void mul(add(tensor1d(new Float32Array(1000)), 1), 2));
  step();
  const reserved = backend.memory().reservedBytes;
  for (let i = 0; i < 1000; i++) step();
  expect(backend.memory().usedBytes).toBe(before);
  expect(backend.memory().reservedBytes).toBe(reserved);
});

test('a kernel that fails leaves nothing of what it had made', () => {
  const Failing = kernel<{ x: Tensor1D }, object, readonly [Tensor1D]>('Failing');
  implementSimd(Failing, ({ backend: simd }) => {
    simd.output([1000]);
    throw new Error('out of memory');
  });
  const x = tensor1d([1]);
  const before = backend.memory().usedBytes;
  expect(() => run(Failing, { x }, {})).toThrow('out of memory');
  expect(backend.memory().usedBytes).toBe(before);
  x.dispose();
});
