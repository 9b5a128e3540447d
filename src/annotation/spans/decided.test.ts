import { expect, test } from 'vitest';
import { besidesDecided } from './decided.ts';

test('what a person has decided counts; a refused span and the rest of an overlapping one are unknown', () => {
  const tokens = ['Ada', 'Byrne', 'left', 'Weir', 'Times', 'in', 'Oslo'];
  const spans = [{ start: 0, end: 1, type: 'PER' }];
  const refused = [{ start: 3, end: 5, type: 'ORG' }];
  const labels = {
    spans: [
      { start: 0, end: 2, type: 'ORG', probability: 0.9 },
      { ...refused[0]!, probability: 0.9 },
      { start: 6, end: 7, type: 'LOC', probability: 0.9 },
    ],
    unknown: [5],
  };
  const { spans: found, unknown } = besidesDecided({ tokens, spans, refused }, labels);
  expect(found.map(({ start, end, type }) => `${type} ${tokens.slice(start, end).join(' ')}`)).toEqual([
    'PER Ada',
    'LOC Oslo',
  ]);
  expect(unknown.map((t) => tokens[t])).toEqual(['Byrne', 'Weir', 'Times', 'in']);
});
