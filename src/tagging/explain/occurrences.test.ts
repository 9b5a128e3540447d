import { memory } from '../../tensors/tensors.ts';
import { beforeAll, expect, test } from 'vitest';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { inspectText } from './inspect.ts';
import { inspectOccurrences, type OccurrencesQuery } from './occurrences.ts';

const ASKED: OccurrencesQuery = {
  text: 'Ada Vale left Norrby in May. Mio lives. Norrby is old. \n\n Vale left norrby.',
  sentence: 0,
  token: 3,
  tag: 2,
};

beforeAll(useReferences);

test('what the other occurrences of a word add to its emission, and where they are', async () => {
  const { model } = tinyRun(undefined, { context: 'document' });
  const before = memory().numTensors;
  const { word, tag, emission, added, others } = await inspectOccurrences(model, ASKED);
  expect([word, tag]).toEqual(['Norrby', model.vocabulary.tags[2]]);
  expect(others.map(({ sentence, token, tokens }) => [sentence, token, tokens[token]])).toEqual([
    [2, 0, 'Norrby'],
    [3, 2, 'norrby'],
  ]);
  expect(others.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 6);
  expect(memory().numTensors).toBe(before);

  const emissionIn = async (text: string) => (await inspectText(model, text)).sentences[0]!.emissions;
  const at = 3 * model.vocabulary.tags.length + 2;
  expect(emission).toBeCloseTo((await emissionIn(ASKED.text))[at]!, 5);
  expect(emission - added).toBeCloseTo((await emissionIn('Ada Vale left Norrby in May.'))[at]!, 5);
});

test('a word that occurs once has no others, and the document adds nothing', async () => {
  const { model } = tinyRun(undefined, { context: 'document' });
  expect(await inspectOccurrences(model, { ...ASKED, token: 5 })).toMatchObject({ word: 'May', added: 0, others: [] });
});
