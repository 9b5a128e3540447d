import { beforeEach, describe, expect, test } from 'vitest';
import { bestOf, kinds, models, train, updates, type Start } from './events.ts';
import { CONFIG, DIVERGING, ENDLESS, Trainer } from './trainer.ts';

let trainer: Trainer;

beforeEach(async () => {
  trainer = await Trainer.connect();
  await trainer.addCorpora();
});

describe('a run', () => {
  test('sends its model, start, steps and scores of each epoch, its best model, then done', async () => {
    await trainer.start(CONFIG);
    const sent = await trainer.ended();
    expect(kinds(sent)).toMatch(/^model start( steps)+ scoring epoch(( steps)+ scoring epoch){2} model done$/);
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
    expect(first).toMatchObject({ name: 'town-model', dev: undefined, config: { epochs: CONFIG.epochs } });
    expect(last).toMatchObject({ id: first!.id, dev: best.dev });
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
  for (let i = 0; i < 20; i++) await trainer.client.request('tag', { text: 'Mira left.' }); // an epoch takes less long
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

describe('several seeds', () => {
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
