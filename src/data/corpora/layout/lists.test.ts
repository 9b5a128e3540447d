import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText } from '../../../../test/helpers/read-text.ts';

/** Words that all differ, with marks among them. */
const words = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 25, maxLength: 150 })
  .map((some) => [',', '.', ...some]);

/** What stands beside the words of a list. */
const BESIDE: [string, (word: string, i: number) => string][] = [
  ['another word', (word) => `${word.slice(1)}on`],
  ['one of few words', (_, i) => ['calm', 'odd', 'mild', 'loud', 'bright'][i % 5]!],
  ['a lemma and a part of speech', (word, i) => `${word.slice(1)}\t${['NOUN', 'VERB', 'ADJ'][i % 3]}`],
  ['a part of speech', (_, i) => ['NOUN', 'VERB', 'ADJ', 'PUNCT'][i % 4]!],
  ['a frequency and a part of speech', (_, i) => `${9000 - 7 * i}\t${['n', 'v', 'nr'][i % 3]}`],
  ['tags', (_, i) => ['B-PER', 'B-LOC'][i % 2]!],
  ['tags of some', (_, i) => ['B-PER', 'O', 'O'][i % 3]!],
  ['types of some', (_, i) => ['PER', 'O', 'LOC', 'O'][i % 4]!],
];

test.each(BESIDE)('a list of words with %s is a question, which an option answers', (_, beside) => {
  fc.assert(
    fc.property(words, (some) => {
      const text = some.map((word, i) => `${word}\t${beside(word, i)}\n`).join('');
      const { question } = readText(text, {}, 'a.tsv');
      expect(question?.what).toBe('Has each line a token with its label?');
      expect(question!.options.at(-1)!.settings).toEqual({ isNames: true });
      for (const { settings } of question!.options.slice(0, -1))
        expect(readText(text, settings, 'a.tsv').question).toBeUndefined();
    }),
    { numRuns: 10 },
  );
});

test.each(['blank lines', 'repeated words'])('%s show that words are those of sentences', (how) => {
  const between = how === 'blank lines' ? '\n' : '';
  const last = how === 'blank lines' ? '' : 'the\tO\nthe\tO\nthe\tO\n';
  const rows = Array.from(
    { length: 30 },
    (_, i) => `w${'abcdefghij'[i % 10]}${'xyz'[i % 3]}\t${i % 3 ? 'O' : 'B-PER'}\n`,
  );
  expect(readText(`${rows.slice(0, 15).join('')}${between}${rows.slice(15).join('')}${last}`).question).toBeUndefined();
});

test.each([
  ['in brackets', (tags: string) => `[${tags}]`, ','],
  ['with bars', (tags: string) => tags || '_', '|'],
  ['in brackets, none of them alone', (tags: string) => `[${tags.replace(/^Theme/, 'Place')}]`, ','],
])('several labels of a token are a question, not a type of their own: %s', (_, write, by) => {
  const tags = ['', `Agent${by}Theme`, '', 'Theme', ''];
  const text = ['Ada', 'saw', 'the', 'lake', '.'].map((word, t) => `${word}\t${write(tags[t]!)}\n`).join('');
  const { question } = readText(`${text}\n`.repeat(6), {}, 'a.tsv');
  expect(question?.reason).toContain(`such as Agent${by}Theme`);
  const { settings } = question!.options[0]!;
  expect(readText(`${text}\n`.repeat(6), settings, 'a.tsv').question).toBeUndefined();
});

test.each([
  ['sentences of entities', 'Ada\tPER\nVale\tPER\n\nOslo\tLOC\nRome\tLOC\n'],
  ['a part of speech', 'Ada\tPROPN\nGo\tVERB\nBoats\tNOUN\nOslo\tPROPN\nRun\tVERB\nCats\tNOUN\n'],
  ['a mark', 'Ada\tPER\n,\tPER\nOslo\tLOC\n'],
])('%s show that lines are no list of names', (_, text) => {
  const options = readText(text, {}, 'a.tsv').question?.options ?? [];
  expect(options.every(({ settings }) => settings.isNames === undefined)).toBe(true);
});

test('words with types that repeat are a question, also if the types are not usual', () => {
  const { question } = readText('Berlin\tCITY\nBosch\tFIRM\nParis\tCITY\nSiemens\tFIRM\n', {}, 'a.tsv');
  expect(question!.options.map(({ settings }) => settings)).toEqual([
    { tagColumn: 1, scheme: 'IO' },
    { tagColumn: 1, scheme: 'none' },
    { isNames: true },
  ]);
});
