export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** What a value is, in words; of an array what it holds, where that is not strings alone. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (!Array.isArray(value)) return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  const odd: unknown = (value as unknown[]).find((item) => typeof item !== 'string');
  return odd === undefined ? 'an array' : `an array that holds ${describe(odd)}`;
}
