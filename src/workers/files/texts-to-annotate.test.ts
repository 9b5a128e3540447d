import { expect, test } from 'vitest';
import { unpackSentences } from '../../annotation/packed-sentences.ts';
import { readTexts } from './texts-to-annotate.ts';

test('sentences of several files have consecutive document numbers; files without text are rejected', async () => {
  const files = [
    new File(['Nora sails. Ivo stays.'], 'a.txt'),
    new File([''], 'b.txt'),
    new File(['{"text": "Mina waits."}\n'], 'c.jsonl'),
  ];
  const { sentences, rejected } = await readTexts(files, new AbortController().signal);
  expect([...unpackSentences(sentences)].map(({ text, source }) => [text, source.file, source.document])).toEqual([
    ['Nora sails.', 'a.txt', 0],
    ['Ivo stays.', 'a.txt', 0],
    ['Mina waits.', 'c.jsonl', 1],
  ]);
  expect(rejected).toMatchObject([{ name: 'b.txt', error: { code: 'BadInput' } }]);
});
