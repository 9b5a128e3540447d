import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { check, flag, list, number, object, oneOf, record, text, whole, type Schema } from './checks.ts';

const DOCUMENT = object({
  version: oneOf(1, 2),
  name: v.optional(text),
  shapes: record(object({ shape: list(whole(0)) })),
});
const VALID = { version: 1, shapes: { constructor: { shape: [2, 3] }, ['__proto__']: { shape: [] } } };

const read = (value: unknown) => check(DOCUMENT, value, 'config.json');

test('accepts a valid document with any entry names, and drops unknown fields', () => {
  expect(read({ ...VALID, later: true })).toEqual(VALID);
  expect(Object.keys(read(VALID).shapes)).toEqual(['constructor', '__proto__']);
});

describe('a mismatch reports path, value and expectation', () => {
  test.each<[unknown, string]>([
    [null, 'config.json is null, expected an object'],
    [[VALID], 'config.json is an array, expected an object'],
    [{ ...VALID, version: 3 }, 'config.json.version is 3, expected 1 or 2'],
    [{ shapes: {} }, 'config.json.version is missing'],
    [{ ...VALID, name: {} }, 'config.json.name is an object, expected a string'],
    [{ ...VALID, shapes: [] }, 'config.json.shapes is an array, expected an object'],
    [
      { ...VALID, shapes: { w: { shape: [1, -2] } } },
      'config.json.shapes.w.shape[1] is -2, expected a whole number from 0',
    ],
    [{ ...VALID, shapes: { w: { shape: '2' } } }, 'config.json.shapes.w.shape is 2, expected an array'],
    [{ ...VALID, shapes: { w: {} } }, 'config.json.shapes.w.shape is missing'],
  ])('%j', (value, message) => expect(() => read(value)).toThrow(message));

  test.each<[Schema<unknown>, unknown, string]>([
    [whole(1), 1.5, 'a whole number from 1'],
    [whole(1), 2 ** 60, 'a whole number from 1'],
    [number, '7', 'a number'],
    [flag, 0, 'true or false'],
    [text, 'x'.repeat(60).split(''), 'a string'],
  ])('%o', (schema, value, expected) => expect(() => check(schema, value, 'it')).toThrow(`, expected ${expected}`));
});
