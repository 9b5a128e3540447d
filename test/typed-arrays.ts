import { expect } from 'vitest';

type Numbers = Float32Array | Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * `toEqual` compares typed arrays key by key, which takes seconds for a hundred thousand numbers. This compares them as numbers, with
 * the same meaning: `Object.is`.
 */
function areSameNumbers(a: unknown, b: unknown): boolean | undefined {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a instanceof DataView) return undefined;
  if (a.constructor !== b.constructor) return undefined;
  const [first, second] = [a, b] as [Numbers, Numbers];
  if (first.length !== second.length) return false;
  for (let i = 0; i < first.length; i++) if (!Object.is(first[i], second[i])) return false;
  return true;
}

expect.addEqualityTesters([areSameNumbers]);
