import { expect, test } from 'vitest';
import { readCorpus } from '../../../data/corpora/read-corpus.ts';
import { answersIn } from './answers.ts';

test('what was answered is said, and forgotten without other settings', () => {
  const answers = answersIn({ scheme: 'BIO', types: ['PER'], encoding: 'koi8-r', spansFrom: 1, acceptLosses: true });
  expect(answers).toEqual({
    inWords: 'KOI8-R, Cyrillic; spans count from 1; without the lines that cannot be read',
    forgotten: { encoding: undefined, spansFrom: undefined, acceptLosses: undefined },
  });
  expect(answersIn({ scheme: 'BIO', tagColumn: 2 })).toBeUndefined();
  expect(answersIn({ encoding: undefined })).toBeUndefined();
});

test('spans that were counted from 1 by choice can be counted from 0 again', () => {
  const line = { tokens: ['we', 'met', 'bo', 'here'], entities: [{ type: 'PER', start: 2, end: 3 }], relations: [] };
  const bytes = new TextEncoder().encode(JSON.stringify([line]));
  const [choice] = readCorpus('a.json', bytes).problems.flatMap(({ otherwise }) => otherwise ?? []);
  const chosen = readCorpus('a.json', bytes, choice!.settings);
  expect(chosen.sentences[0]!.spans).toEqual([{ start: 1, end: 2, type: 'PER' }]);
  const { forgotten } = answersIn(chosen.settings!)!;
  const again = readCorpus('a.json', bytes, { ...chosen.settings, ...forgotten });
  expect(again.sentences).toEqual(readCorpus('a.json', bytes).sentences);
});
