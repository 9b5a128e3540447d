import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSafetensors, writeSafetensors } from './safetensors.ts';

/** Any code point except surrogates. `unit: 'binary'` of fast-check takes a second to start. */
const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));

describe('safetensors', () => {
  const tensors = {
    'layer0.wx': { shape: [2, 3], values: Float32Array.of(1, -2, 3.5, 0, -0, 1e-30) },
    größe: { shape: [1], values: Float32Array.of(Math.fround(0.1)) },
    empty: { shape: [0, 4], values: new Float32Array(0) },
  };

  test('round trip, bit for bit', () => {
    expect(readSafetensors(writeSafetensors(tensors, { seed: '1' }))).toEqual({ tensors, metadata: { seed: '1' } });
  });

  test('values start at a multiple of 8 bytes, for any names', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: codePoint }), (name) => {
        const bytes = writeSafetensors({ [`x${name}`]: { shape: [1], values: Float32Array.of(2) } }, {});
        expect((bytes.length - 4) % 8).toBe(0);
        expect(readSafetensors(bytes).tensors[`x${name}`]!.values[0]).toBe(2);
      }),
    );
  });

  test('throws with the reason if the file is truncated or its header damaged', () => {
    const bytes = writeSafetensors(tensors, {});
    expect(() => readSafetensors(bytes.subarray(0, 5))).toThrow(/fewer than 8 bytes/);
    expect(() => readSafetensors(bytes.subarray(0, bytes.length - 4))).toThrow(
      /tensors have 28 bytes, but the file has 24/,
    );
    const changed = bytes.slice();
    changed[8] = 0x21;
    expect(() => readSafetensors(changed)).toThrow(/not JSON/);
  });
});
