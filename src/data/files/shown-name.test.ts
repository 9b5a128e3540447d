import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test.each([
  ['a.csv.jsonl', 'a.csv'],
  ['a.xlsx.csv', 'a.xlsx'],
  ['a.xlsx.csv.jsonl', 'a.xlsx'],
  ['a.py.jsonl', 'a.py'],
  ['a.txt.py.jsonl', 'a.txt'],
  ['dir/a.json.py.jsonl', 'dir/a.json'],
  ['a.txt.jsonl', 'a.txt.jsonl'],
  ['a.json.jsonl', 'a.json.jsonl'],
  ['a.jsonl', 'a.jsonl'],
])('%s is shown as %s', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
