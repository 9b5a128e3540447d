import { beforeEach, describe, expect, test } from 'vitest';
import { bestOf, kinds, models, train, type Start } from './events.ts';
import { CONFIG, DIVERGING, ENDLESS, TRAINERS, type Trainer } from './trainers.ts';

describe.each(TRAINERS)('%s', (_, connect) => {
  let trainer: Trainer;

  beforeEach(async () => {
    trainer = await connect();
    await trainer.addCorpora();
  });

  describe('a run', () => {
    test('sends its model, start, steps and scores of each epoch, its best model, then done', async () => {
      await trainer.start(CONFIG);
      const sent = await trainer.ended();
      expect(kinds(sent)).toMatch(/^model start( steps)+ scoring epoch(( steps)+ scoring epoch){2} model done$/);
    });

    test('has the planned sizes', async () => {
      const plan = await trainer.client.request('plan', { config: CONFIG });
      await trainer.start(CONFIG);
      const [{ tags, parameters, stepsPerEpoch, tokensPerEpoch, losses }] = train(await trainer.ended(), 'start') as [
        Start,
      ];
      expect({ tags, parameters, stepsPerEpoch, tokens: tokensPerEpoch }).toEqual({
        tags: plan.tags,
        parameters: plan.parameters,
        stepsPerEpoch: plan.stepsPerEpoch,
        tokens: plan.tokens,
      });
      expect(losses).toHaveLength(0);
    });

    test('sends the loss of each step once, in order, and all tokens', async () => {
      await trainer.start(CONFIG);
      const sent = await trainer.ended();
      const [{ stepsPerEpoch, tokensPerEpoch, tags }] = train(sent, 'start') as [Start];
      const steps = train(sent, 'steps');
      let next = 1;
      for (const { firstStep, losses, epoch, transitions } of steps) {
        expect(firstStep).toBe(next);
        next += losses.length;
        expect(epoch).toBe(Math.ceil((next - 1) / stepsPerEpoch));
        expect(losses.every(Number.isFinite)).toBe(true);
        expect(transitions.transitions).toHaveLength(tags.length ** 2);
        expect([transitions.start.length, transitions.end.length]).toEqual([tags.length, tags.length]);
      }
      expect(next - 1).toBe(CONFIG.epochs * stepsPerEpoch);
      expect(steps.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(CONFIG.epochs * tokensPerEpoch);
    });

    test('reports its epochs with the best so far, which done and the model have at the end', async () => {
      await trainer.start(CONFIG);
      const sent = await trainer.ended();
      const reports = train(sent, 'epoch').map(({ report }) => report);
      expect(reports.map(({ epoch }) => epoch)).toEqual([1, 2, 3]);
      reports.forEach(({ bestEpoch }, i) => expect(bestEpoch).toBe(bestOf(reports.slice(0, i + 1))));
      const best = reports.find(({ epoch }) => epoch === reports.at(-1)!.bestEpoch)!;
      expect(train(sent, 'done')).toEqual([
        { kind: 'done', reason: 'finished', bestEpoch: best.epoch, bestDevF1: best.dev.overall.f1 },
      ]);
      const [first, last] = models(sent);
      expect(first).toMatchObject({ name: 'tagsmith-model', dev: undefined, config: { epochs: CONFIG.epochs } });
      expect(last).toMatchObject({ id: first!.id, dev: best.dev });
    });

    test('makes the current model the previous one', async () => {
      await trainer.start(CONFIG);
      const [first] = models(await trainer.ended());
      await trainer.start(CONFIG);
      const sent = await trainer.ended();
      const ids = sent.flatMap((one) =>
        one.name === 'model' ? [[one.payload.model?.id, one.payload.previous?.id]] : [],
      );
      expect(ids).toEqual([
        [expect.any(Number), first!.id],
        [expect.any(Number), first!.id],
      ]);
      expect(ids[0]![0]).not.toBe(first!.id);
    });

    test('ends by patience', async () => {
      await trainer.start({ ...ENDLESS, patience: 2 });
      const sent = await trainer.ended();
      const [done] = train(sent, 'done');
      expect(done).toMatchObject({ reason: 'patience' });
      expect(train(sent, 'epoch').length).toBeLessThan(ENDLESS.epochs);
      expect(train(sent, 'epoch').length - done!.bestEpoch).toBe(2);
    });

    test('further from a model keeps its name and architecture', async () => {
      await trainer.start(CONFIG);
      const [first] = models(await trainer.ended());
      await trainer.start({ ...CONFIG, hidden: 3, epochs: 1 }, 'model');
      const [second] = models(await trainer.ended());
      expect(second).toMatchObject({
        name: first!.name,
        tags: first!.tags,
        config: { hidden: CONFIG.hidden, epochs: 1 },
      });
      expect(second!.id).not.toBe(first!.id);
    });
  });

  describe('stop', () => {
    test('answers, then ends the run once', async () => {
      await trainer.start(ENDLESS);
      await trainer.scored(1);
      expect(await trainer.client.request('stop', {})).toBeUndefined();
      const sent = await trainer.ended();
      const [done] = train(sent, 'done');
      expect(done).toMatchObject({ reason: 'stopped', bestEpoch: train(sent, 'epoch').at(-1)!.report.bestEpoch });
      expect(kinds(sent)).toMatch(/ model done$/);
      await trainer.client.request('stop', {});
      await trainer.client.request('resume', {});
      expect(train(trainer.sent, 'done')).toHaveLength(1);
    });

    test('without a run does nothing', async () => {
      for (const request of ['stop', 'pause', 'resume'] as const) {
        expect(await trainer.client.request(request, {})).toBeUndefined();
      }
      expect(trainer.sent).toEqual([]);
    });

    test('ends a paused run', async () => {
      await trainer.start(ENDLESS);
      await trainer.client.request('pause', {});
      expect(train(await trainer.stopped(), 'done')).toMatchObject([{ reason: 'stopped' }]);
    });
  });

  test('a paused run sends at most pending events, tags texts, and continues when resumed', async () => {
    await trainer.start(ENDLESS);
    await trainer.scored(1);
    await trainer.client.request('pause', {});
    const before = trainer.sent.length;
    await trainer.client.request('tag', { text: 'Mira left.' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(trainer.sent.length - before).toBeLessThanOrEqual(1);
    const epochs = train(trainer.sent, 'epoch').length;
    await trainer.client.request('resume', {});
    await trainer.scored(epochs + 2);
    expect(train(await trainer.stopped(), 'done')).toMatchObject([{ reason: 'stopped' }]);
  });

  test('a failed run keeps its model, and another can start', async () => {
    await trainer.start(DIVERGING);
    const sent = await trainer.ended();
    expect(kinds(sent)).toMatch(/ model failed$/);
    expect(sent.at(-1)).toMatchObject({
      payload: { code: 'NonFiniteLoss', message: expect.stringContaining('The loss') },
    });
    expect(train(sent, 'done')).toEqual([]);
    await trainer.start(CONFIG);
    expect(train(await trainer.ended(), 'done')).toMatchObject([{ reason: 'finished' }]);
  });
});
