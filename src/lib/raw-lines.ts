/**
 * Stored values as JSON lines, readable or not. Typed arrays are written as arrays, and what JSON has no form for as a text that names it.
 */
export function rawLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value ?? null, replacer)}\n`).join('');
}

function replacer(_: string, value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint32Array);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint' || typeof value === 'undefined') return String(value);
  if (value instanceof Map || value instanceof Set) return [...value];
  return value instanceof Blob ? `${value.size} bytes` : value;
}
