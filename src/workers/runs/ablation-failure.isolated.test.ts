import { expect, test } from 'vitest';
import { loseDevice } from '../../devices/open.ts';
import { connect, devFile, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

// In its own file: after a failure, threads are unavailable for the rest of the process.
test('an ablation resumes after the last epoch if a thread fails, and the current model still tags', async () => {
  const { client, events, failures, updates, done, ablated } = connect();
  expect(await client.request('open', { device: 'simd', threads: 2 })).toMatchObject({ threads: 2 });
  await client.request('addFiles', { files: [trainFile(), devFile()] });
  await client.request('start', { config: { ...SMALL, epochs: 1 }, from: 'scratch' });
  await done;
  const before = await client.request('tag', { text: 'Mira left.' });
  const eventsBefore = events.length;
  await client.request('ablate', {
    config: { ...SMALL, epochs: 40, patience: 0 },
    rows: ['char-cnn', 'gru'],
    seeds: 1,
  });
  const isScored = () => updates.some((one) => one.kind === 'progress' && one.bestDevF1 !== undefined);
  await expect.poll(isScored, { interval: 1 }).toBe(true);
  loseDevice();
  expect(await ablated).toBe('finished');
  expect(failures).toMatchObject([{ device: { device: 'simd', threads: 1 } }]);
  const results = updates.flatMap((one) => (one.kind === 'result' ? [one.result!] : []));
  expect(results).toMatchObject([
    { reason: 'finished', epochs: 40 },
    { reason: 'finished', epochs: 40 },
  ]);
  expect(events).toHaveLength(eventsBefore);
  const after = await client.request('tag', { text: 'Mira left.' });
  expect(after.sentences).toEqual(before.sentences);
});
