import { expect, test } from 'vitest';
import { readCorpus } from '../../data/corpora/read-corpus.ts';
import { knownOf } from '../queue/evaluation-set.ts';
import { exportSentences, tokenLines, trainingLines, typesWithSpaces } from './export-set.ts';
import { importTexts } from './import-texts.ts';
import { sentence, setOf } from '../testing.ts';

test('types with white space are named once, as columns may be separated by it', () => {
  const span = (type: string) => ({ start: 0, end: 1, type });
  const sentences = [{ spans: [span('PER'), span('Work of Art')] }, { spans: [span('Work of Art'), span('a\u00a0b')] }];
  expect(typesWithSpaces(sentences)).toEqual(['Work of Art', 'a\u00a0b']);
  expect(typesWithSpaces([{ spans: [span('PER')] }])).toEqual([]);
});

test('what is accepted and refused in open sentences is training data in our own files, and imported again from them', () => {
  const refused = [{ start: 2, end: 3, type: 'LOC' }];
  const open = { ...sentence('Nora met Ivo', [{ start: 0, end: 1, type: 'PER' }]), refused };
  const { sentences } = setOf([open, sentence('Ivo sails', [], 'accepted'), { ...sentence('It rained'), refused: [] }]);
  const training = trainingLines(sentences.flatMap((one) => ({ ...one, ...knownOf(one)! })).slice(0, 2));
  const all = exportSentences(sentences, 'spans');
  for (const text of [training, all]) {
    const { sentences: read, style } = readCorpus('a.jsonl', new TextEncoder().encode(text));
    expect(style.scheme).toBe('BIO');
    expect(read.map(({ tags, unknown }) => ({ tags, unknown }))).toEqual([
      { tags: ['B-PER', '?', '?'], unknown: { tokens: [1, 2], refused } },
      { tags: ['O', 'O'], unknown: undefined },
    ]);
    const [first, second] = importTexts('a.jsonl', new TextEncoder().encode(text)).sentences;
    expect(first).toMatchObject({ state: 'open', spans: open.spans, refused });
    expect(second).toMatchObject({ state: 'accepted', spans: [] });
  }
});

test('documents are marked in training data if there are several', () => {
  const of = (documents: readonly number[]) =>
    setOf(
      documents.map((document) => ({
        ...sentence('It rained', [], 'accepted'),
        source: { file: '', line: 1, document },
      })),
    );
  for (const [documents, count] of [
    [[0, 0], 0],
    [[0, 1, 1], 2],
  ] as const) {
    // prettier-ignore
    const known = of(documents).sentences.map((one) => ({ ...one, unknown: [] }));
    expect(readCorpus('a.jsonl', new TextEncoder().encode(trainingLines(known))).documents).toBe(count);
  }
});

test('lines of tokens are read as the same sentences and documents, without tags', () => {
  const texts = [
    'Nora said : " 1,2 { } [1] "',
    '# 12 ; x/NN',
    ', O B-PER .',
    "_ - ? <b> ' |",
    'It cost $5',
    'and $7',
    '5% 1. COVID-19',
    '7% 2. COVID-20',
  ].map((text) => text.split(' '));
  const sentences = texts.map((tokens, i) => ({ tokens, source: { file: '', line: 0, document: Math.floor(i / 2) } }));
  for (const some of [sentences, sentences.slice(0, 2)]) {
    const corpus = readCorpus('a.open.conll', new TextEncoder().encode(tokenLines(some)));
    expect(corpus.sentences.map(({ tokens, tags }) => [tokens, tags])).toEqual(some.map(({ tokens }) => [tokens, []]));
    expect(corpus.documents).toBe(some.length > 2 ? 4 : 0);
  }
});
