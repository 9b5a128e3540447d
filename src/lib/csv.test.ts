import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells that would be read as several, or begin a line, are quoted', () => {
  expect(csvLine(['a', 1, 'b,c', 'say "d"', 'e\rf', ''])).toBe('a,1,"b,c","say ""d""","e\rf",');
});
