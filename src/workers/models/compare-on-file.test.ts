import { expect, test } from 'vitest';
import { connect, devFile, SMALL, trainFile } from '../../../test/helpers/connected-worker.ts';

test('compares a kept model with the current one on dev and on a file; not during a run', async () => {
  const { client, ended } = connect();
  await client.request('open', { device: 'simd' });
  const { files } = await client.request('addFiles', { files: [trainFile(), devFile()] });
  const trained = async (epochs: number) => {
    const end = ended();
    await client.request('start', { config: { ...SMALL, epochs }, from: 'scratch' });
    await end;
    return (await client.request('exportModel', {})).contents;
  };
  const first = await trained(1);
  const second = await trained(12);
  const dev = files.find(({ role }) => role === 'dev')!.id;

  const same = await client.request('compareModels', { models: [second, undefined], file: undefined });
  expect(same.file).toBe('town.dev.conll');
  expect(same.comparison.f1).toMatchObject({ difference: 0, interval: [0, 0], p: 1, units: 3 });
  expect(same.comparison.sentences).toEqual([]);

  const { comparison } = await client.request('compareModels', { models: [first, second], file: dev });
  const scores = await client.request('score', { id: dev });
  expect(comparison.f1.f1[1]).toBeCloseTo(scores.scores.overall.f1, 12);
  const { both, first: onlyFirst, second: onlySecond, neither } = comparison.found;
  expect(both + onlyFirst + onlySecond + neither).toBe(scores.scores.overall.support);
  expect(both + onlySecond).toBe(scores.scores.overall.correct);
  expect(comparison.sentences.flatMap(({ decided }) => decided)).toHaveLength(onlyFirst + onlySecond);

  await client.request('start', { config: { ...SMALL, epochs: 500 }, from: 'scratch' });
  const refused = client.request('compareModels', { models: [first, second], file: dev });
  await expect(refused).rejects.toMatchObject({
    code: 'NotReady',
    message: expect.stringContaining('compare models') as string,
  });
  const end = ended();
  await client.request('stop', {});
  await end;
});
