import { expect, test } from 'vitest';
import type { Sentence } from '../data/corpus.ts';
import { dataNames, joined, sourceOf } from './sources.ts';
import { corpusOf } from './testing.ts';

const corpus = (file: string, text: string) => ({ ...corpusOf(text), file });
const words = (sentences: readonly Sentence[]) => sentences.flatMap(({ tokens }) => tokens);

test('files of one role are one, in their order, each read in its own scheme', () => {
  const bio = corpus('letters/a.conll', 'Mira B-PER\nHolt I-PER\n');
  const bioes = corpus('letters/b.conll', 'Tom B-PER\nArden E-PER\nOslo S-LOC\n');
  const both = joined([bio, bioes])!;
  expect(words(both.sentences)).toEqual(['Mira', 'Holt', 'Tom', 'Arden', 'Oslo']);
  expect(both.sentences.map(({ spans }) => spans.length)).toEqual([1, 2]);
  expect(both.file).toBe('2 files (a.conll … b.conll)');
  expect(dataNames(both, bio)).toEqual({ train: both.file, dev: 'a.conll' });
  expect([joined([bio]), joined([])]).toEqual([bio, undefined]);
});

test('files whose tags are of different kinds are refused, by name', () => {
  const bio = corpus('a.conll', 'Mira B-PER\n\nleft O\n');
  const pos = corpus('b.conll', 'left VBD\n\nMira NNP\n');
  const none = corpus('c.jsonl', '{"tokens": ["Mira"]}\n');
  expect(() => joined([bio, pos])).toThrow(/b\.conll has tags without a scheme, but a\.conll has entities in BIO/);
  expect(() => joined([bio, none])).toThrow(/c\.jsonl has no tags/);
  expect(() => sourceOf(bio, pos, [])).toThrow(/b\.conll has tags without a scheme/);
  expect(() => sourceOf(none, bio, [])).toThrow(/c\.jsonl has no tags/);
});

test('without dev a tenth of the sentences is set aside, always the same', () => {
  const train = corpus('a.conll', Array.from({ length: 40 }, (_, i) => `w${i} B-PER\n`).join('\n'));
  const [first, again] = [sourceOf(train, undefined, []), sourceOf(train, undefined, [])];
  expect([first.train.length, first.dev.length]).toEqual([36, 4]);
  expect(new Set(words([...first.train, ...first.dev])).size).toBe(40);
  expect(words(again.dev)).toEqual(words(first.dev));
  expect(() => sourceOf(corpus('one.conll', 'Mira B-PER\n'), undefined, [])).toThrow(/a single sentence/);
});
