import { expect, test } from 'vitest';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { tokenLines, typesWithSpaces } from './export-set.ts';

test('types with white space are named once, as columns may be separated by it', () => {
  const span = (type: string) => ({ start: 0, end: 1, type });
  const sentences = [{ spans: [span('PER'), span('Work of Art')] }, { spans: [span('Work of Art'), span('a\u00a0b')] }];
  expect(typesWithSpaces(sentences)).toEqual(['Work of Art', 'a\u00a0b']);
  expect(typesWithSpaces([{ spans: [span('PER')] }])).toEqual([]);
});

test('lines of tokens are read as the same sentences and documents, without tags', () => {
  const texts = ['Nora said : " 1,2 { } [1] "', '# 12 ; x/NN', ', O B-PER .', "_ - ? <b> ' |"].map((text) =>
    text.split(' '),
  );
  const sentences = texts.map((tokens, i) => ({ tokens, source: { file: '', line: 0, document: Math.floor(i / 2) } }));
  for (const some of [sentences, sentences.slice(0, 2)]) {
    const corpus = readCorpus('a.open.conll', new TextEncoder().encode(tokenLines(some)));
    expect(corpus.sentences.map(({ tokens, tags }) => [tokens, tags])).toEqual(some.map(({ tokens }) => [tokens, []]));
    expect(corpus.documents).toBe(some.length > 2 ? 2 : 0);
  }
});
