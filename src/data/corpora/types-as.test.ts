import { expect, test } from 'vitest';
import { readCorpus } from './read-corpus.ts';
import { withTypesAs } from './types-as.ts';
import type { CorpusOptions } from '../corpus.ts';

const read = (text: string, options: CorpusOptions = {}) =>
  readCorpus('corpus.conll', new TextEncoder().encode(text), options);

const TEXT = 'Ann B-PER\nin O\nOslo B-GPE\n\nApple B-ORG\nInc I-ORG\nsaid O\n';

test('types are renamed, left out or unknown, and the corpus stays as written', () => {
  const corpus = read(TEXT, { typesAs: { GPE: 'LOC', ORG: '?', PER: '' }, types: ['LOC'] });
  expect(corpus.sentences[0]!.tags).toEqual(['B-PER', 'O', 'B-GPE']);
  const { sentences } = withTypesAs(corpus);
  expect(sentences.map(({ tags, spans, unknown }) => ({ tags, spans, unknown }))).toEqual([
    { tags: ['O', 'O', 'B-LOC'], spans: [{ start: 2, end: 3, type: 'LOC' }], unknown: { types: ['LOC'], tokens: [] } },
    { tags: ['?', '?', 'O'], spans: [], unknown: { types: ['LOC'], tokens: [0, 1] } },
  ]);
});

test('types of refused spans are renamed, too; nothing is refused of those that are left out or unknown', () => {
  const line = { tokens: ['Ann', 'in', 'Oslo'], tags: ['B-PER', '?', '?'], tagsmith: { refused: [[2, 3, 'GPE'], [1, 2, 'ORG'], [1, 3, 'PER']] } }; // prettier-ignore
  const corpus = readCorpus('a.jsonl', new TextEncoder().encode(JSON.stringify(line)), { typesAs: { GPE: 'LOC', ORG: '?', PER: '' } }); // prettier-ignore
  expect(withTypesAs(corpus).sentences[0]).toMatchObject({ tags: ['O', '?', '?'], unknown: { refused: [{ start: 2, end: 3, type: 'LOC' }] } }); // prettier-ignore
});

test('without a mapping it is the same corpus', () => {
  const corpus = read(TEXT);
  expect(withTypesAs(corpus)).toBe(corpus);
  expect(corpus.sentences[0]).not.toHaveProperty('unknown');
});

test.each([
  ['?', {}],
  ['UNKNOWN', {}],
  ['-', {}], // as in spaCy, next to O
  ['_SKIP_', { unknown: '_SKIP_' }],
])('a token with the tag %s is unknown', (tag, options) => {
  const corpus = read(`Ann B-PER\nin O\nOslo ${tag}\nnow O\n`, options);
  expect(corpus).toMatchObject({ style: { scheme: 'BIO', letters: { outside: 'O' } }, problems: [] });
  expect(corpus.sentences[0]).toMatchObject({
    tags: ['B-PER', 'O', tag, 'O'],
    spans: [{ start: 0, end: 1, type: 'PER' }],
    unknown: { tokens: [2] },
  });
});

test('many unknown tags do not hide the scheme', () => {
  const corpus = read(`Ann I-PER\nin O\nOslo ?\nAda ?\nsaw O\nBo ?\n`.repeat(2));
  expect(corpus).toMatchObject({ style: { scheme: 'IOB1', letters: { outside: 'O' } }, problems: [] });
  expect(corpus.sentences[0]!.unknown).toEqual({ tokens: [2, 3, 5, 8, 9, 11] });
});

test('a hyphen that marks what is outside is no unknown tag', () => {
  const corpus = read('Ann B-PER\nin -\nOslo B-LOC\nnow -\n');
  expect(corpus.style.letters.outside).toBe('-');
  expect(corpus.sentences[0]).not.toHaveProperty('unknown');
});

test('a question mark is a part of speech in a corpus without a scheme', () => {
  const corpus = read('who PRON\nran VERB\nthere ADV\n? ?\n');
  expect(corpus.style.scheme).toBe('none');
  expect(corpus.sentences[0]).not.toHaveProperty('unknown');
});
