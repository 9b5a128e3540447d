import { expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { restoreText, whatStays } from './restore.ts';

const blocks = (...texts: string[]): Block[] => texts.map((text) => ({ text, place: '' }));

function stays(text: string, ...replaced: [string, string][]) {
  const found = restoreText(blocks(text), { replaced });
  return { restored: found.edits.map(({ replacement }) => replacement), message: whatStays(found) };
}

test('placeholders of types of the key that it lacks are named with their number', () => {
  const text = '[PER 1] met [PER 7], [PER 7] and [LOC] in [LOC 2] ([Figure 3], [PERSON 2]).';
  expect(stays(text, ['[PER 1]', 'Ada'], ['[LOC 2]', 'Oslo'])).toEqual({
    restored: ['Ada', 'Oslo'],
    message: '3 replacements stay, as the key has no name for [PER 7], [LOC].',
  });
  expect(stays('[A.B 2]', ['[A.B 1]', 'Ada']).message).toBe('1 replacement stays, as the key has no name for [A.B 2].');
});

test('a replacement of several names that was moved is named', () => {
  const { restored, message } = stays('█ then [PER 1] and [PER 1]', ['[PER 1]', 'Ada'], ['[PER 1]', 'ADA'], ['█', 'Bo'], ['█', 'Cy']); // prettier-ignore
  expect(restored).toHaveLength(2);
  expect(message).toBe('1 replacement stays, as the text was edited, and the key has several names for █.');
});

test('a text without any replacement says so', () => {
  expect(stays('Bo sails.', ['[PER 1]', 'Ada']).message).toBe('Contains none of the replacements in the key.');
});

test('many placeholders are not all listed; a text that is restored whole has no message', () => {
  const many = Array.from({ length: 9 }, (_, i) => `[PER ${i + 2}]`).join(' ');
  expect(stays(many, ['[PER 1]', 'Ada']).message).toMatch(/\[PER 6\] and 4 more\.$/);
  expect(stays('[PER 1] saw Table [3].', ['[PER 1]', 'Ada']).message).toBeUndefined();
  expect(stays('Nora [PER 4] saw it.', ['Nora', 'Ada']).message).toBeUndefined();
});
