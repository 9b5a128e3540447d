import { beforeEach, expect, test, vi } from 'vitest';
import { connectTrainer } from '../../../test/app/connected-trainer.ts';
import type { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { sampleFile } from '../../../test/app/sample-files.ts';
import { ask } from './bridge.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { stop, train } from './run.ts';

const run = () => useRunStore.getState().run;
const asked = () => trainer.asked.map(({ name }) => name);

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = connectTrainer();
  await ask('addFiles', { files: [sampleFile('a.train')] });
  trainer.asked.length = 0;
});

test('Stop while a run is planned: it is not started', async () => {
  trainer.delays.set('plan', new Promise(() => undefined));
  const training = train('scratch');
  await stop();
  await training;
  expect(run()).toEqual({ phase: 'idle' });
  expect(asked()).toEqual(['plan']);
});

test('Stop just after a run has started ends it', async () => {
  const { emit } = trainer;
  trainer.emit = (name, payload) => {
    trainer.emit = emit;
    void stop(); // the page has not received an event of the run yet
    emit(name, payload);
  };
  await train('scratch');
  expect(asked()).toEqual(['plan', 'start', 'stop']);
  await vi.waitFor(() => expect(run().phase).toBe('stopped'));
});

test('a crash during preparation is reported as a crash', async () => {
  trainer.delays.set('start', new Promise(() => undefined));
  const training = train('scratch');
  await vi.waitUntil(() => asked().includes('start'));
  trainer.crash('memory access out of bounds');
  await training;
  expect(run()).toMatchObject({ phase: 'failed', crashed: true });
});
