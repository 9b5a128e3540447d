/** A copy of a stored value that differs in one place. */
export interface Damaged {
  /** Where, and how: `action.edits.0.id = null`. */
  what: string;
  value: unknown;
}

/** Values of the wrong kind or size. */
const WRONG: readonly unknown[] = [null, undefined, -1, 0.5, 1e9, NaN, '', '?', [], {}, true];

/** Every way in which one place of a stored value may be damaged: a field is missing, or has the value of another kind or size. */
export function* damagesOf(value: unknown, path = ''): Generator<Damaged> {
  for (const wrong of WRONG) {
    if (!Object.is(wrong, value)) yield { what: `${path} = ${describe(wrong)}`, value: wrong };
  }
  if (typeof value === 'string' && value.length > 1) yield { what: `${path} cut`, value: value.slice(0, -1) };
  if (typeof value === 'number') for (const by of [-1, 1]) yield { what: `${path} ${by}`, value: value + by };
  if (value instanceof Uint32Array || value instanceof Int32Array) yield* damagesOfNumbers(value, path);
  else if (Array.isArray(value)) yield* damagesOfArray(value, path);
  else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    for (const [key, field] of Object.entries(value)) {
      const { [key]: _, ...others } = value as Record<string, unknown>;
      yield { what: `${path}.${key} missing`, value: others };
      for (const damaged of damagesOf(field, `${path}.${key}`)) yield { ...damaged, value: { ...value, [key]: damaged.value } }; // prettier-ignore
    }
  }
}

function* damagesOfArray(values: readonly unknown[], path: string): Generator<Damaged> {
  if (values.length > 0) yield { what: `${path} cut`, value: values.slice(0, -1) };
  if (values.length > 1) yield { what: `${path} reversed`, value: values.toReversed() };
  for (const [i, item] of values.entries()) {
    for (const { what, value } of damagesOf(item, `${path}.${i}`)) yield { what, value: values.with(i, value) };
  }
}

function* damagesOfNumbers(values: Uint32Array | Int32Array, path: string): Generator<Damaged> {
  yield { what: `${path} cut`, value: values.slice(0, -1) };
  for (let i = 0; i < values.length; i++) {
    for (const wrong of [0, values[i]! + 1, 0x7fffffff]) {
      if (wrong !== values[i]) yield { what: `${path}.${i} = ${wrong}`, value: values.with(i, wrong) };
    }
  }
}

const describe = (value: unknown) => (Number.isNaN(value) ? 'NaN' : (JSON.stringify(value) ?? 'undefined'));
