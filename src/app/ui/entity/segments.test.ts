import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelOf, segmentsOf, type MarkedEntity } from './segments.ts';

test('a text is cut at its entities', () => {
  const entities = [
    { type: 'LOC', start: 24, end: 30 },
    { type: 'PER', start: 0, end: 13 },
  ];
  const segments = segmentsOf('Angela Merkel flew from Berlin', entities);
  expect(segments.map(({ text, entity }) => [text, entity?.type])).toEqual([
    ['Angela Merkel', 'PER'],
    [' flew from ', undefined],
    ['Berlin', 'LOC'],
  ]);
});

test('a text without entities is one segment, an empty text none', () => {
  expect(segmentsOf('plain', [])).toEqual([{ at: 0, text: 'plain', entity: undefined }]);
  expect(segmentsOf('', [])).toEqual([]);
});

test('segments cover the text exactly once, for any offsets', () => {
  const entity = fc
    .tuple(fc.nat(40), fc.nat(12))
    .map(([start, length]): MarkedEntity => ({ type: 'X', start, end: start + length }));
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.array(entity, { maxLength: 6 }), (text, entities) => {
      const segments = segmentsOf(text, entities);
      expect(segments.map((segment) => segment.text).join('')).toBe(text);
      for (const { at, text: part } of segments) expect(text.slice(at, at + part.length)).toBe(part);
    }),
  );
});

test('the label of a mark: a number stays behind a name that is written from right to left', () => {
  expect(labelOf('PER', undefined)).toBe('PER');
  expect(labelOf('PER', 0.923)).toBe('PER .92');
  expect(labelOf('شخص', 0.8)).toBe('\u2068شخص\u2069 .80');
});
