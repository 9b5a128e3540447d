export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Describes a value for an error message: `a number`, `an array that contains null`. Strings in an array are expected. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (!Array.isArray(value)) return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
  const other: unknown = (value as unknown[]).find((item) => typeof item !== 'string');
  return other === undefined ? 'an array' : `an array that contains ${describe(other)}`;
}

/** The value of a field; a dot leads into an object. */
export function valueAt(value: JsonObject, name: string): unknown {
  const whole = ownValue(value, name);
  if (whole !== undefined) return whole;
  const cut = name.indexOf('.');
  const inner = cut < 0 ? undefined : ownValue(value, name.slice(0, cut));
  return isObject(inner) ? ownValue(inner, name.slice(cut + 1)) : undefined;
}

/** Not an inherited one: a field may be called `toString`. */
function ownValue(value: JsonObject, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The text of a field, empty if it has none. */
export function textAt(value: JsonObject, name: string): string {
  const text = valueAt(value, name);
  return typeof text === 'string' ? text : '';
}
