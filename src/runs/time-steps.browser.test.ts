import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIO_CORPUS, TINY } from '../../test/helpers/tiny-run.ts';
import { needsWebGpu, wantsTimestamps } from '../../test/helpers/requirements.ts';
import { DEFAULT_CONFIG } from '../config/schema.ts';
import { closeDevice, openDevice } from '../devices/open.ts';
import { prepareRun, type RunSource } from './prepare.ts';
import { timeSteps } from './time-steps.ts';

const timed = await wantsTimestamps();

describe('timing steps on webgpu', await needsWebGpu(), () => {
  beforeAll(async () => {
    await openDevice('webgpu', ({ message }) => {
      throw new Error(message);
    });
  });
  afterAll(closeDevice);

  test('lists the programs of a step with their times, the longest first, if asked for', timed, async () => {
    const { sentences, style } = BIO_CORPUS;
    const source: RunSource = { train: sentences, dev: sentences, others: [], style, vectors: undefined };
    const options = { prepare: prepareRun, signal: new AbortController().signal, onStep: () => undefined };
    const config = { ...DEFAULT_CONFIG, ...TINY };
    expect((await timeSteps(config, source, options)).programs).toBeUndefined();
    const { programs } = await timeSteps(config, source, { ...options, profiles: true });
    const names = programs!.map(({ program }) => program);
    expect(names).toEqual(expect.arrayContaining(['MatMul', 'CrfLoss', 'Recurrent.lstm', 'RecurrentGrad.lstm']));
    expect(new Set(names).size).toBe(names.length);
    const times = programs!.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(programs!.find(({ program }) => program === 'MatMul')!.dispatches).toBeGreaterThan(1);
  });
});
