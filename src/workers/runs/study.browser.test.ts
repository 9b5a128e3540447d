import { memory } from '../../tensors/tensors.ts';
import { expect, test } from 'vitest';
import { needsWebGpu } from '../../../test/helpers/requirements.ts';
import { connect, devFile, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

const OPTIONS = { ...(await needsWebGpu()), timeout: 180_000 };

test('studies on webgpu: seeds, then an ablation next to their model', OPTIONS, async () => {
  const { client, failures, updates, done, ablated } = connect();
  expect(await client.request('open', { device: 'webgpu' })).toMatchObject({ device: 'webgpu' });
  await client.request('addFiles', { files: [trainFile(), devFile()] });
  const config = { ...SMALL, epochs: 2, patience: 0 };
  await client.request('start', { config, from: 'scratch', seeds: 2 });
  expect(await done).toMatchObject({ reason: 'finished' });
  const tensors = memory().numTensors;
  const { sentences } = await client.request('tag', { text: 'Mira left Oslo.' });

  await client.request('ablate', { config, rows: ['softmax', 'gru'], seeds: 1 });
  expect(await ablated).toBe('finished');
  const results = updates.flatMap((one) => (one.kind === 'result' ? [one.result] : []));
  expect(results).toMatchObject(Array.from({ length: 4 }, () => ({ reason: 'finished', epochs: 2 })));
  expect(failures).toEqual([]);
  expect(memory().numTensors).toBe(tensors);
  expect(await client.request('tag', { text: 'Mira left Oslo.' })).toMatchObject({ sentences });
});
