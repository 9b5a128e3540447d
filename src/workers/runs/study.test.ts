import { memory } from '../../tensors/tensors.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Sentence } from '../../data/corpus.ts';
import type { RunResult } from '../../eval/runs.ts';
import type { TrainEvent } from '../../model/events.ts';
import { evaluateCorpus } from '../../model/evaluate.ts';
import type { StudyUpdate } from '../wire/study.ts';
import type { Emit } from '../wire/protocol.ts';
import { LoadedFiles } from '../files/loaded-files.ts';
import { Activity } from '../models/activity.ts';
import { ModelSlot } from '../models/model-slot.ts';
import { WorkerDevice } from '../models/worker-device.ts';
import { RunSession } from './run-session.ts';
import { devFile, file, opened, SMALL, tagsOf, trainFile } from '../../../test/helpers/connected-worker.ts';

const CONFIG = { ...SMALL, patience: 0, epochs: 3 };

const resultsOf = (updates: readonly StudyUpdate[]) =>
  updates.flatMap((one) => (one.kind === 'result' && one.result !== undefined ? [one.result] : []));

describe('several seeds', () => {
  test('are reported one by one within one run; the best of them becomes the model', async () => {
    const studio = await opened();
    const { client, done, events, updates, models } = studio;
    await client.request('start', { config: { ...CONFIG, seed: 4 }, from: 'scratch', seeds: 3 });
    const end = await done;
    expect(updates.map(({ kind }) => kind)).toEqual(['begin', 'result', 'begin', 'result', 'begin', 'result']);
    expect(events.filter(({ kind }) => kind === 'start')).toHaveLength(3);
    expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const results = resultsOf(updates);
    expect(results.map(({ seed, epochs, reason }) => [seed, epochs, reason])).toEqual(
      [4, 5, 6].map((seed) => [seed, 3, 'finished']),
    );
    const best = results.toSorted((a, b) => b.dev.overall.f1 - a.dev.overall.f1)[0]!;
    expect(end).toEqual({
      kind: 'done',
      reason: 'finished',
      bestEpoch: best.bestEpoch,
      bestDevF1: best.dev.overall.f1,
    });
    expect(models.at(-1)).toMatchObject({ config: { seed: best.seed }, dev: best.dev });
    expect(new Set(models.map(({ id }) => id)).size).toBe(1); // one run, one model
    const tags = await tagsOf(studio);

    const alone = await opened();
    await alone.client.request('start', { config: { ...CONFIG, seed: best.seed }, from: 'scratch' });
    await alone.done;
    expect(alone.updates).toEqual([]);
    expect(await tagsOf(alone)).toEqual(tags);
  });

  test('of a model trained further use one seed each', async () => {
    const { client, ended, models } = await opened();
    const [first, config] = [ended(), { ...CONFIG, epochs: 1 }];
    await client.request('start', { config, from: 'scratch' });
    await first;
    const count = models.length;
    const second = ended();
    await client.request('start', { config: { ...config, seed: 4 }, from: 'model', seeds: 2 });
    await second;
    expect(models.slice(count, count + 2).map((model) => model.config.seed)).toEqual([4, 5]);
  });

  test('leave one model on the device, and are stopped together', async () => {
    const studio = await opened();
    const { client, ended, updates } = studio;
    const first = ended();
    await client.request('start', { config: CONFIG, from: 'scratch' });
    await first;
    const tensors = memory().numTensors;
    const second = ended();
    await client.request('start', { config: CONFIG, from: 'scratch', seeds: 3 });
    await second;
    expect(memory().numTensors).toBe(tensors);
    const third = ended();
    await client.request('start', { config: { ...CONFIG, epochs: 1000 }, from: 'scratch', seeds: 3 });
    await client.request('stop', {});
    expect(await third).toMatchObject({ reason: 'stopped' });
    expect(updates.filter(({ kind }) => kind === 'begin')).toHaveLength(4);
    expect(memory().numTensors).toBe(tensors);
  });

  test('are also scored on the test file if it has the same kind of tags', async () => {
    const { client, ended, updates } = await opened();
    const pos = file('pos.test.conll', 'Mira NNP\nleft VBD\n');
    await client.request('addFiles', { files: [pos] });
    const first = ended();
    await client.request('start', { config: { ...CONFIG, epochs: 1 }, from: 'scratch', seeds: 2 });
    await first;
    expect(resultsOf(updates).map((result) => result.test)).toEqual([undefined, undefined]);
    await client.request('addFiles', { files: [file('town.test.conll', await devFile().text())] });
    const second = ended();
    await client.request('start', { config: { ...CONFIG, epochs: 1 }, from: 'scratch', seeds: 2 });
    await second;
    const [result] = resultsOf(updates).slice(-1);
    expect(result!.test!.overall).toEqual(result!.dev.overall);
  });
});

test('a failing seed ends the run without a done event; the best model so far is the current one', async () => {
  const signal = new AbortController().signal;
  const kinds: string[] = [];
  const results: RunResult[] = [];
  const emit: Emit = (name, payload) => {
    kinds.push(name === 'train' ? (payload as TrainEvent).kind : name);
    if (name !== 'study') return;
    const update = payload as StudyUpdate;
    if (update.kind === 'result' && update.result !== undefined) results.push(update.result);
  };
  const activity = new Activity();
  const device = new WorkerDevice(emit);
  const files = new LoadedFiles();
  const models = new ModelSlot(emit, activity, device);
  const runs = new RunSession({ emit, activity, device, files, models });
  await models.openDevice('simd', 1, {});
  await files.add([trainFile(), devFile()], 'own', signal, () => undefined);
  const sentence = { tags: ['B-PER'], spans: [{ start: 0, end: 1, type: 'PER' }], line: 1 };
  const failing = Object.defineProperty(sentence, 'tokens', {
    get: () => {
      if (results.length > 0) throw new Error('no memory');
      return ['Mira'];
    },
  }) as Sentence;
  vi.spyOn(files, 'test').mockReturnValue([failing]);
  await runs.start({ config: { ...CONFIG, epochs: 12 }, from: 'scratch', seeds: 3 }, signal);
  await expect.poll(() => kinds.at(-1), { timeout: 10_000 }).toBe('failed');
  expect(kinds).not.toContain('done');
  expect(results).toHaveLength(2);
  const best = results.toSorted((a, b) => b.dev.overall.f1 - a.dev.overall.f1)[0]!;
  expect(models.infos().model).toMatchObject({ config: { seed: best.seed }, dev: best.dev });
  expect(best.dev.overall.f1).toBeGreaterThan(0);
  const { scores } = await models.useSnapshot((model) => evaluateCorpus(model, files.source().dev));
  expect(scores).toEqual(best.dev);
});

describe('a run in preparation', () => {
  test('does not start after it is cancelled, and leaves nothing behind', async () => {
    const { client, done, models, events } = await opened();
    const cancelled = async (start: (signal: AbortSignal) => Promise<void>) => {
      const controller = new AbortController();
      const asked = start(controller.signal);
      controller.abort();
      await expect(asked).rejects.toMatchObject({ code: 'Cancelled' });
    };
    const tensors = memory().numTensors;
    await cancelled((signal) => client.request('start', { config: CONFIG, from: 'scratch' }, signal));
    await cancelled((signal) => client.request('ablate', { config: CONFIG, rows: ['crf'], seeds: 1 }, signal));
    expect(memory().numTensors).toBe(tensors);
    expect([models, events]).toEqual([[], []]);
    await client.request('start', { config: CONFIG, from: 'scratch' });
    await done;
  });
});

describe('an ablation', () => {
  test('reports its rows and keeps the current model', async () => {
    const studio = await opened();
    const { client, done, ablated, events, models, updates } = studio;
    await client.request('start', { config: CONFIG, from: 'scratch' });
    await done;
    const before = await tagsOf(studio);
    const tensors = memory().numTensors;
    const sent = { events: events.length, models: models.length };

    await client.request('ablate', { config: CONFIG, rows: ['char-cnn', 'softmax'], seeds: 2 });
    const tagged = tagsOf(studio);
    await expect(client.request('start', { config: CONFIG, from: 'scratch' })).rejects.toThrow(/run is in progress/);
    expect(await ablated).toBe('finished');
    expect(await tagged).toEqual(before); // requested while a row was trained
    expect(await tagsOf(studio)).toEqual(before);
    expect(resultsOf(updates).map(({ label, seed }) => [label, seed])).toEqual([
      ['BiLSTM + softmax', 1],
      ['BiLSTM + softmax', 2],
      ['BiLSTM + char-CNN + CRF', 1],
      ['BiLSTM + char-CNN + CRF', 2],
    ]);
    const [softmax, , crf] = resultsOf(updates);
    expect(softmax!.parameters).toBeLessThan(crf!.parameters);
    expect(updates.at(-1)).toEqual({ kind: 'end', reason: 'finished' });
    expect({ events: events.length, models: models.length }).toEqual(sent);
    expect(memory().numTensors).toBe(tensors);
  });

  test('keeps the models of its rows like those of runs if requested, except for rows with less data', async () => {
    const { client, ablated, updates } = await opened();
    const tensors = memory().numTensors;
    const rows = ['char-cnn', 'softmax', 'no-vectors', 'data-50'];
    await client.request('ablate', { config: CONFIG, rows, seeds: 1, keepsModels: true });
    expect(await ablated).toBe('finished');
    expect(memory().numTensors).toBe(tensors);
    const kept = updates.flatMap((update) => (update.kind === 'result' ? [update] : []));
    expect(kept.map((one) => one.kept?.config.decoder)).toEqual(['softmax', 'crf', 'crf', undefined]);
    for (const { kept: row, result } of kept.slice(0, 3)) {
      expect(row!.f1).toBe(result!.dev.overall.f1);
      expect(row!.epochs.map(({ dev }) => dev.overall.f1)).toEqual(result!.curve);
      const name = `${row!.config.decoder}.zip`;
      const { files } = await client.request('addFiles', { files: [new File([row!.bundle], name)] });
      const dev = files.find(({ role }) => role === 'dev')!;
      const { scores } = await client.request('score', { id: dev.id });
      expect(scores.overall.f1).toBe(row!.f1);
    }
  });

  test('needs no model, and can be stopped', async () => {
    const { client, ablated, updates } = await opened();
    const tensors = memory().numTensors;
    await client.request('ablate', { config: { ...CONFIG, epochs: 1000 }, rows: ['crf', 'gru'], seeds: 1 });
    await expect.poll(() => updates.some((one) => one.kind === 'progress' && one.bestDevF1 !== undefined)).toBe(true);
    await client.request('pause', {});
    await client.request('stop', {});
    expect(await ablated).toBe('stopped');
    expect(resultsOf(updates)).toMatchObject([{ label: 'BiLSTM + CRF', reason: 'stopped' }]);
    expect(memory().numTensors).toBe(tensors);
    await expect(client.request('tag', { text: 'Mira' })).rejects.toMatchObject({ code: 'NotReady' });
    await client.request('start', { config: { ...CONFIG, epochs: 1 }, from: 'scratch' });
  });
});

describe('text without labels', () => {
  const config = { ...CONFIG, epochs: 8, learningRate: 0.03, seed: 4 };
  const text = file('notes.txt', 'Mira left Berlin .\n\nTom went to Oslo on Monday .\n\nNobody came .\n');

  test('is learnt from by teachers and a student in one run; the best of them becomes the model', async () => {
    const { client, done, events, updates, models } = await opened();
    await client.request('addFiles', { files: [text] });
    const plan = await client.request('plan', { config, unlabelled: true });
    expect(plan.times).toBeGreaterThan(3);
    await client.request('start', { config, from: 'scratch', unlabelled: true });
    await done;
    const begun = updates.flatMap((one) => (one.kind === 'begin' ? [one] : []));
    expect(begun.map(({ label, seed, epochs }) => [label, seed, epochs])).toEqual([
      ['teacher', 4, 8],
      ['teacher', 5, 8],
      ['teacher', 6, 8],
      ['student', 7, 3],
    ]);
    const [labelled, compared] = [updates.find(({ kind }) => kind === 'labelled'), updates.at(-2)];
    expect(labelled).toMatchObject({ kind: 'labelled', of: 3 });
    const results = resultsOf(updates);
    const [student, ...teachers] = results.map(({ dev }) => dev.overall.f1).toReversed();
    const f1 = [student!, Math.max(...teachers)].map((one) => expect.closeTo(one, 9) as number);
    expect(compared).toMatchObject({ kind: 'compared', difference: { f1 } });
    expect(events.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    const best = results.toSorted((a, b) => b.dev.overall.f1 - a.dev.overall.f1)[0]!;
    expect(models.at(-1)).toMatchObject({ config: { seed: best.seed }, dev: best.dev });
  });

  test('is stopped as one run, and is needed', async () => {
    const { client, ended, updates } = await opened();
    const start = (epochs: number) =>
      client.request('start', { config: { ...config, epochs }, from: 'scratch', unlabelled: true });
    await expect(start(1)).rejects.toMatchObject({ code: 'NotReady', message: /text without labels/ });
    await client.request('addFiles', { files: [text] });
    const end = ended();
    await start(1000);
    await client.request('stop', {});
    expect(await end).toMatchObject({ reason: 'stopped' });
    expect(updates.filter(({ kind }) => kind === 'begin')).toHaveLength(1);
  });
});

test('the sentences of texts and of corpora without tags, in documents of their own', async () => {
  const files = new LoadedFiles();
  const { signal } = new AbortController();
  const documents = file('pool.conll', '-DOCSTART-\n\nMira\nleft\n\n-DOCSTART-\n\nTom\ncame\n');
  const texts = [file('a.txt', 'Ada went home. She slept.'), file('b.txt', 'Oslo is far.')];
  await files.add([trainFile(), documents, ...texts], 'own', signal, () => undefined);
  expect(files.summary().unlabelled).toEqual(['pool.conll', 'a.txt', 'b.txt']);
  const pool = await files.unlabelled(signal);
  expect(pool.map(({ tokens, document }) => [tokens[0], document])).toEqual([
    ['Mira', 0],
    ['Tom', 1],
    ['Ada', 2],
    ['She', 2],
    ['Oslo', 3],
  ]);
});
