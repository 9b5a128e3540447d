import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import pythonStreams from '../export/python/tagsmith_torch/training/random_numbers.py?raw';
import { Python } from '../../test/helpers/python.ts';
import { OUTPUT_SITES } from './tagger.ts';
import { randomKey, STREAMS, type StreamName } from './streams.ts';
import { FIELDS } from '../config/schema.ts';

const seed = fc.integer({ min: FIELDS.seed.min, max: FIELDS.seed.max });
const stream = fc.constantFrom(...(Object.keys(STREAMS) as StreamName[]));
const index = fc.oneof(fc.nat(20), fc.nat(2 ** 26 - 1)); // the same small ones often

test('with the same seed, no two streams have a key in common, and no two indices of a stream', () => {
  fc.assert(
    fc.property(seed, stream, index, stream, index, (seed, a, i, b, j) => {
      expect(randomKey(seed, a, i) === randomKey(seed, b, j)).toBe(a === b && i === j);
    }),
    { numRuns: 2000 },
  );
  const numbers = Object.values(STREAMS);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers)).toBeLessThan(2 ** 6);
});

test('every recurrent layer has a dropout stream', () => {
  expect(OUTPUT_SITES).toHaveLength(FIELDS.layers.max);
});

test('the streams of the Python program have the same numbers', () => {
  const [, table] = /STREAMS = (\{[^}]+\})/.exec(pythonStreams)!;
  const numbers = [...table!.matchAll(/"(\w+)": (\d+),/g)].map(([, name, number]) => [name, Number(number)]);
  expect(numbers.length).toBeGreaterThan(10);
  expect(STREAMS).toMatchObject(Object.fromEntries(numbers));
});

const python = new Python('torch');

test('the Python program has the same keys', python.testOptions, () => {
  const drawn: [seed: number, StreamName, index: number][] = [0, 1, 2 ** 31 - 1].flatMap((seed) => [
    [seed, 'newWords', 0],
    [seed, 'output2Dropout', 1],
    [seed, 'batchOrder', 2 ** 26 - 1],
    [seed, 'batchOrder', 2 ** 26],
  ]);
  const program = `
import json, sys
from tagsmith_torch.training.random_numbers import random_key
print(json.dumps([random_key(*key) for key in json.loads(sys.argv[1])]))
`;
  const keys = python.run(['-B', '-c', program, JSON.stringify(drawn)], 'src/export/python');
  expect(JSON.parse(keys)).toEqual(drawn.map((key) => randomKey(...key)));
});
