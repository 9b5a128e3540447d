import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { MESSAGES, phrase, say } from '../phrase.ts';
import { en, type MessageKey } from './en.ts';

const keys = Object.keys(en) as MessageKey[];
/** Names of values, or of the entities of a sentence. */
const placeholders = (text: string) => (text.match(/\{\w+\}|\[\w+\]/g) ?? []).toSorted((a, b) => a.localeCompare(b));
/** Abbreviations, formulas and words that are the same in other languages. */
const isCommon = (text: string) =>
  !/[a-z]{3}/i.test(text.replaceAll(/\{\w+\}|max|tanh|log|exp|Name: _+ +Dat\w+: _+/g, ''));

describe.each(LANGUAGES.filter((language) => language !== 'en'))('%s', (language) => {
  const messages = MESSAGES[language];

  test('has every message, with the same placeholders', () => {
    expect(Object.keys(messages)).toEqual(keys);
    expect(keys.filter((key) => messages[key].trim() === '')).toEqual([]);
    const placeholdersOf = (texts: Readonly<Record<MessageKey, string>>) =>
      Object.fromEntries(keys.map((key) => [key, placeholders(texts[key])]));
    expect(placeholdersOf(messages)).toEqual(placeholdersOf(en));
  });

  test('is translated', () => {
    const same = keys.filter((key) => messages[key] === en[key] && !isCommon(en[key]));
    expect(same.length).toBeLessThan(keys.length / 20);
  });
});

test('numbers are written as in the language', () => {
  const text = phrase('task.sum', { terms: '1', total: -1234.5 });
  expect(say('en', text)).toBe('1 = −1,234.5');
  expect(say('de', text)).toBe('1 = −1.234,5');
  expect(say('vi', text)).toBe('1 = −1.234,5');
});

test('signs are written once', () => {
  expect(say('en', phrase('task.sum', { terms: '1 + −0.4 + −∞', total: -1 }))).toBe('1 − 0.4 − ∞ = −1');
  const gates = phrase('task.gates.solution', { f: 0.5, c: -2, i: 1, g: -0.25, total: -1.25 });
  expect(say('de', gates)).toBe('c′ = f · c + i · g = 0,5 · (−2) + 1 · (−0,25) = −1,25');
});
