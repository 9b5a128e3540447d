import { expect, test } from 'vitest';
import { looksLikeRunningText } from './running-text.ts';

const rowsOf = (lines: string) => lines.split('\n').map((line) => line.split(' '));

test.each([
  ['items of a list', '- apples\n- red pears\n- milk', true],
  ['items of equally many words', '* buy milk\n* feed cats\n* call Bo', true],
  ['numbered items', '1. buy milk\n2. feed the cats\n3. call Bo', true],
  ['items with a dash', '- milk - two litres\n- apples\n- pears - ripe', true],
  ['a layer before words and tags outside', '- Ada PER-B\n- left -\n- early -', false],
  ['a layer, tags outside and words', '- PER Ada\n- - left\n- - early', false],
  ['brackets', '* Ada (PER*\n* Byrne *)\n* left *', false],
  ['two layers, words, and a number', '* * left 1\n* * early 2\n* * , 3', false],
])('%s', (_, lines, isText) => {
  expect(looksLikeRunningText(rowsOf(lines))).toBe(isText);
});
