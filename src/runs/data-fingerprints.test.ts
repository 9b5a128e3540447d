import { expect, test } from 'vitest';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { dataFingerprints } from './data-fingerprints.ts';

const corpus = (text: string, name = 'a.conll') => readCorpus(name, new TextEncoder().encode(text));
const NONE = { train: undefined, dev: undefined, test: undefined, vectors: undefined };
const of = (text: string, name?: string) => dataFingerprints({ ...NONE, train: corpus(text, name) }).train;

test('the same sentences have the same fingerprint, in any file', () => {
  const expected = of('Ada B-PER\nleft O\n\nMio B-PER\n');
  expect(expected).toMatch(/^[0-9a-f]{8}$/);
  expect(of('Ada\tNNP\tB-PER\r\nleft\tVBD\tO\r\n\r\n\r\nMio\tNNP\tB-PER\r\n', 'b.txt')).toBe(expected);
});

test.each([
  ['another tag', 'Ada B-LOC\nleft O\n\nMio B-PER\n'],
  ['another word', 'Ida B-PER\nleft O\n\nMio B-PER\n'],
  ['another order', 'Mio B-PER\n\nAda B-PER\nleft O\n'],
  ['other sentences', 'Ada B-PER\nleft O\nMio B-PER\n'],
  ['more', 'Ada B-PER\nleft O\n\nMio B-PER\n\nMio B-PER\n'],
])('%s: another fingerprint', (_, text) => {
  expect(of(text)).not.toBe(of('Ada B-PER\nleft O\n\nMio B-PER\n'));
});

test('there is one per role; that of vectors is their size', () => {
  const dev = corpus('Mio B-PER\n');
  expect(dataFingerprints({ ...NONE, dev, vectors: { words: 400_000, dimensions: 100 } })).toEqual({
    dev: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    vectors: '400000x100',
  });
});
