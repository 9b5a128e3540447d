import { beforeEach, describe, expect, test } from 'vitest';
import { devFile, file, trainFile } from '../helpers/connected-worker.ts';
import { noAblationRow, noModelToTrainFurther } from '../../src/workers/wire/refusals.ts';
import { models } from './events.ts';
import { CONFIG, ENDLESS, NO_FILE, TEXT, UNKNOWN_FILE, refusal, Trainer } from './trainer.ts';

const NO_TRAINING_FILE = refusal('NotReady', 'training file');

let trainer: Trainer;
let request: Trainer['client']['request'];

beforeEach(async () => {
  trainer = await Trainer.connect();
  request = (name, params, signal) => trainer.client.request(name, params, signal);
});

test('open reports the device, and why the other is not used', async () => {
  const report = await request('open', { device: 'simd', threads: 1 });
  expect(report).toMatchObject({ device: 'simd', threads: 1, description: expect.any(String) as string });
  expect(report.oneThread).toEqual(expect.any(String));
  expect(report.refused).toEqual([{ device: 'webgpu', reason: expect.any(String) as string }]);
});

describe('files', () => {
  test('without any, training is blocked', async () => {
    expect(await request('removeFile', { id: NO_FILE })).toEqual({
      files: [],
      texts: [],
      lists: [],
      unlabelled: [],
      vectors: undefined,
      model: undefined,
      previous: undefined,
      rejected: [],
      blockers: [expect.stringContaining('training file')],
      devSplit: undefined,
    });
  });

  test('are described, with rejected ones, and progress is reported until the end', async () => {
    const added = [trainFile(), devFile(), file('notes.txt', TEXT), file('empty.conll', '')];
    const { files, texts, rejected, blockers, devSplit } = await request('addFiles', { files: added });
    expect(files.map(({ name, role, isSample }) => [name, role, isSample])).toEqual([
      ['town.train.conll', 'train', false],
      ['town.dev.conll', 'dev', false],
    ]);
    expect(files[0]!.summary).toMatchObject({ sentences: 6 });
    expect(texts).toMatchObject([{ name: 'notes.txt', characters: TEXT.length }]);
    expect(rejected).toMatchObject([{ name: 'empty.conll', error: { code: expect.any(String) as string } }]);
    expect([blockers, devSplit]).toEqual([[], undefined]);
    const progress = trainer.sent.map(({ name, payload }) => name === 'progress' && payload?.task);
    expect(new Set(progress.slice(0, -1))).toEqual(new Set(['reading']));
    expect(progress.at(-1)).toBeUndefined();
  });

  test('are removed, restored and discarded', async () => {
    const names = ({ files }: { files: { name: string }[] }) => files.map(({ name }) => name);
    const { files } = await request('addFiles', { files: [trainFile(), devFile()] });
    const { id } = files[1]!;
    expect(names(await request('removeFile', { id }))).toEqual(['town.train.conll']);
    expect(names(await request('restoreFiles', { ids: [id] }))).toEqual(['town.train.conll', 'town.dev.conll']);
    await request('removeFile', { id });
    expect(await request('discardFiles', { ids: [id] })).toBeUndefined();
    expect(names(await request('restoreFiles', { ids: [id] }))).toEqual(['town.train.conll']);
  });

  test('get another role and scheme', async () => {
    const { files } = await request('addFiles', { files: [trainFile(), devFile()] });
    const after = await request('updateFile', { id: files[1]!.id, role: 'unused', scheme: 'BIOES' });
    expect(after.files[1]).toMatchObject({ role: 'unused', style: { scheme: 'BIOES' } });
    await expect(request('updateFile', { id: NO_FILE, role: 'dev' })).rejects.toMatchObject(UNKNOWN_FILE);
  });

  test('have a preview of their sentences', async () => {
    const { files } = await request('addFiles', { files: [trainFile()] });
    const preview = await request('preview', { id: files[0]!.id, from: 4, count: 5 });
    expect(preview).toMatchObject([
      { tokens: ['The', 'Harbour', 'Board', 'met', 'in', 'Brenna'], spans: [{ start: 1, end: 3, type: 'ORG' }, {}] },
      { line: expect.any(Number) as number, tags: expect.any(Array) as string[] },
    ]);
    await expect(request('preview', { id: NO_FILE, from: 0, count: 1 })).rejects.toMatchObject(UNKNOWN_FILE);
  });
});

describe('refused requests', () => {
  test('a run without a training file', async () => {
    await expect(request('plan', { config: CONFIG })).rejects.toMatchObject(NO_TRAINING_FILE);
    await expect(trainer.start(CONFIG)).rejects.toMatchObject(NO_TRAINING_FILE);
    await expect(trainer.ablate(CONFIG, ['softmax'])).rejects.toMatchObject(NO_TRAINING_FILE);
    expect(trainer.sent).toEqual([]);
  });

  test('a run with invalid settings', async () => {
    await trainer.addCorpora();
    const reason = refusal('BadConfig', 'epochs is 0: expected a whole number');
    const config = { ...CONFIG, epochs: 0 };
    await expect(request('plan', { config })).rejects.toMatchObject(reason);
    await expect(trainer.start(config)).rejects.toMatchObject(reason);
    await expect(trainer.ablate(config, ['softmax'])).rejects.toMatchObject(reason);
    expect(trainer.sent).toEqual([]);
  });

  test('a run from a missing model, or one with another kind of tags', async () => {
    await trainer.addCorpora();
    await expect(trainer.start(CONFIG, 'model')).rejects.toEqual(noModelToTrainFurther());
    await trainer.start(CONFIG);
    await trainer.ended();
    await request('addFiles', { files: [file('pos.train.conll', 'Mira NOUN\nsails VERB\n\nOslo NOUN\n')] });
    await expect(trainer.start(CONFIG, 'model')).rejects.toMatchObject({ code: 'BadCorpus' });
  });

  test('an ablation without rows', async () => {
    await trainer.addCorpora();
    await expect(trainer.ablate(CONFIG, [])).rejects.toEqual(noAblationRow());
  });

  test('requests that are not possible during a run', async () => {
    await trainer.trainModel();
    const bundle = await request('exportModel', {});
    await trainer.start(ENDLESS);
    const forbidden = (action: string) => refusal('NotReady', ` to ${action}.`);
    const start = request('start', { config: CONFIG, from: 'scratch' });
    await expect(start).rejects.toMatchObject(forbidden('start another run'));
    const ablate = request('ablate', { config: CONFIG, rows: ['softmax'], seeds: 1 });
    await expect(ablate).rejects.toMatchObject(forbidden('start an ablation'));
    await expect(request('open', { device: 'simd' })).rejects.toMatchObject(forbidden('change the device'));
    await expect(request('removeModel', {})).rejects.toMatchObject(forbidden('remove the model'));
    await expect(request('restoreModel', {})).rejects.toMatchObject(forbidden('restore a model'));
    const files = [new File([bundle.contents], bundle.name)];
    const { rejected } = await request('addFiles', { files });
    expect(rejected).toMatchObject([{ name: bundle.name, error: forbidden('load a model') }]);
    await trainer.stopped();
  });
});

describe('a plan', () => {
  test('has the sizes of the run, and marks illegal transitions', async () => {
    await trainer.addCorpora();
    const plan = await request('plan', { config: CONFIG });
    expect(plan).toMatchObject({ sentences: 6, stepsPerEpoch: 2, tokens: 33, devTokens: 16 });
    expect(plan.tags.slice(0, 5)).toEqual(['O', 'B-LOC', 'I-LOC', 'E-LOC', 'S-LOC']);
    const K = plan.tags.length;
    expect(plan.illegal.transitions).toHaveLength(K ** 2);
    const [inside, single] = [plan.tags.indexOf('I-LOC'), plan.tags.indexOf('S-LOC')];
    expect([plan.illegal.start[inside], plan.illegal.start[single], plan.illegal.end[inside]]).toEqual([1, 0, 1]);
    await trainer.start(CONFIG);
    const [model] = models(await trainer.ended());
    expect({ tags: model!.tags, illegal: model!.illegal, parameters: model!.parameters }).toEqual({
      tags: plan.tags,
      illegal: plan.illegal,
      parameters: plan.parameters,
    });
  });
});
