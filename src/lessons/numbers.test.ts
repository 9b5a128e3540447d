import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { numberText, parseNumber, probabilityText, readingsOf, scoreText } from './numbers.ts';

test('a number is read as it is written, in every language', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LANGUAGES), fc.integer({ min: -99_999, max: 99_999 }), (language, hundredths) => {
      expect(parseNumber(scoreText(language, hundredths / 100))).toBe(hundredths / 100 + 0);
    }),
  );
});

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  [' −2 ', -2],
  ['', undefined],
  ['two', undefined],
  ['1.234,5', undefined],
])('%j is %s', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test('scores have two decimals, a penalty is −∞, and zero has no sign', () => {
  expect([1, -0.001, -9998.7, -Infinity].map((value) => scoreText('en', value))).toEqual(['1.00', '0.00', '−∞', '−∞']);
  expect([3.2, -0.5, 1 / 3, Infinity].map((value) => numberText('de', value))).toEqual(['3,2', '−0,5', '0,33', '∞']);
});

test('a probability is never shown as 0 or 1 unless it is', () => {
  expect([0, 0.0004, 0.5, 0.9996, 1].map((value) => probabilityText('en', value))).toEqual([
    '0.000',
    '< 0.001',
    '0.500',
    '> 0.999',
    '1.000',
  ]);
});

test('a number with separators of thousands has two readings', () => {
  expect(readingsOf('6,561')).toEqual([6.561, 6561]);
  expect(readingsOf('83.521')).toEqual([83.521, 83521]);
  expect(readingsOf('4.60')).toEqual([4.6]);
  expect(readingsOf('–')).toEqual([]);
});
