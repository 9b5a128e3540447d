import { backend, getBackend } from '../../tensors/tensors.ts';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import type { RunConfig } from '../../config/schema.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { needsWebGpu } from '../../../test/helpers/requirements.ts';
import type { SimdBackend } from '../../kernels/simd/backend.ts';
import { kindOfRun } from '../../runs/time-steps.ts';
import { StudioDevice } from '../../devices/studio-device.ts';
import { connect, devFile, FEATURE_CRF, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

/** The message with the times of a step. */
const TIMES = /^A training step takes (\d+\.\d|\d+) ms on acme rocket, (\d+\.\d|\d+) ms on WebAssembly SIMD/;

/** A trainer on `auto`, with files. */
async function ready(verdicts = {}) {
  const trainer = connect();
  const opened = await trainer.client.request('open', { device: 'auto', verdicts });
  await trainer.client.request('addFiles', { files: [trainFile(), devFile()] });
  return { ...trainer, opened };
}

/** The key of the verdict on a run. */
function keyOf(config: RunConfig): string {
  return `repeated steps acme rocket  ${kindOfRun(config)}`;
}

const NEEDS_WEBGPU = await needsWebGpu();

describe('two devices to choose from', NEEDS_WEBGPU, () => {
  let asked: MockInstance<GPU['requestAdapter']>;

  beforeEach(() => {
    const requestAdapter = navigator.gpu.requestAdapter.bind(navigator.gpu);
    // The GPU of the tests is a software adapter, which `auto` would not use.
    asked = vi.spyOn(navigator.gpu, 'requestAdapter').mockImplementation(async (options) => {
      const adapter = await requestAdapter(options);
      const info = { vendor: 'acme', architecture: 'rocket', device: '', description: '', isFallbackAdapter: false };
      return Object.defineProperty(adapter!, 'info', { value: info });
    });
  });

  afterEach(() => vi.restoreAllMocks());

  test('are timed before the first run of a kind; the faster one trains all runs of that kind', async () => {
    const { client, opened, chosen, ended } = await ready();
    expect(opened).toMatchObject({ device: 'webgpu', description: 'acme rocket' });
    for (const seed of [1, 2]) {
      const done = ended();
      await client.request('start', { config: { ...SMALL, epochs: 2, seed }, from: 'scratch' });
      await done;
    }
    expect(chosen).toHaveLength(1);
    const { device, verdicts } = chosen[0]!;
    const [, onGpu, onSimd] = TIMES.exec(device.refused[0]!.reason)!;
    expect(device.device).toBe(Number(onGpu) < Number(onSimd) ? 'webgpu' : 'simd');
    expect(Object.values(verdicts)).toEqual([{ device: device.device, reason: device.refused[0]!.reason }]);
  }, 120_000);

  test.each([
    { used: 'simd', other: 'webgpu', name: /^WebAssembly SIMD/ },
    { used: 'webgpu', other: 'simd', name: /^acme rocket/ },
  ])(
    'are not timed again if $used was faster in an earlier session',
    async ({ used, other, name }) => {
      const verdict = { device: used, reason: 'An earlier reason.' };
      const { client, chosen, done } = await ready({ [keyOf(SMALL)]: verdict });
      await client.request('start', { config: { ...SMALL, epochs: 2 }, from: 'scratch' });
      await done;
      expect(chosen).toMatchObject([
        { device: { device: used, refused: [{ device: other, reason: 'An earlier reason.' }] } },
      ]);
      expect(getBackend()).toBe(used);
      const { contents } = await client.request('exportModel', {});
      expect(readBundle(new Uint8Array(await contents.arrayBuffer())).provenance.device).toMatch(name);
    },
    120_000,
  );

  test('a GPU on which timing fails is not used, and the run trains', async () => {
    const { client, chosen, done } = await ready();
    asked.mockResolvedValue(null);
    await client.request('start', { config: { ...FEATURE_CRF, epochs: 2 }, from: 'scratch' });
    expect(await done).toMatchObject({ reason: 'finished' });
    expect(chosen).toMatchObject([{ device: { device: 'simd', refused: [{ device: 'webgpu' }] }, verdicts: {} }]);
    expect(chosen[0]!.device.refused[0]!.reason).toMatch(/^Training failed on acme rocket: .*no GPU/);
    expect((backend() as SimdBackend).threads).toBe(Math.min(navigator.hardwareConcurrency, 8));
  }, 120_000);

  test('timing can be cancelled, and the next run times again', async () => {
    const { client, chosen, done } = await ready();
    const controller = new AbortController();
    const config = { ...FEATURE_CRF, epochs: 2 };
    const started = client.request('start', { config, from: 'scratch' }, controller.signal);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 30_000 });
    controller.abort();
    await expect(started).rejects.toMatchObject({ code: 'Cancelled' });
    expect(chosen).toMatchObject([{ verdicts: {} }]);
    await client.request('start', { config, from: 'scratch' });
    expect(await done).toMatchObject({ reason: 'finished' });
    expect(Object.keys(chosen.at(-1)!.verdicts)).toHaveLength(1);
  }, 120_000);

  test.each([
    { webgpu: 3, simd: 12.34, device: 'webgpu', other: 'simd', times: '3.0 ms on acme rocket, 12 ms on' },
    { webgpu: 30.6, simd: 2.5, device: 'simd', other: 'webgpu', times: '31 ms on acme rocket, 2.5 ms on' },
  ])('$device is faster if steps take $webgpu and $simd ms', async ({ device, other, times, ...step }) => {
    const studioDevice = new StudioDevice();
    await studioDevice.open('auto');
    await studioDevice.chooseFor('a kind', async () => step[getBackend() as 'webgpu' | 'simd']);
    expect(getBackend()).toBe(device);
    expect(studioDevice.report).toMatchObject({ device, refused: [{ device: other }] });
    expect(studioDevice.report!.refused[0]!.reason).toContain(times);
    expect(studioDevice.mayChangeFor('a kind')).toBe(false);
    expect(studioDevice.mayChangeFor('another kind')).toBe(true);
  });

  test('a task runs on each device, and the one that was open is open again, with its report', async () => {
    const studioDevice = new StudioDevice();
    const before = await studioDevice.open('simd', 1);
    const outcomes = await studioDevice.onEach(async ({ device }) => {
      expect(getBackend()).toBe(device);
      if (device === 'webgpu') throw new Error('no such luck');
      return 7;
    });
    expect(outcomes).toEqual([
      { device: 'simd', description: before.description, value: 7 },
      { device: 'webgpu', failure: 'no such luck' },
    ]);
    expect(studioDevice.report).toEqual(before);
    expect(getBackend()).toBe('simd');
  });
});

test('a requested device is not compared', NEEDS_WEBGPU, async () => {
  const trainer = connect();
  await trainer.client.request('open', { device: 'simd' });
  await trainer.client.request('addFiles', { files: [trainFile(), devFile()] });
  await trainer.client.request('start', { config: { ...FEATURE_CRF, epochs: 1 }, from: 'scratch' });
  await trainer.done;
  expect(trainer.chosen).toEqual([]);
});
