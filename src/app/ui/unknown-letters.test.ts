import { expect, test } from 'vitest';
import { lettersOfFileInWords, lettersOfSentenceInWords, wordsOfFileInWords } from './unknown-letters.ts';

test('unknown letters of a sentence are named, at most eight', () => {
  expect(lettersOfSentenceInWords([])).toBeUndefined();
  expect(lettersOfSentenceInWords(['ж'])).toMatch(
    /^The model has never seen the letter ж, so .*Train it on text that has it/,
  );
  expect(lettersOfSentenceInWords([...'абвгдежзик'])).toContain('the letters а, б, в, г, д, е, ж, з and others, so ');
});

test('unknown letters of a file are reported if at least one token in a hundred has any', () => {
  expect(lettersOfFileInWords({ letters: [], tokens: 0 }, 0)).toBeUndefined();
  expect(lettersOfFileInWords({ letters: ['ø'], tokens: 1 }, 101)).toBeUndefined();
  expect(lettersOfFileInWords({ letters: ['ø'], tokens: 2 }, 100)).toMatch(/^2\.0% of the tokens have letters .*: ø\./);
});

test('a file with almost only unknown words is reported', () => {
  expect(wordsOfFileInWords(30, 100)).toBeUndefined();
  expect(wordsOfFileInWords(0, 0)).toBeUndefined();
  expect(wordsOfFileInWords(12, 100)).toMatch(/words of only 12\.0% of the tokens.*another language/);
});

test('right-to-left letters keep their place in the list', () => {
  expect(lettersOfSentenceInWords(['ש', 'B'])).toContain('the letters \u2068ש\u2069, B, so');
});
