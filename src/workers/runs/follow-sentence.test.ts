import { expect, test } from 'vitest';
import { connect, devFile, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';
import type { FollowedSentence } from '../wire/payloads.ts';

const TEXT = 'Mira met Tom Arden in Oslo. They left.';
const CONFIG = { ...SMALL, epochs: 4, patience: 0 };

/** Trains, and returns the followed sentences, the final weights, and the inspection of the text by the final model. */
async function trained(text: string, averaging: number) {
  const { client, events, followed, done } = connect();
  await client.request('open', { device: 'simd' });
  await client.request('addFiles', { files: [trainFile(), devFile()] });
  await client.request('follow', { text });
  await client.request('start', { config: { ...CONFIG, averaging }, from: 'scratch' });
  const { bestEpoch } = await done;
  const inspection = await client.request('inspect', { text: TEXT });
  const losses = events.flatMap((event) => (event.kind === 'steps' ? [...event.losses] : []));
  return { followed, bestEpoch, inspection, losses };
}

test.each([0, 0.9])(
  'each epoch has the sentence computed with its scored weights (averaging %f)',
  async (averaging) => {
    const { followed, bestEpoch, inspection } = await trained(TEXT, averaging);
    expect(followed.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4]);
    const best = followed.find(({ epoch }) => epoch === bestEpoch) as FollowedSentence;
    expect(best.tokens).toEqual(['Mira', 'met', 'Tom', 'Arden', 'in', 'Oslo', '.']);
    expect(best.emissions).toEqual(inspection.sentences[0]!.emissions); // the final model has the best weights
    expect(best.scores).toEqual(inspection.scores);
    const [first, last] = [followed[0]!, followed[3]!];
    expect(first.emissions).not.toEqual(last.emissions);
  },
);

test('following leaves the run bit-identical; without a text nothing is followed', async () => {
  const [with_, without] = [await trained(TEXT, 0), await trained('', 0)];
  expect(without.followed).toEqual([]);
  expect(with_.losses).toEqual(without.losses);
  expect(with_.inspection.sentences).toEqual(without.inspection.sentences);
});

test('a long sentence is not followed', async () => {
  const { followed } = await trained(Array.from({ length: 61 }, () => 'Oslo').join(' '), 0);
  expect(followed).toEqual([]);
});
