import { memory } from '../../tensors/tensors.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountOf } from '../../insight/account.ts';
import { trellisOf } from '../../insight/trellis.ts';
import { tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { inspectText, type Inspection } from './inspect.ts';
import { tagText } from '../texts/text.ts';

const TEXT = 'Ada Vale left Norrby. Mio lives in Norrby in May.';

beforeAll(useReferences);

function sentenceOf(inspection: Inspection, index: number) {
  const { tags, scores, illegal, isConstrained, sentences } = inspection;
  return { ...sentences[index]!, tags, scores, illegal, isConstrained };
}

describe.each([
  ['a CRF', { decoder: 'crf' }],
  ['a constrained CRF', { decoder: 'crf', constraints: true }],
  ['softmax', { decoder: 'softmax' }],
  ['a model that reads documents', { context: 'document' }],
  ['a model with a second pass', { context: 'document', consistency: 2.5 }],
] as const)('an inspection of %s', (_, settings) => {
  test('explains the tags that the sentence box shows, with their probabilities', async () => {
    const { model } = tinyRun(undefined, settings);
    const inspection = await inspectText(model, TEXT);
    const tagged = await tagText(model, TEXT);
    expect(inspection.sentences.map(({ tokens }) => tokens)).toEqual(
      tagged.sentences.map(({ tokens }) => tokens.map(({ text }) => text)),
    );
    tagged.sentences.forEach(({ tokens, otherReadings }, s) => {
      const trellis = trellisOf(sentenceOf(inspection, s));
      const { T, K, path, probabilities } = trellis;
      expect(T).toBe(tokens.length);
      tokens.forEach(({ probability }, t) => expect(probabilities[t * K + path[t]!]).toBeCloseTo(probability, 6));
      const { probability, score } = accountOf(trellis, path);
      expect(score).toBeCloseTo(trellis.score, 4);
      const others = otherReadings.reduce((sum, reading) => sum + reading.probability, 0);
      expect(probability + others).toBeLessThan(1 + 1e-6);
    });
  });
});

test('a text without words has no sentences, and nothing is left on the device', async () => {
  const { model } = tinyRun();
  const before = memory().numTensors;
  expect((await inspectText(model, ' \n ')).sentences).toEqual([]);
  await inspectText(model, TEXT);
  expect(memory().numTensors).toBe(before);
});
