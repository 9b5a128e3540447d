import { expect, test } from 'vitest';
import { readText, tagsOf } from '../../../../test/helpers/read-text.ts';

test.each([
  ['spaces', 'B-PER O O', ['B-PER O O']],
  ['commas', 'B-PER,O,O', ['B-PER O O']],
  ['commas and spaces', 'B-PER, O, O', ['B-PER O O']],
  ['semicolons', 'B-PER;O;O', ['B-PER O O']],
  ['vertical bars', 'B-PER|O|O', ['B-PER O O']],
  ['spaces, with two tags for a word', 'B-PER|B-LOC O O', ['B-PER|B-LOC O O']],
  ['spaces, with types that have commas', 'B-PER,sub O O', ['B-PER,sub O O']],
])('tags in a string, separated by %s', (_, labels, expected) => {
  const record = JSON.stringify({ text: 'Ada left .', labels });
  expect(tagsOf(readText(`${record}\n${record}\n`, {}, 'a.jsonl'))).toEqual([...expected, ...expected]);
});
