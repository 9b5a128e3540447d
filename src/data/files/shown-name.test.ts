import { expect, test } from 'vitest';
import { convertedName, shownName } from './shown-name.ts';

test.each(['a.csv', 'a.xlsx', 'a.py', 'dir/a.json', 'a.txt', 'a.csv.jsonl', 'a.xlsx.csv', 'a.py.jsonl', 'a.as.jsonl'])(
  '%s is shown by its name, converted or not',
  (name) => {
    expect(shownName(name)).toBe(name);
    expect(shownName(convertedName(name, 'jsonl'))).toBe(name);
    expect(shownName(convertedName(convertedName(name, 'csv'), 'jsonl'))).toBe(name);
  },
);
