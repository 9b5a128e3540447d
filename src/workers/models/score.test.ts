import { expect, test } from 'vitest';
import { connect, file, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

test('scores a file and lists its errors by sentence', async () => {
  const { client, done } = connect();
  await client.request('open', { device: 'simd' });
  await client.request('addFiles', { files: [trainFile()] });
  await client.request('start', { config: SMALL, from: 'scratch' });
  await done;
  // Rivers are not persons, so a model that tags Mira as a person is wrong about this gold.
  const text = 'lies O\non O\nthe O\ncoast O\n\nMira B-RIVER\nmet O\nTom B-PER\n';
  const workspace = await client.request('addFiles', { files: [file('own.test', text)] });
  const id = workspace.files.find(({ name }) => name === 'own.test')!.id;

  const report = await client.request('score', { id });
  const { scores, errors, unknownTypes } = report;
  expect(unknownTypes).toMatch(/^The model has no tags for these types and cannot find them: RIVER\. It knows .*PER/);
  expect(errors.sentences).toEqual([
    expect.objectContaining({ line: 6, tokens: ['Mira', 'met', 'Tom'], gold: [span(0, 'RIVER'), span(2, 'PER')] }),
  ]);
  const [error] = errors.sentences[0]!.errors;
  expect(error).toMatchObject({ gold: span(0, 'RIVER') });
  const correct = errors.counts.filter(({ kind }) => kind === 'correct').reduce((sum, { count }) => sum + count, 0);
  expect(correct).toBe(scores.overall.correct);

  const sum = (rows: readonly { support: number }[]) => rows.reduce((total, { support }) => total + support, 0);
  expect(report.trainedOn).toEqual({ files: 'town.train.conll', sentences: expect.any(Number), areLoaded: true });
  expect(report.slices.seen!.map(({ slice, support }) => [slice, support])).toEqual([
    ['seen', 2],
    ['partly', 0],
    ['vectors', 0],
    ['unknown', 0],
  ]);
  expect(error!.slices.seen).toBe('seen');
  expect(report.repeated, 'in the training data, and of at least five tokens').toBe(0);
  const train = workspace.files.find(({ role }) => role === 'train')!;
  expect((await client.request('score', { id: train.id })).repeated).toBeGreaterThan(0);
  const dev = await client.request('devSlices', {});
  expect(dev.epoch).toBeGreaterThan(0);
  expect(sum(dev.slices.seen!)).toBe(sum(dev.slices.entityLength));
  expect(sum(dev.slices.seen!)).toBeGreaterThan(0);

  const other = [file('town.train.conll', `${text}\nElse O\n`), file('own.test', text)];
  const changed = await client.request('addFiles', { files: other });
  const again = await client.request('score', { id: changed.files.find(({ name }) => name === 'own.test')!.id });
  expect(again.trainedOn.areLoaded, 'another file of that name').toBe(false);
  expect(again.slices.seen).toBeUndefined();
  expect((await client.request('stress', { id })).tests.map((one) => one.id)).not.toContain('unseen');

  const predictions = await client.request('predict', { id });
  expect(predictions.name).toBe('own.test.predicted.conll');
});

function span(token: number, type: string) {
  return { start: token, end: token + 1, type };
}
