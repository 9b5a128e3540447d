/**
 * Checks of JSON that may come from anywhere. A check gives the value with its type, or fails with a `Mismatch` that says where
 * in the document what was found, and what was expected.
 */

export type Check<T> = (value: unknown, path: string) => T;
export type Checked<C> = C extends Check<infer T> ? T : never;

/** A document is not as it should be. */
export class Mismatch extends Error {}

function expected(what: string, value: unknown, path: string): never {
  const found = typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'an array' : 'an object') : value;
  throw new Mismatch(`${path} is ${String(found).slice(0, 50)}, expected ${what}`);
}

export const text: Check<string> = (value, path) =>
  typeof value === 'string' ? value : expected('a text', value, path);

export const flag: Check<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : expected('true or false', value, path);

export const number: Check<number> = (value, path) =>
  typeof value === 'number' ? value : expected('a number', value, path);

/** A whole number from `min` on. */
export const whole =
  (min: number): Check<number> =>
  (value, path) =>
    Number.isSafeInteger(value) && (value as number) >= min
      ? (value as number)
      : expected(`a whole number from ${min}`, value, path);

export const oneOf =
  <const T extends string | number>(...choices: readonly T[]): Check<T> =>
  (value, path) =>
    choices.find((choice) => choice === value) ?? expected(choices.join(' or '), value, path);

export const list =
  <T>(item: Check<T>): Check<T[]> =>
  (value, path) =>
    Array.isArray(value)
      ? value.map((entry: unknown, i) => item(entry, `${path}[${i}]`))
      : expected('an array', value, path);

/** An object with entries of one kind. */
export const record =
  <T>(item: Check<T>): Check<Record<string, T>> =>
  (value, path) =>
    Object.fromEntries(entriesOf(value, path).map(([name, entry]) => [name, item(entry, `${path}.${name}`)]));

/** What may be missing. */
export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, path) =>
    value === undefined ? undefined : check(value, path);

/** An object with these fields; others are left out. */
export const object =
  <const Fields extends Record<string, Check<unknown>>>(
    fields: Fields,
  ): Check<{ [Name in keyof Fields]: Checked<Fields[Name]> }> =>
  (value, path) => {
    const found = new Map(entriesOf(value, path));
    const checked = Object.entries(fields).map(([name, check]) => [name, check(found.get(name), `${path}.${name}`)]);
    return Object.fromEntries(checked) as { [Name in keyof Fields]: Checked<Fields[Name]> };
  };

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return expected('an object', value, path);
  return Object.entries(value);
}
