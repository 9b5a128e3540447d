import { expect, test } from 'vitest';
import type { Sentence } from '../data/corpus.ts';
import { dataNames, joinSources, runSource } from './sources.ts';
import { corpusOf } from '../../test/helpers/tiny-run.ts';

const corpus = (file: string, text: string) => ({ ...corpusOf(text), file });
const words = (sentences: readonly Sentence[]) => sentences.flatMap(({ tokens }) => tokens);

test('files of one role are concatenated, each with its own scheme', () => {
  const bio = corpus('letters/a.conll', 'Mira B-PER\nHolt I-PER\n');
  const bioes = corpus('letters/b.conll', 'Tom B-PER\nArden E-PER\nOslo S-LOC\n');
  const both = joinSources([bio, bioes])!;
  expect(both.sentences.map(({ file, line }) => [file, line])).toEqual([['letters/a.conll', 1], ['letters/b.conll', 1]]); // prettier-ignore
  expect(words(both.sentences)).toEqual(['Mira', 'Holt', 'Tom', 'Arden', 'Oslo']);
  expect(both.sentences.map(({ spans }) => spans.length)).toEqual([1, 2]);
  expect(both.sentences.map(({ tags }) => tags.join(' '))).toEqual(['B-PER I-PER', 'B-PER I-PER B-LOC']);
  expect(runSource(bio, bioes, []).dev[0]!.tags).toEqual(both.sentences[1]!.tags);
  expect(both.file).toBe('2 files (a.conll … b.conll)');
  expect(dataNames(both, bio)).toEqual({ train: both.file, dev: 'a.conll' });
  expect([joinSources([bio]), joinSources([])]).toEqual([bio, undefined]);
});

test('files with different kinds of tags are rejected by name', () => {
  const bio = corpus('a.conll', 'Mira B-PER\n\nleft O\n');
  const pos = corpus('b.conll', 'left VBD\n\nMira NNP\n');
  const none = corpus('c.jsonl', '{"tokens": ["Mira"]}\n');
  expect(() => joinSources([bio, pos])).toThrow(/b\.conll has tags without a scheme, but a\.conll has entities in BIO/);
  expect(() => joinSources([bio, none])).toThrow(/c\.jsonl has no tags/);
  expect(() => runSource(bio, pos, [])).toThrow(/b\.conll has tags without a scheme/);
  expect(() => runSource(none, bio, [])).toThrow(/c\.jsonl has no tags/);
});

test('a training file of entities has some; one of other tags needs none', () => {
  const without = corpus('letters/a.conll', 'Mira O\n\nleft O\n');
  expect(() => runSource({ ...without, style: corpus('b.conll', 'Mira B-PER\n').style }, undefined, [])).toThrow(
    /^No entity is marked in a\.conll: /,
  );
  expect(runSource(corpus('b.conll', 'left VBD\n\nMira NNP\n'), undefined, []).train).toHaveLength(1);
});

test('without dev a tenth of the sentences is held out; adding sentences does not change which', () => {
  const split = (length: number) => {
    const text = Array.from({ length }, (_, i) => `w${i} B-PER\n`).join('\n');
    const { train, dev } = runSource(corpus('a.conll', text), undefined, []);
    expect(new Set(words([...train, ...dev])).size).toBe(length);
    return { train: words(train), dev: words(dev) };
  };
  expect([2, 9, 10, 40, 1000].map((length) => split(length).dev.length)).toEqual([1, 1, 1, 4, 100]);
  const [some, more] = [split(40), split(1000)];
  expect(more.dev.slice(0, 4)).toEqual(some.dev);
  const places = new Set(more.dev.map((word) => word.at(-1)));
  expect(places.size).toBe(10); // random, not every tenth sentence
  expect(() => split(1)).toThrow(/fewer than two sentences/);
});

test('whole documents are held out, unless one has more than a tenth of the sentences', () => {
  const split = (documents: number, sentences: number, first = '') => {
    const documentOf = (d: number) => `-DOCSTART- O\n\n${`w${d} B-PER\n\n`.repeat(sentences)}`;
    const file = corpus('a.conll', first + Array.from({ length: documents }, (_, d) => documentOf(d)).join(''));
    const { train, dev } = runSource(file, undefined, []);
    expect(train.length + dev.length).toBe(file.sentences.length);
    const held = new Set(words(dev));
    const { dev: name } = dataNames(file, undefined);
    return { held, isDivided: words(train).some((word) => held.has(word)), name };
  };
  const [some, more] = [split(40, 3), split(400, 3)];
  expect([some.held.size, some.isDivided, some.name]).toEqual([4, false, '10% of a.conll, by document']);
  expect([...more.held].slice(0, 4)).toEqual([...some.held]);
  expect(split(9, 10)).toMatchObject({ isDivided: true, name: '10% of a.conll, by sentence' });
  expect(split(40, 3, 'long B-PER\n\n'.repeat(20)).isDivided).toBe(true);
  expect(split(100, 1).name).toBe('10% of a.conll, by sentence'); // no difference
});

test('a file that was read as another one is shown by its own name', () => {
  const bio = corpus('letters/a.csv.read-as.jsonl', 'Mira B-PER\n\nleft O\n');
  const pos = corpus('b.xlsx.read-as.csv', 'left VBD\n\nMira NNP\n');
  expect(joinSources([bio, bio])!.file).toBe('2 files (a.csv … a.csv)');
  expect(dataNames(bio, bio)).toEqual({ train: 'a.csv', dev: 'a.csv' });
  expect(() => joinSources([bio, pos])).toThrow(/^b\.xlsx has tags without a scheme, but letters\/a\.csv has/);
});
