import { expect, test } from 'vitest';
import { AnnotationTexts } from './annotation-texts.ts';

test('a sentence is found in the set even if its tokens differ', () => {
  const texts = new AnnotationTexts('letters', [
    ['Nora', 'sails', '.'],
    ['Westmark-Aldport', 'line'],
  ]);
  expect(texts.includes(['Nora', 'sails', '.'])).toBe(true);
  expect(texts.includes(['Westmark', '-', 'Aldport', 'line'])).toBe(true);
  expect(texts.includes(['Nora', 'sails'])).toBe(false);
});
