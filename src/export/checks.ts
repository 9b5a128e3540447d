import * as v from 'valibot';

/**
 * Schemas of JSON that may come from anywhere, made of valibot's. The message of each says what is expected; `check` adds what was
 * found, and where.
 */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** A document is not as it should be. */
export class Mismatch extends Error {}

/** The value with its type. Throws `Mismatch`: `config.json.version is 2, expected 1`. @param name of the document */
export function check<T>(schema: Schema<T>, value: unknown, name: string): T {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ path = [], input, message }] = issues;
  const place =
    name + path.map(({ type, key }) => (type === 'array' ? `[${String(key)}]` : `.${String(key)}`)).join('');
  if (path.at(-1)?.origin === 'key') throw new Mismatch(`${place} is missing`);
  throw new Mismatch(`${place} is ${inWords(input)}, expected ${message}`);
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 50);
}

export const text = v.string('a text');
export const flag = v.boolean('true or false');
export const number = v.number('a number');

/** A whole number from `min` on. */
export function whole(min: number) {
  const expected = `a whole number from ${min}`;
  return v.pipe(v.number(expected), v.safeInteger(expected), v.minValue(min, expected));
}

export function oneOf<const T extends string | number>(...choices: readonly T[]) {
  return v.picklist(choices, choices.join(' or '));
}

export function list<T>(item: Schema<T>) {
  return v.array(item, 'an array');
}

/** Valibot's own objects and records may be arrays. */
const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);

/** An object with these fields; others are left out. */
export function object<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.pipe(plainObject, v.object(fields));
}

/** An object with entries of one kind, checked as a map: `v.record` leaves out entries that are called `constructor`. */
export function record<T>(item: Schema<T>) {
  return v.pipe(
    plainObject,
    v.transform((entries) => new Map(Object.entries(entries))),
    v.map(v.string(), item),
    v.transform((entries) => Object.fromEntries(entries)),
  );
}
