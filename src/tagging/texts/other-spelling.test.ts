import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildVocabulary } from '../../data/vocabulary/vocabulary.ts';
import { joinedWordOf, otherSpelling } from './other-spelling.ts';

const options = { lowercase: true, digitsToZero: false, minFrequency: 1, maxFormLength: 20 };
const modelOf = (...texts: string[]) => ({
  vocabulary: buildVocabulary({
    train: texts.map((text) => ({ tokens: text.split(' ') })),
    others: [],
    tags: ['O'],
    hasVector: () => false,
    options,
  }),
});

const WORDS = modelOf('Chủ_tịch Hồ_Chí_Minh thăm Hà_Nội .', 'Chủ_tịch ở TP._Hồ_Chí_Minh và Hà .');
const SYLLABLES = modelOf('Chủ tịch Hồ Chí Minh thăm Hà Nội .', 'We read snake case');

test('a model of joined words says so with an example', () => {
  expect(joinedWordOf(WORDS.vocabulary)).toBe('chủ_tịch');
  expect(joinedWordOf(SYLLABLES.vocabulary)).toBeUndefined();
  expect(joinedWordOf(modelOf('one a_b c_d word').vocabulary)).toBeUndefined(); // too few to be a rule
});

test('known words of a text are joined, the longest first, and nothing else changes', () => {
  const joined = (text: string) => otherSpelling(WORDS, text)?.text;
  expect(joined('“Chủ tịch Hồ Chí Minh” thăm Hà Nội, Huế.')).toBe('“Chủ_tịch Hồ_Chí_Minh” thăm Hà_Nội, Huế.');
  expect(joined('Chủ\ntịch; Hà, Nội  Hà  Nội')).toBe('Chủ\ntịch; Hà, Nội  Hà  Nội'); // not neighbours
  expect(joined('Đà Nẵng mưa')).toBe('Đà Nẵng mưa'); // said, without a word to join
  for (const text of ['Chủ_tịch thăm Huế', 'Huế', '', '2 3']) expect(otherSpelling(WORDS, text)).toBeUndefined();
});

test('the other way round, only words whose parts are known are taken apart', () => {
  const found = otherSpelling(SYLLABLES, 'Chủ_tịch thăm Hà_Nội, a_b và file_name.');
  expect(found).toMatchObject({ text: 'Chủ tịch thăm Hà Nội, a_b và file_name.', offer: 'Write them apart' });
  expect(found?.reason).toContain('as in Chủ_tịch,');
  for (const text of ['Chủ tịch', 'see a_b', '']) expect(otherSpelling(SYLLABLES, text)).toBeUndefined();
});

test('letters whose marks are separate, in the text or in the training text', () => {
  const text = 'Chủ tịch thăm Hà Nội';
  const apart = modelOf(text.normalize('NFD'));
  expect(otherSpelling(SYLLABLES, text.normalize('NFD'))).toMatchObject({ text, offer: 'Compose letters' });
  expect(otherSpelling(apart, text)).toMatchObject({ text: text.normalize('NFD'), offer: 'Decompose letters' });
  expect(otherSpelling(apart, text.normalize('NFD'))).toBeUndefined();
  const both = modelOf(text, text.normalize('NFD'));
  for (const one of [text, text.normalize('NFD')]) expect(otherSpelling(both, one)).toBeUndefined();
});

/** Words of many scripts; Unicode composes some of their letters, takes others apart, and replaces a few. */
const SCRIPTS = [
  'Chủ tịch thăm Hà Nội',
  'Ünïted façade ﬁn Å Å',
  'আমার বাড়ায় ড় গোয়া',
  'सड़क क़लम ऩ ऩ',
  'שׁלום שׁ אַ',
  '10 Ω Ω µ K',
  '金 金 ⼀',
  '한국 서울 각',
  'がっこう パリ が',
  'ΆΌ ά ά ᾅ',
  'йод ё Ї',
  'آدم أب ؤ',
  'தொகை கோ ക്കൊ ဦး',
  'x́ q̣̇ ́a ≠ ậ',
];

test('no note about letters of a text that is spelled as in training', () => {
  for (const script of SCRIPTS)
    for (const text of [script, script.normalize('NFC'), script.normalize('NFD')])
      expect([text, otherSpelling(modelOf(text), text)]).toEqual([text, undefined]);
  const mixed = fc.array(fc.constantFrom(...SCRIPTS.flatMap((s) => [...s, ...s.normalize('NFD')])), { minLength: 1 });
  fc.assert(
    fc.property(mixed, (letters) => {
      const text = letters.join('');
      return otherSpelling(modelOf(text), text)?.offer.includes('ompose') !== true;
    }),
  );
});

test('letters that are composed or taken apart are those of the other spelling, in every script', () => {
  for (const text of ['Hà Nội', '한국 서울', 'がっこう', 'ά', 'йод', 'آدم'])
    for (const [form, other] of [
      [text, text.normalize('NFD')],
      [text.normalize('NFD'), text],
    ] as const)
      expect([other, otherSpelling(modelOf(form), other)?.text]).toEqual([other, form]);
  // Signs and letters that are never composed stay as they are.
  expect(otherSpelling(SYLLABLES, 'à Ω क़')?.text).toBe('à Ω क़');
  // Many letters of Hindi are apart in every spelling: a text with a rare letter that is not is no other one.
  expect(otherSpelling(modelOf('सड़क'), 'ऩ')).toBeUndefined();
});

test('a note about letters does not stand for one about words', () => {
  expect(otherSpelling(modelOf('Chủ_tịch Hà_Nội Đà_Nẵng Ω'), 'Chủ tịch Ω')?.text).toBe('Chủ_tịch Ω');
});
