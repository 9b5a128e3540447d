import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectTrainer } from '../../../test/app/connected-trainer.ts';
import { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import { epochReport } from '../../../test/app/samples.ts';
import { ABLATION } from '../../config/ablation.ts';
import { DEFAULT_CONFIG } from '../../config/schema.ts';
import { StudioError } from '../../lib/errors.ts';
import { ask, attempt, connect } from './bridge.ts';
import { useDeviceStore } from '../stores/device/device.ts';
import { useNoticeStore } from '../stores/notices.ts';
import { runPrepared, useRunStore } from '../stores/runs/run.ts';
import { series } from '../stores/runs/series.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { trainerEvents } from './events.ts';

let trainer: PacedTrainer;
const CONFIG = { ...DEFAULT_CONFIG, epochs: 100 };
const start = () => ask('start', { config: CONFIG, from: 'scratch' });
const addCorpus = () => ask('addFiles', { files: [sampleFile('a.train')] });
const phase = () => useRunStore.getState().run.phase;

beforeEach(() => {
  trainer = connectTrainer();
});

test('requests are answered; a refusal is a StudioError with its code', async () => {
  await expect(ask('open', { device: 'simd' })).resolves.toMatchObject({ device: 'simd' });
  trainer.refusals.set('exportModel', new StudioError('NotReady', 'There is no model yet.'));
  await expect(ask('exportModel', {})).rejects.toMatchObject({ code: 'NotReady', message: 'There is no model yet.' });
});

test('a failed attempt adds a notice, a cancelled one does not', async () => {
  trainer.refusals.set('pause', new StudioError('Internal', 'Out of order.'));
  expect(await attempt('pause', ask('pause', {}))).toBeUndefined();
  trainer.refusals.set('pause', new StudioError('Cancelled', 'Cancelled.'));
  await attempt('pause', ask('pause', {}));
  expect(useNoticeStore.getState().notices).toMatchObject([{ title: 'Could not pause', message: 'Out of order.' }]);
});

describe('a run', () => {
  beforeEach(async () => {
    await addCorpus();
    runPrepared(CONFIG);
    await start();
    await vi.waitUntil(() => phase() === 'training');
  });

  test('adds steps and epochs to the series, and updates the progress', async () => {
    trainer.steps(4);
    trainer.finishEpoch();
    await vi.waitFor(() => expect(series.epochs).toHaveLength(1));
    expect(series.losses).toHaveLength(trainer.stepsPerEpoch);
    const { tokens } = await ask('plan', { config: DEFAULT_CONFIG });
    expect(useRunStore.getState().progress).toMatchObject({ epoch: 1, step: trainer.stepsPerEpoch, tokens });
  });

  test('updates the model to the best epoch when it ends', async () => {
    const model = () => useWorkspaceStore.getState().workspace.model;
    trainer.finishEpoch();
    await vi.waitFor(() => expect(series.epochs).toHaveLength(1));
    expect(model()).toMatchObject({ name: 'a-model', dev: undefined });
    trainer.done('finished');
    await vi.waitFor(() => expect(model()!.dev?.overall.f1).toBe(series.epochs[0]!.dev.overall.f1));
  });

  test('applies many messages in few updates, without losing any', async () => {
    const before = useRunStore.getState().seriesVersion;
    for (let i = 0; i < 6; i++) trainer.steps(1);
    await vi.waitFor(() => expect(series.losses).toHaveLength(6));
    expect(useRunStore.getState().seriesVersion - before).toBeLessThan(4);
    trainer.done('stopped');
    await vi.waitFor(() => expect(phase()).toBe('stopped'));
    expect(useRunStore.getState().seriesVersion).toBeGreaterThan(before);
  });

  test('applies short epochs in few updates too', async () => {
    const before = useRunStore.getState().seriesVersion;
    for (let i = 1; i <= 50; i++) trainer.emit('train', { kind: 'epoch', report: epochReport(i, 50) });
    await vi.waitFor(() => expect(series.epochs).toHaveLength(50));
    await vi.waitFor(() => expect(useRunStore.getState().seriesVersion).toBeGreaterThan(before));
    expect(useRunStore.getState().seriesVersion - before).toBeLessThan(4);
  });

  test.each([
    ['finished', 'finished'],
    ['patience', 'finished'],
    ['stopped', 'stopped'],
  ] as const)('ends on %s', async (reason, expected) => {
    trainer.done(reason);
    await vi.waitFor(() => expect(phase()).toBe(expected));
  });

  test('keeps the losses reported before a failure', async () => {
    trainer.steps(3);
    trainer.fail(new StudioError('NonFiniteLoss', 'The loss became NaN at step 4.'));
    await vi.waitFor(() => expect(phase()).toBe('failed'));
    expect(series.losses).toHaveLength(3);
    expect(useRunStore.getState().run).toMatchObject({ error: { code: 'NonFiniteLoss' }, crashed: false });
  });

  test('rewinds to the end of an epoch when its device is lost, with a notice', async () => {
    trainer.finishEpoch();
    trainer.steps(5);
    await vi.waitFor(() => expect(series.losses).toHaveLength(trainer.stepsPerEpoch + 5));
    const report = { device: 'simd', description: 'baseline SIMD, 1 thread', threads: 1, refused: [] } as const;
    trainer.emit('deviceLost', {
      failure: { reason: 'unknown', message: 'The GPU was reset.' },
      device: { ...report, refused: [] },
      resumedFromEpoch: 1,
    });
    await vi.waitFor(() => expect(series.losses).toHaveLength(trainer.stepsPerEpoch));
    expect(phase()).toBe('training');
    expect(useDeviceStore.getState().device).toMatchObject({ phase: 'open', report: { device: 'simd' } });
    expect(useNoticeStore.getState().notices[0]?.message).toMatch(/GPU was reset.*baseline SIMD.*epoch 1/);
    const failure = { reason: 'out-of-memory', message: 'Buffer allocation failed.' } as const;
    trainer.emit('deviceLost', { failure, device: { ...report, refused: [] }, resumedFromEpoch: undefined });
    await vi.waitFor(() => expect(useNoticeStore.getState().notices[1]?.title).toBe('The GPU ran out of memory'));
    expect(useNoticeStore.getState().notices[1]?.message).toMatch(/smaller batch.*baseline SIMD/);
  });

  test('a vectors file that can no longer be read is reported by name', async () => {
    trainer.emit('vectorsLost', { name: 'glove.txt' });
    await vi.waitFor(() => expect(useNoticeStore.getState().notices).toHaveLength(1));
    expect(useNoticeStore.getState().notices[0]).toMatchObject({ title: 'glove.txt can no longer be read' });
  });
});

test('events of an ablation do not change the series', async () => {
  await addCorpus();
  const before = useRunStore.getState().seriesVersion;
  await ask('ablate', { config: DEFAULT_CONFIG, rows: [ABLATION[0]!.id], seeds: 1 });
  trainer.finishEpoch();
  await ask('pause', {}); // answered after the events
  expect(useRunStore.getState().seriesVersion).toBe(before);
});

describe('a trainer that crashes', () => {
  test('fails the run and pending requests, and is terminated', async () => {
    trainer.delays.set('score', new Promise(() => undefined));
    const asked = ask('score', { id: 1 });
    trainer.crash('memory access out of bounds');
    await expect(asked).rejects.toMatchObject({ code: 'Internal' });
    expect(useRunStore.getState().run).toMatchObject({ phase: 'failed', crashed: true });
    expect(trainer.isTerminated).toBe(true);
    expect(useWorkspaceStore.getState().workspace.model).toBeUndefined();
    await expect(ask('open', { device: 'auto' })).rejects.toMatchObject({ code: 'NotReady' });
  });

  test('can be replaced', async () => {
    trainer.crash('gone');
    trainer = new PacedTrainer();
    connect(trainerEvents, () => trainer.port);
    await expect(ask('open', { device: 'simd' })).resolves.toMatchObject({ device: 'simd' });
  });
});
