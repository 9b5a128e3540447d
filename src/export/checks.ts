import * as v from 'valibot';

/**
 * A schema of external JSON, built from valibot schemas. Its message names the expected value; `check` adds the actual one and its path.
 */
export type Schema<T> = v.GenericSchema<unknown, T>;

/** A document does not match its schema. */
export class Mismatch extends Error {}

/**
 * Checks a value and returns it with its type.
 *
 * @param name of the document
 * @throws Mismatch `config.json.version is 2, expected 1`
 */
export function check<T>(schema: Schema<T>, value: unknown, name: string): T {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ path = [], input, message }] = issues;
  const place =
    name + path.map(({ type, key }) => (type === 'array' ? `[${String(key)}]` : `.${String(key)}`)).join('');
  if (path.at(-1)?.origin === 'key') throw new Mismatch(`${place} is missing`);
  throw new Mismatch(`${place} is ${describe(input)}, expected ${message}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value).slice(0, 50);
}

export const text = v.string('a string');
export const flag = v.boolean('true or false');
/** A finite number: JSON may contain numbers that are too large for a float64, such as 1e999. */
export const number = v.pipe(v.number('a number'), v.finite('a finite number'));

/** A number from 0 to 1. */
export const share = v.pipe(number, v.minValue(0, 'a number from 0 to 1'), v.maxValue(1, 'a number from 0 to 1'));

/** An integer of at least `min`. */
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

/** An object that is not an array: valibot's objects and records accept arrays. */
const plainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);

/** An object with these fields. Other fields are dropped. */
export function object<const Fields extends v.ObjectEntries>(fields: Fields) {
  return v.pipe(plainObject, v.object(fields));
}

/** An object with entries of one kind, checked as a map, because `v.record` drops entries such as `constructor`. */
export function record<T>(item: Schema<T>) {
  return v.pipe(
    plainObject,
    v.transform((entries) => new Map(Object.entries(entries))),
    v.map(v.string(), item),
    v.transform((entries) => Object.fromEntries(entries)),
  );
}
