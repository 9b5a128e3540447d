import { beforeAll, expect, test } from 'vitest';
import { memory } from '../tensors/tensors.ts';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { trainFolds } from './folds.ts';
import { annotatedSentence } from './learner.ts';

beforeAll(useReferences);

const SETTINGS = { epochs: 1, hidden: 4, wordDim: 4, charDim: 4, charFeatures: 4 };
const NAMES = ['Ada', 'Mio', 'Tom', 'Ines', 'Ulf'];
const sentences = Array.from({ length: 20 }, (_, i) =>
  annotatedSentence([NAMES[i % 5]!, 'left', `${i % 10}`], [{ start: 0, end: 1, type: 'PER' }]),
); // each occurs twice

test('every sentence is held out once, together with its duplicates, and no model stays on the device', async () => {
  const before = memory().numTensors;
  const held: number[][] = [];
  for await (const event of trainFolds(3, SETTINGS, { sentences, vectors: undefined })) {
    if (event.kind === 'model') held.push(event.held);
  }
  expect(held.flat().sort((a, b) => a - b)).toEqual([...sentences.keys()]);
  for (const fold of held) for (const index of fold) expect(fold).toContain((index + 10) % 20);
  expect(memory().numTensors).toBe(before);
});

test('too few sentences are rejected', async () => {
  const same = sentences.map(() => sentences[0]!);
  await expect(trainFolds(3, SETTINGS, { sentences: same, vectors: undefined }).next()).rejects.toThrow(
    /cannot be checked/,
  );
});

test('can be cancelled', async () => {
  const controller = new AbortController();
  const events = trainFolds(3, SETTINGS, { sentences, vectors: undefined }, controller.signal);
  await events.next();
  controller.abort();
  await expect((async () => { for await (const _ of events); })()).rejects.toMatchObject({ code: 'Cancelled' }); // prettier-ignore
});
