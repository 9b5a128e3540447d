import { describe, expect, test } from 'vitest';
import { loseDevice } from '../../devices/open.ts';
import { needsWebGpu } from '../../../test/helpers/requirements.ts';
import { connect, devFile, FEATURE_CRF, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

describe('a GPU that is lost', await needsWebGpu(), () => {
  test('during a run: the run resumes on simd after the last epoch', async () => {
    const { client, events, failures, done } = connect();
    expect(await client.request('open', { device: 'webgpu' })).toMatchObject({ device: 'webgpu' });
    await client.request('addFiles', { files: [trainFile(), devFile()] });
    await client.request('start', { config: { ...SMALL, epochs: 8 }, from: 'scratch' });
    await expect
      .poll(() => events.filter(({ kind }) => kind === 'epoch').length, { timeout: 120_000 })
      .toBeGreaterThan(1);
    loseDevice();
    expect(await done).toMatchObject({ reason: 'finished' });
    expect(failures).toHaveLength(1);
    expect(failures[0]!.device.device).toBe('simd');
    const epochs = events.flatMap((event) => (event.kind === 'epoch' ? [event.report.epoch] : []));
    expect(epochs).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(failures[0]!.resumedFromEpoch).toBeGreaterThan(0);
    const { sentences } = await client.request('tag', { text: 'Mira left.' });
    expect(sentences).toHaveLength(1);
  }, 180_000);

  test('at the end of a run, which is finished on simd', async () => {
    const { client, events, failures, done } = connect();
    await client.request('open', { device: 'webgpu' });
    await client.request('addFiles', { files: [trainFile(), devFile()] });
    const epochs = 2;
    const isOver = () => events.some((event) => event.kind === 'epoch' && event.report.epoch === epochs);
    await client.request('start', { config: { ...FEATURE_CRF, epochs }, from: 'scratch' });
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve));
    loseDevice(); // while the confidence is calibrated
    expect(await done).toMatchObject({ reason: 'finished' });
    const { sentences } = await client.request('tag', { text: 'Mira left.' });
    expect(sentences).toHaveLength(1);
    expect(failures).toMatchObject([{ device: { device: 'simd' } }]);
  }, 180_000);

  test('outside of a run: the model continues to tag, on simd', async () => {
    const { client, failures, done } = connect();
    await client.request('open', { device: 'webgpu' });
    await client.request('addFiles', { files: [trainFile(), devFile()] });
    await client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'scratch' });
    await done;
    const before = await client.request('tag', { text: 'Mira left Oslo.' });
    loseDevice(); // the next task may fail before the failure is reported
    const after = await client.request('tag', { text: 'Mira left Oslo.' });
    expect(failures).toMatchObject([{ device: { device: 'simd' }, resumedFromEpoch: undefined }]);
    const tags = ({ sentences }: typeof after) => sentences[0]!.tokens.map(({ tag }) => tag);
    expect(tags(after)).toEqual(tags(before));
  }, 180_000);
});
