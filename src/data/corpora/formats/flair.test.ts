import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entitiesOf, readText, tokensOf } from '../../../../test/helpers/read-text.ts';

const piece = fc.record({
  words: fc.uniqueArray(fc.constantFrom('Ada', 'said', '"', 'Lund', ',', 'R&D'), { minLength: 1, maxLength: 2 }),
  type: fc.constantFrom('', '', 'PER', 'LOC'),
});
const texts = fc
  .array(fc.array(piece, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .filter((some) => some.flat().some(({ type }) => type !== ''));

/** With words that occur once, so that the texts of entities tell their places. */
function numbered(some: readonly { words: readonly string[]; type: string }[]) {
  return some.map(({ words, type }, p) => ({ type, words: words.map((word, w) => `${word}${p}${w}`) }));
}

test('flair: sentences with their entities behind an arrow', () => {
  fc.assert(
    fc.property(texts, fc.boolean(), (all, isCounted) => {
      const some = all.map(numbered);
      const lines = some.map((text) => {
        const words = text.flatMap((part) => part.words);
        const found = text.filter(({ type }) => type !== '').map((part) => `"${part.words.join(' ')}"/${part.type}`);
        const arrow = found.length === 0 ? '' : ` → [${found.join(', ')}]`;
        return `Sentence${isCounted ? `[${words.length}]` : ''}: "${words.join(' ')}"${arrow}`;
      });
      const corpus = readText(lines.join('\n'), {}, 'flair.txt');
      const bare = (text: string) => text.replaceAll(' ', '');
      expect(entitiesOf(corpus).map(bare)).toEqual(
        some.flat().flatMap(({ type, words }) => (type === '' ? [] : [bare(type + words.join(''))])),
      );
      expect(corpus.question).toBeUndefined();
      expect(corpus.format).toBe('flair');
    }),
    { numRuns: 60 },
  );
});

test('flair: sentences with a tag behind each word in an entity', () => {
  const line =
    'Sentence: "Ada Byrne left Lund ."   [− Tokens: 5  − Token-Labels: "Ada <B-PER> Byrne <E-PER> left Lund <S-LOC> ."]';
  for (const text of [line, 'Ada <B-PER> Byrne <E-PER> left Lund <S-LOC> .\nIt rained .', `${line}\n${line}`]) {
    const corpus = readText(text, {}, 'flair.txt');
    expect(entitiesOf(corpus).slice(0, 2)).toEqual(['PER Ada Byrne', 'LOC Lund']);
    expect(tokensOf(corpus)[0]).toBe('Ada Byrne left Lund .');
    expect(corpus.style.scheme).toBe('BIOES');
  }
});

test('flair: an entity that occurs several times is asked about, parts of speech are refused', () => {
  const twice = readText('Sentence[3]: "Lund saw Lund" → ["Lund"/LOC]', {}, 'flair.txt');
  expect(twice.question?.what).toContain('Which of their places');
  const tagged = 'Sentence[3]: "Ada saw Lund" → ["Ada"/NNP, "saw"/VBD, "Lund"/NNP]';
  expect(() => readText(tagged, {}, 'flair.txt')).toThrow('has parts of speech');
});
