import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unpackSentences } from '../../annotation/sets/packed-sentences.ts';
import { LIMITS } from '../../data/files/limits.ts';
import { zeroModel } from '../../../test/helpers/zero-model.ts';
import { writeBundle } from '../../export/bundle.ts';
import type { Progress } from '../wire/payloads.ts';
import { readingHere, readingInWorkers, type Reading } from './reading.ts';

const CONLL = 'Mira NNP B-PER\nleft VBD O\n\nOslo NNP B-LOC\n';
const TEXT = 'Mira left Oslo for Rome, and nobody knew why.\n';
const TOKENS = JSON.stringify({ tokens: ['Mira', '', 'left'], tags: ['B-PER', 'O', 'O'] });
const never = new AbortController().signal;

const zeroModelFile = () => new File([writeBundle(zeroModel())], 'model.zip');

const files = () => [
  new File([CONLL], 'train.conll'),
  new File([`${TOKENS}\n3\n`.repeat(3000)], 'many.jsonl'),
  new File([TEXT], 'notes.txt'),
  new File(['\0'], 'broken.conll'),
  new File(['mira 1 2 3 4 5\n'], 'vectors.txt'),
  zeroModelFile(),
  new File([zipSync({ 'x/dev.conll': strToU8(CONLL), 'x/notes.pdf': strToU8('%PDF-1.7') })], 'data.zip'),
];

/** A text of the maximum length, which takes about a second. */
const longText = () => new File([JSON.stringify({ text: TEXT.repeat(80_000), label: [[0, 4, 'PER']] })], 'a.jsonl');

const withoutStacks = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, item: unknown) => (key === 'stack' ? undefined : item)));

test('reading in a worker gives the same result as in the same thread', async () => {
  const read = (reading: Reading) => reading.files(files(), never, () => undefined);
  const [here, there] = [await read(readingHere), await read(readingInWorkers)];
  expect(withoutStacks(there)).toEqual(withoutStacks(here));
  expect(there.corpora.map(({ file }) => file.name)).toEqual(['train.conll', 'many.jsonl', 'dev.conll']);
  expect(there.corpora[1]!.corpus.sentences).toHaveLength(3000);
  expect(there.corpora[1]!.corpus.sentences).toEqual(here.corpora[1]!.corpus.sentences);
  expect(there.models[0]!.bundle.vocabulary.wordRow('Oslo')).toBe(1);
  expect(there.models[0]!.bundle.weights).toEqual(here.models[0]!.bundle.weights);
  expect(await there.corpora[2]!.file.text()).toBe(CONLL); // a file from a zip outlives its worker
});

test('a corpus is read again with other options; text is read to be annotated', async () => {
  const [train] = files();
  const corpus = await readingInWorkers.corpus(train!, { tagColumn: 1 });
  expect(corpus.sentences.map(({ tags }) => tags)).toEqual([['NNP', 'VBD'], ['NNP']]);
  await expect(readingInWorkers.corpus(train!, { tagColumn: 9 })).rejects.toMatchObject({ code: 'BadInput' });
  const { sentences } = await readingInWorkers.texts([{ file: new File([TEXT], 'notes.txt') }], never);
  expect([...unpackSentences(sentences)].map(({ text }) => text)).toEqual([TEXT.trim()]);
});

test('a model is read in the worker, and can be cancelled', async () => {
  const controller = new AbortController();
  const reading = readingInWorkers.files([zeroModelFile()], controller.signal, () => controller.abort());
  await expect(reading).rejects.toMatchObject({ code: 'Cancelled' });
});

test('can be cancelled in the middle of a file, while this thread continues', async () => {
  expect(TEXT.length * 80_000).toBeLessThan(LIMITS.textCharacters.max);
  const controller = new AbortController();
  const onProgress = ({ name }: Progress) => {
    if (name === 'a.jsonl') setTimeout(() => controller.abort()); // once the worker is busy with it
  };
  await expect(readingInWorkers.files([longText()], controller.signal, onProgress)).rejects.toMatchObject({
    code: 'Cancelled',
  });
});
