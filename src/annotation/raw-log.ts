import type { StoredLine } from './replay.ts';

/**
 * Everything that is stored of a set as JSON lines, readable or not: the record first, then `{"line": 12, "stored": …}` for each line of the
 * log. Numbers of packed sentences are arrays; what JSON has no form for is written as a text that names it.
 */
export function rawLog(record: unknown, lines: readonly StoredLine[]): string {
  return [{ record }, ...lines].map((value) => `${JSON.stringify(value, replacer)}\n`).join('');
}

function replacer(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint32Array);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint' || typeof value === 'undefined') return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  return value instanceof Blob ? `${value.size} bytes` : value;
}
