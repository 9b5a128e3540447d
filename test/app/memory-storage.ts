import { vi } from 'vitest';

/** Replaces the local storage of the browser by one in memory, which is empty. */
export function stubLocalStorage(): void {
  const texts = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  });
}
