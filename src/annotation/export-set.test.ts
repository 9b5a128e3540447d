import { expect, test } from 'vitest';
import { typesWithSpaces } from './export-set.ts';

test('types with white space are named once, as columns may be separated by it', () => {
  const span = (type: string) => ({ start: 0, end: 1, type });
  const sentences = [{ spans: [span('PER'), span('Work of Art')] }, { spans: [span('Work of Art'), span('a\u00a0b')] }];
  expect(typesWithSpaces(sentences)).toEqual(['Work of Art', 'a\u00a0b']);
  expect(typesWithSpaces([{ spans: [span('PER')] }])).toEqual([]);
});
