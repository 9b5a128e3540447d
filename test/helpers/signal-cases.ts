import { expect, test } from 'vitest';
import type { RunConfig } from '../../src/config/schema.ts';
import { expectClose } from './allclose.ts';
import { describeEachBackend } from './each-device.ts';
import { TOLERANCES } from './tolerances.ts';
import { tinyRun } from './tiny-run.ts';
import type { TrainingSignals } from '../../src/eval/signals.ts';
import { train } from '../../src/model/trainer.ts';
import { disposeWeights, downloadWeights, type HostWeights } from '../../src/model/weights.ts';

/** One step with plain SGD, of which every change can be calculated by hand. */
const PLAIN: Partial<RunConfig> = {
  optimizer: 'sgd',
  momentum: 0,
  l2: 0,
  schedule: 'inverse',
  decay: 0,
  averaging: 0,
  wordRateSteps: 0,
  epochs: 1,
  fineTuneWords: true,
  learningRate: 0.5,
  charEncoder: 'cnn',
};

export function testSignals(): void {
  describeEachBackend('training signals', (device) => {
    test.each([0, 0.01])(
      'are the norms of the gradient, the weights and their change; clipping at %d',
      async (clipNorm) => {
        const { before, after, observed } = await trained({ ...PLAIN, clipNorm }, true);
        const [signals] = observed;
        const { gradientNorm, parts } = signals!;
        const clip = clipNorm === 0 ? 1 : clipNorm / gradientNorm;
        expect(clipNorm === 0 || gradientNorm > clipNorm).toBe(true); // else nothing is clipped
        expect(parts.map(({ part }) => part)).toEqual(['words', 'char', 'layer0', 'output', 'crf']);
        const close = (what: string, found: number, expected: number) =>
          expectClose(Float32Array.of(found), Float32Array.of(expected), TOLERANCES.gradient, what);
        for (const { part, gradient, weights, update } of parts) {
          close(`change of ${part}`, update, norm(part, before, after));
          close(`gradient of ${part}`, 0.5 * clip * gradient, update);
          // Of the word table, the rows of the batch are measured.
          close(`weights of ${part}`, weights, part === 'words' ? weights : norm(part, before));
        }
        expect(gradientNorm).toBeCloseTo(Math.hypot(...parts.map(({ gradient }) => gradient)), 5);
        expect(signals).toMatchObject({ step: 1, learningRate: 0.5, wordLearningRate: 0.5, filters: { count: 4 } });
      },
    );

    test('a run that is observed has the same losses and weights', async () => {
      const settings = { epochs: 2, charEncoder: 'lstm' } as const;
      const [alone, observed] = [await trained(settings, false), await trained(settings, true)];
      expect([alone.observed.length, observed.observed.length > 0]).toEqual([0, true]);
      // On webgpu, alone is repeated from a recording.
      expect(device === 'webgpu' ? {} : observed.after).toEqual(device === 'webgpu' ? {} : alone.after);
      expect(observed.losses.length).toBe(alone.losses.length);
      observed.losses.forEach((loss, i) => expect(loss).toBeCloseTo(alone.losses[i]!, 3));
    });
  });
}

async function trained(settings: Partial<RunConfig>, isOpen: boolean) {
  const { model, data } = tinyRun(undefined, settings);
  const { scoreDev: _, ...unscored } = data;
  const before = await downloadWeights(model.weights);
  const observed: TrainingSignals[] = [];
  const losses: number[] = [];
  for await (const event of train(model, unscored, undefined, undefined, { isOpen })) {
    if (event.kind === 'signals') observed.push(event.signals);
    if (event.kind === 'steps') losses.push(...event.losses);
  }
  const after = await downloadWeights(model.weights);
  disposeWeights(model.weights);
  return { before, after, observed, losses };
}

/** The norm of a part's weights, or of their change. */
function norm(part: string, weights: HostWeights, other?: HostWeights): number {
  const names = Object.keys(weights).filter((name) => name === part || name.startsWith(`${part}.`));
  return Math.hypot(
    ...names.flatMap((name) =>
      Array.from(weights[name]!.values, (value, i) => value - (other?.[name]!.values[i] ?? 0)),
    ),
  );
}
