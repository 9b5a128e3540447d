import { expect, test } from 'vitest';
import { loseDevice } from '../../devices/open.ts';
import { connect, devFile, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

test('a run resumes after the last epoch with one thread if a thread fails', async () => {
  const { client, events, failures, done } = connect();
  expect(await client.request('open', { device: 'simd', threads: 2 })).toMatchObject({ threads: 2 });
  await client.request('addFiles', { files: [trainFile(), devFile()] });
  await client.request('start', { config: { ...SMALL, epochs: 20, patience: 0 }, from: 'scratch' });
  await expect.poll(() => events.filter(({ kind }) => kind === 'epoch').length, { interval: 1 }).toBeGreaterThan(1);
  loseDevice();
  expect(await done).toMatchObject({ reason: 'finished' });
  expect(failures).toMatchObject([{ device: { device: 'simd', threads: 1 } }]);
  expect(failures[0]!.resumedFromEpoch).toBeGreaterThan(0);
  const epochs = events.flatMap((event) => (event.kind === 'epoch' ? [event.report.epoch] : []));
  expect(epochs).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  const { sentences } = await client.request('tag', { text: 'Mira left.' });
  expect(sentences).toHaveLength(1);
});
