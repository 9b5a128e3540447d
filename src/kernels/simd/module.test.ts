import { expect, test } from 'vitest';
import { StudioError } from '../../lib/errors.ts';
import { growMemory, loadSimdModule } from './module.ts';

const PAGE = 65536;

test('memory grows by more than is asked for, and no view of it is lost', () => {
  const memory = new WebAssembly.Memory({ initial: 8, maximum: 100, shared: true });
  const view = new Float32Array(memory.buffer, 64, 1);
  growMemory(memory, 8 * PAGE);
  expect(memory.buffer.byteLength).toBe(8 * PAGE);
  growMemory(memory, 8 * PAGE + 1);
  expect(memory.buffer.byteLength).toBe(10 * PAGE);
  view[0] = 5;
  expect(new Float32Array(memory.buffer, 64, 1)[0]).toBe(5);
});

test('near its maximum, memory grows by what is asked for; beyond, the error says what to do', () => {
  const memory = new WebAssembly.Memory({ initial: 8, maximum: 9, shared: true });
  growMemory(memory, 9 * PAGE);
  const grow = () => growMemory(memory, 32 * PAGE);
  expect(grow).toThrow(StudioError);
  expect(grow).toThrow(/needs 2 MiB .* no more than 0 MiB\. Use a smaller batch/);
  expect(memory.buffer.byteLength).toBe(9 * PAGE);
});

test('this engine has relaxed SIMD, and both builds load', async () => {
  expect((await loadSimdModule()).variant).toBe('relaxed');
  expect((await loadSimdModule('baseline')).variant).toBe('baseline');
});

test('products are of integers where the processor multiplies them faster', async () => {
  const isX86 = process.arch === 'x64' || process.arch === 'ia32';
  expect((await loadSimdModule()).wasm.IN_INTEGERS.value).toBe(isX86 ? 1 : 0);
});
