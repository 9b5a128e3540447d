import { beforeEach, describe, expect, test } from 'vitest';
import { file } from '../helpers/connected-worker.ts';
import { kinds, train, type Start } from './events.ts';
import { CONFIG, ENDLESS, refusal, TRAINERS, type Trainer } from './trainers.ts';

describe.each(TRAINERS)('%s', (_, connect) => {
  let trainer: Trainer;

  beforeEach(async () => {
    trainer = await connect();
    await trainer.addCorpora();
  });

  describe('a checkpoint', () => {
    test('exists from the first epoch and after a stop, but not after the last epoch', async () => {
      expect(await trainer.client.request('checkpoint', {})).toBeUndefined();
      await trainer.start(ENDLESS);
      await trainer.scored(2);
      const during = await trainer.client.request('checkpoint', {});
      expect(during!.epoch).toBeGreaterThanOrEqual(1);
      expect(during!.contents.size).toBeGreaterThan(0);
      const sent = await trainer.stopped();
      expect((await trainer.client.request('checkpoint', {}))?.epoch).toBe(train(sent, 'epoch').length);
      await trainer.start(CONFIG);
      await trainer.ended();
      expect(await trainer.client.request('checkpoint', {})).toBeUndefined();
    });

    test('is resumed: earlier epochs and losses are sent again', async () => {
      await trainer.start({ ...CONFIG, epochs: 1000 });
      await trainer.scored(2);
      const before = await trainer.stopped();
      const { epoch, contents } = (await trainer.client.request('checkpoint', {}))!;
      trainer.forget();
      const config = await trainer.client.request('startFromCheckpoint', { checkpoint: contents });
      expect(config).toEqual({ ...CONFIG, epochs: 1000 });
      await trainer.scored(epoch + 1);
      const sent = await trainer.stopped();
      expect(kinds(sent)).toMatch(new RegExp(`^model start( epoch){${epoch}} steps`));
      const [{ losses, stepsPerEpoch }] = train(sent, 'start') as [Start];
      const sentBefore = train(before, 'steps').flatMap((steps) => [...steps.losses]);
      expect([...losses]).toEqual(sentBefore.slice(0, epoch * stepsPerEpoch));
      expect(train(sent, 'steps')[0]).toMatchObject({ epoch: epoch + 1, firstStep: epoch * stepsPerEpoch + 1 });
      expect(train(sent, 'epoch').slice(0, epoch)).toEqual(train(before, 'epoch').slice(0, epoch));
    });

    test('is refused with other files or if it cannot be read', async () => {
      await trainer.start(ENDLESS);
      await trainer.scored(1);
      await trainer.stopped();
      const { contents: checkpoint } = (await trainer.client.request('checkpoint', {}))!;
      await trainer.client.request('addFiles', { files: [file('more.train.conll', 'Ada B-PER\nleft O\n')] });
      await expect(trainer.client.request('startFromCheckpoint', { checkpoint })).rejects.toMatchObject(
        refusal('BadInput', 'these files'),
      );
      const broken = new Blob(['broken']);
      await expect(trainer.client.request('startFromCheckpoint', { checkpoint: broken })).rejects.toMatchObject(
        refusal('BadInput', 'checkpoint'),
      );
    });

    test('does not exist for several seeds or a model that is trained further', async () => {
      for (const begin of [() => trainer.start(ENDLESS, 'scratch', 2), () => trainer.start(ENDLESS, 'model')]) {
        await begin();
        await trainer.scored(2);
        expect(await trainer.client.request('checkpoint', {})).toBeUndefined();
        await trainer.stopped();
        expect(await trainer.client.request('checkpoint', {})).toBeUndefined();
      }
    });
  });
});
