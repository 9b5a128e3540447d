import { afterEach, expect, test, vi } from 'vitest';
import { localText } from './browser-text.ts';

afterEach(() => vi.unstubAllGlobals());

/** A storage that holds up to `most` characters. */
function storage(most: number): Storage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (i) => [...texts.keys()][i] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => {
      if (text.length > most) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  };
}

test('texts are stored, listed and removed; what does not fit is not stored', () => {
  vi.stubGlobal('localStorage', storage(3));
  expect(localText.write('a', 'abc')).toBe(true);
  expect(localText.write('b', 'abcd')).toBe(false);
  expect([localText.read('a'), localText.read('b')]).toEqual(['abc', null]);
  expect(localText.keys()).toEqual(['a']);
  expect(localText.write('a', undefined)).toBe(true);
  expect(localText.keys()).toEqual([]);
});

test('nothing is kept where there is no storage, or where the browser blocks it', () => {
  const blocked = () => {
    vi.stubGlobal('localStorage', undefined);
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  };
  for (const prepare of [() => vi.stubGlobal('localStorage', undefined), blocked]) {
    prepare();
    expect(localText.write('a', 'x')).toBe(false);
    expect(localText.read('a')).toBeNull();
    expect(localText.keys()).toEqual([]);
  }
});
