import { expect, test } from 'vitest';
import { csvOf } from '../../../../../lib/table-csv.ts';
import type { Features } from '../../../../../tagging/explain/features.ts';
import { barShare, featureLists, featuresTable, featuresText, otherTag } from './features.ts';

const weight = (name: string, value: number, best = { tag: 'B-LOC', weight: 2 }) => ({ name, weight: value, best });

const found: Features = {
  word: 'Paris',
  tag: 'B-LOC',
  active: [weight('lower[-1]=in', 2), weight('suffix=s', -0.5, { tag: 'O', weight: 0.25 })],
  emission: 1.5,
  highest: [weight('word=Berlin', 4)],
  lowest: [],
  count: 12_345,
  milliseconds: 1,
};

test('says how many features are active, and what they add up to', () => {
  expect(featuresText(found)).toBe('“Paris”: 2 active features of 12,345 add up to 1.50 for B-LOC.');
  const many = { ...found, active: Array.from({ length: 30 }, () => weight('bias', 1)) };
  expect(featuresText(many)).toMatch(/^“Paris”: 30 active features .* The 20 strongest are shown\.$/);
  expect(featureLists(many)[0]!.rows).toHaveLength(20);
});

test('bars are relative to the strongest weight, and a feature names the tag that it speaks for more', () => {
  const lists = featureLists(found);
  expect(lists.map(({ title }) => title)).toEqual(['Active at “Paris”', 'For B-LOC, of all features', 'Against B-LOC']);
  expect(found.active.map((row) => barShare(row, lists))).toEqual([0.5, 0.125]);
  expect(found.active.map((row) => otherTag(row, 'B-LOC'))).toEqual(['', 'O +0.25']);
});

test('the file has all lists', () => {
  expect(csvOf(featuresTable(found)).trim().split('\n')).toEqual([
    'list,feature,tag,weight,best_tag,best_weight',
    'active,lower[-1]=in,B-LOC,2.000000,B-LOC,2.000000',
    'active,suffix=s,B-LOC,-0.500000,O,0.250000',
    'highest,word=Berlin,B-LOC,4.000000,B-LOC,2.000000',
  ]);
});
