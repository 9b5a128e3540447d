import { expect, test } from 'vitest';
import { PackedUniforms } from './bind-groups.ts';

/** The words, with the first two, NaN and infinity, left out. */
function packed(shapes: number[][], size?: number, own: { type: string; data: number[] }[] = []): number[] {
  const uniforms = new PackedUniforms();
  const length = uniforms.pack(shapes, size, own);
  expect(new Float32Array(uniforms.words.buffer, 0, 2)).toEqual(Float32Array.of(NaN, Infinity));
  return [...uniforms.words.subarray(2, length)];
}

test('values are aligned as WGSL aligns vectors: two to 8 bytes, three and four to 16', () => {
  expect(packed([[7]])).toEqual([7, 1]); // a vector has no strides; TF.js writes 1
  expect(packed([[5, 3]])).toEqual([5, 3, 3, 0, 0, 0]);
  expect(packed([[7], [5, 3]])).toEqual([7, 1, 5, 3, 3, 0]);
  expect(packed([[2, 5, 3]])).toEqual([0, 0, 2, 5, 3, 0, 15, 3, 0, 0]);
});

test('the size of the output and own values follow, floats as floats', () => {
  const words = packed([[4]], 4, [
    { type: 'int32', data: [9] },
    { type: 'float32', data: [0.5] },
  ]);
  expect(words.slice(0, 4)).toEqual([4, 1, 4, 9]);
  expect(new Float32Array(Int32Array.of(words[4]!).buffer)[0]).toBe(0.5);
});

test('nothing of a longer one remains', () => {
  const uniforms = new PackedUniforms();
  uniforms.pack([[9, 9], [9, 9]], 9, []); // prettier-ignore
  const length = uniforms.pack([[7]], undefined, []);
  expect([...uniforms.words.subarray(2, length + 4)]).toEqual([7, 1, 0, 0, 0, 0]);
});
