import { expect, test } from 'vitest';
import { directionOf, isolated, quoted } from './text-direction.ts';

test('the first letter decides on the direction', () => {
  const texts = ['Ada left', 'היא גרה', '(برلين) Ada', '2015 – Ada', '2015', '', 'ܫܠܡܐ', 'Tô Lâm'];
  expect(texts.map(directionOf)).toEqual(['ltr', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'rtl', 'ltr']);
});

test('only words with right-to-left letters are isolated', () => {
  expect(quoted('Hà Nội')).toBe('“Hà Nội”');
  expect(quoted('القدس')).toBe('“\u2068القدس\u2069”');
  expect(isolated('Ada בירושלים')).toBe('\u2068Ada בירושלים\u2069');
});
