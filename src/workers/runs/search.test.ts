import { describe, expect, test, vi } from 'vitest';
import { devFile, file, opened, SMALL, type Connection } from '../../../test/helpers/connected-worker.ts';
import type { SearchSpec, Trial } from '../../search/state.ts';

const REQUEST: Omit<SearchSpec, 'data'> = {
  start: { ...SMALL, epochs: 6, patience: 1 },
  ranges: { learningRate: { kind: 'interval', low: 0.003, high: 0.1, scale: 'log' } },
  budget: 60,
};

const trialsOf = ({ searched }: Connection): Trial[] =>
  searched.flatMap((update) => (update.kind === 'result' ? [update.trial] : []));

const endOf = ({ searched }: Connection) => searched.find(({ kind }) => kind === 'end');

const known = ({ plan, result }: Trial) => ({ plan, f1: result.f1 });

describe('a search', () => {
  test('reports trials with their epochs, can be stopped, and resumes in another worker with the same trials', async () => {
    const first = await opened();
    const spec = await first.client.request('search', { ...REQUEST, trials: [] });
    expect(spec.data).toMatchObject({ sentences: 6, wordDim: SMALL.wordDim });
    await vi.waitFor(() => expect(trialsOf(first).length).toBeGreaterThanOrEqual(5), { timeout: 20_000, interval: 5 });
    await first.client.request('stop', {});
    await vi.waitFor(() => expect(endOf(first)).toEqual({ kind: 'end', reason: 'stopped' }), { timeout: 20_000 });
    const trials = trialsOf(first);
    for (const update of first.searched) {
      if (update.kind !== 'result') continue;
      expect(update.epochs).toHaveLength(update.trial.plan.config.epochs);
      expect(update.epochs[0]).not.toHaveProperty('transitions');
    }
    expect(first.models).toEqual([]); // models of trials do not become the current one

    const second = await opened();
    const before = trials.slice(0, 3);
    await second.client.request('search', { ...spec, trials: before });
    await vi.waitFor(() => expect(trialsOf(second).length).toBeGreaterThanOrEqual(2), { timeout: 20_000 });
    expect(trialsOf(second).slice(0, 2).map(known)).toEqual(trials.slice(3, 5).map(known));
    await second.client.request('stop', {});
  }, 60_000);

  test('ends before the final training, which is an ordinary run', async () => {
    const studio = await opened();
    await studio.client.request('search', { ...REQUEST, budget: 0.5, trials: [] });
    await vi.waitFor(() => expect(endOf(studio)).toEqual({ kind: 'end', reason: 'finished' }), { timeout: 30_000 });
    expect(trialsOf(studio).every(({ plan }) => plan.stage !== 'final')).toBe(true);
    await studio.client.request('start', { config: { ...SMALL, epochs: 1 }, from: 'scratch' });
    expect(await studio.done).toMatchObject({ reason: 'finished' });
  }, 60_000);

  test('does not resume with other files, or during a run', async () => {
    const { client, done } = await opened();
    const spec = await client.request('search', { ...REQUEST, trials: [] });
    await expect(client.request('start', { config: SMALL, from: 'scratch' })).rejects.toMatchObject({
      code: 'NotReady',
    });
    await client.request('stop', {});
    const other = await opened();
    await other.client.request('addFiles', { files: [file('more.train.conll', await devFile().text())] });
    await expect(other.client.request('search', { ...spec, trials: [] })).rejects.toMatchObject({
      code: 'BadInput',
      message: expect.stringContaining('it was started with other sentences, tags, vectors, name lists') as string,
    });
    void done;
  }, 60_000);
});
