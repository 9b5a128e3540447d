import * as v from 'valibot';

/** How each field of a stored object is read, and what replaces it if it is damaged. */
export type FieldReaders<T> = {
  [Field in keyof T]-?: readonly [schema: v.GenericSchema<unknown, T[Field]>, substitute: T[Field]];
};

/** Reads a stored object field by field, so that a damaged one does not cost the others. @returns the object, and the damaged fields */
export function salvage<T extends object>(readers: FieldReaders<T>, stored: unknown): { value: T; damaged: string[] } {
  const from = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const damaged: string[] = [];
  const fields = Object.entries<FieldReaders<T>[keyof T]>(readers).map(([field, [schema, substitute]]) => {
    const { success, output } = v.safeParse(schema, from[field]);
    if (!success) damaged.push(field);
    return [field, success ? output : substitute];
  });
  return { value: Object.fromEntries(fields) as T, damaged };
}

/** The items of a stored list up to the first damaged one. */
export function itemsBeforeDamage<T>(item: v.GenericSchema<unknown, T>, stored: unknown): T[] {
  const items: T[] = [];
  for (const value of Array.isArray(stored) ? stored : []) {
    const { success, output } = v.safeParse(item, value);
    if (!success) break;
    items.push(output);
  }
  return items;
}

/** The items of a stored list that are not damaged. */
export function readableItems<T>(item: v.GenericSchema<unknown, T>, stored: unknown): T[] {
  return (Array.isArray(stored) ? stored : []).flatMap((value) => itemsBeforeDamage(item, [value]));
}
