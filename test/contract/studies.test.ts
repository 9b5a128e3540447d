import { beforeEach, describe, expect, test, vi } from 'vitest';
import { file } from '../helpers/connected-worker.ts';
import { bestOf, kinds, models, updates, train, type Start } from './events.ts';
import { CONFIG, DIVERGING, ENDLESS, WAITING, TRAINERS, type Trainer } from './trainers.ts';

describe.each(TRAINERS)('%s', (_, connect) => {
  let trainer: Trainer;

  beforeEach(async () => {
    trainer = await connect();
    await trainer.addCorpora();
  });

  describe('several seeds', () => {
    test('run one after the other, with a result each, and a single done event of the best', async () => {
      await trainer.start({ ...CONFIG, epochs: 2 }, 'scratch', 2);
      const sent = await trainer.ended();
      const epochs = '( steps)+ scoring epoch( steps)+ scoring epoch';
      expect(kinds(sent)).toMatch(
        new RegExp(`^model begin start${epochs} result model begin start${epochs} result model done$`),
      );
      expect(updates(sent, 'begin')).toEqual(
        [0, 1].map((i) => ({ kind: 'begin', index: i, label: 'seeds', seed: CONFIG.seed + i, epochs: 2 })),
      );
      const results = updates(sent, 'result');
      expect(results.map(({ index, problem }) => [index, problem])).toEqual([
        [0, undefined],
        [1, undefined],
      ]);
      const reports = train(sent, 'epoch').map(({ report }) => report);
      results.forEach(({ result }, i) => {
        const own = reports.slice(2 * i, 2 * i + 2);
        const best = own[bestOf(own) - 1]!;
        expect(result).toMatchObject({
          label: 'seeds',
          seed: CONFIG.seed + i,
          reason: 'finished',
          epochs: 2,
          bestEpoch: best.epoch,
          curve: own.map(({ dev }) => dev.overall.f1),
          dev: best.dev,
          test: undefined,
          parameters: (train(sent, 'start') as [Start])[0].parameters,
        });
      });
      const [one, other] = results.map(({ result }) => result!);
      const best = other!.dev.overall.f1 > one!.dev.overall.f1 ? other! : one!;
      expect(train(sent, 'done')).toMatchObject([{ bestEpoch: best.bestEpoch, bestDevF1: best.dev.overall.f1 }]);
      expect(new Set(models(sent).map(({ id }) => id)).size).toBe(1);
      expect(models(sent).at(-1)).toMatchObject({ dev: best.dev, config: { seed: best.seed } });
    });

    test('are scored on a test file', async () => {
      await trainer.client.request('addFiles', { files: [file('town.test.conll', 'Mira B-PER\nleft O\n')] });
      await trainer.start({ ...CONFIG, epochs: 1 }, 'scratch', 2);
      const results = updates(await trainer.ended(), 'result').map(({ result }) => result!);
      expect(results.map(({ test }) => typeof test?.overall.f1)).toEqual(['number', 'number']);
    });

    test('stopped in the first have one result', async () => {
      await trainer.start(ENDLESS, 'scratch', 3);
      await trainer.scored(1);
      const sent = await trainer.stopped();
      expect(updates(sent, 'begin')).toHaveLength(1);
      expect(updates(sent, 'result')).toMatchObject([{ index: 0, result: { reason: 'stopped', test: undefined } }]);
      expect(kinds(sent)).toMatch(/ result model done$/);
      expect(train(sent, 'done')).toMatchObject([{ reason: 'stopped' }]);
    });

    test('if all fail, have a problem each, then the failure is sent', async () => {
      await trainer.start(DIVERGING, 'scratch', 2);
      const sent = await trainer.ended();
      expect(updates(sent, 'result').map(({ problem }) => problem)).toEqual([
        expect.stringContaining('The loss'),
        expect.stringContaining('The loss'),
      ]);
      expect(kinds(sent)).toMatch(/ result model failed$/);
    });
  });

  describe('an ablation', () => {
    test('sends the start, progress and result of each row, and its end; no run events, no models', async () => {
      await trainer.ablate({ ...CONFIG, epochs: 2 }, ['softmax', 'gru']);
      const sent = await trainer.ended();
      expect(kinds(sent)).toMatch(/^begin( progress)+ result begin( progress)+ result end$/);
      expect(updates(sent, 'begin')).toMatchObject([
        { index: 0, label: 'BiLSTM + softmax', seed: CONFIG.seed, epochs: 2 },
        { index: 1, label: 'BiGRU + char-CNN + CRF', seed: CONFIG.seed, epochs: 2 },
      ]);
      for (const index of [0, 1]) {
        const progress = updates(sent, 'progress').filter((one) => one.index === index);
        const shares = progress.map(({ share }) => share);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
        expect(progress[0]).toMatchObject({ epoch: 1, share: 0, bestDevF1: undefined });
        const { result } = updates(sent, 'result')[index]!;
        expect(progress.at(-1)).toMatchObject({ epoch: 2, share: 1, bestDevF1: Math.max(...result!.curve) });
        expect(result).toMatchObject({ reason: 'finished', epochs: 2, test: undefined });
      }
      expect(updates(sent, 'end')).toEqual([{ kind: 'end', reason: 'finished' }]);
    });

    test('can train several seeds per row', async () => {
      await trainer.ablate({ ...CONFIG, epochs: 1 }, ['softmax', 'gru'], 2);
      const begun = updates(await trainer.ended(), 'begin').map(({ index, seed }) => [index, seed - CONFIG.seed]);
      expect(begun).toEqual([
        [0, 0],
        [1, 1],
        [2, 0],
        [3, 1],
      ]);
    });

    test('that is stopped sends the result of the current row, and ends', async () => {
      await trainer.ablate(ENDLESS, ['softmax', 'gru']);
      await vi.waitUntil(
        () => updates(trainer.sent, 'progress').some(({ bestDevF1 }) => bestDevF1 !== undefined),
        WAITING,
      );
      const sent = await trainer.stopped();
      expect(updates(sent, 'begin')).toHaveLength(1);
      expect(updates(sent, 'result')).toMatchObject([{ index: 0, result: { reason: 'stopped' }, problem: undefined }]);
      expect(updates(sent, 'end')).toEqual([{ kind: 'end', reason: 'stopped' }]);
    });

    test('continues after a row whose loss is infinite', async () => {
      await trainer.ablate(DIVERGING, ['softmax', 'gru']);
      const sent = await trainer.ended();
      expect(updates(sent, 'result').map(({ problem }) => problem)).toEqual([
        expect.stringContaining('The loss'),
        expect.stringContaining('The loss'),
      ]);
      expect(updates(sent, 'end')).toEqual([{ kind: 'end', reason: 'finished' }]);
    });
  });
});
