import { backend, dispose, memory, setBackend } from '../src/tensors/tensors.ts';
import '../src/tensors/cpu.ts';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../src/config/schema.ts';
import { epochBatches, makeBatch } from '../src/data/batches/batching.ts';
import type { NameList } from '../src/data/vocabulary/features.ts';
import type { Sentence, TagStyle } from '../src/data/corpus.ts';
import { tagsOfSpans } from '../src/data/tags/tag-spans.ts';
import { TEXT_STYLE } from '../src/data/tags/tag-style.ts';
import { readCorpus } from '../src/data/corpora/read-corpus.ts';
import { registerCpuKernels } from '../src/devices/register-cpu.ts';
import { describeEachBackend } from './helpers/each-device.ts';
import { batchOptions } from '../src/model/model.ts';
import { disposeWeights, downloadWeights } from '../src/model/weights.ts';
import { Optimizer } from '../src/model/optimizer.ts';
import { TrainingSteps, type StepOptions } from '../src/model/step.ts';
import { epochKeys } from '../src/model/streams.ts';
import { penaltyTensors } from '../src/model/crf-scores.ts';
import { train } from '../src/model/trainer.ts';
import { prepareRun } from '../src/runs/prepare.ts';
import { expectClose } from './helpers/allclose.ts';
import { TOLERANCES } from './helpers/tolerances.ts';

const EIGHT = `-DOCSTART- O

Nora B-PER
Field I-PER
sails O
. O

Westmark B-LOC
Rail B-ORG
Works I-ORG
closed O

Lund B-LOC
and O
Westmark B-LOC
play O
on O
Sunday O

Field B-PER
met O
Ivo B-PER
Lund I-PER

the O
Works B-ORG
hired O
Ivo B-PER

Nora B-PER
Lund I-PER
left O
Lund B-LOC

Rail B-ORG
Works I-ORG
pays O
Westmark B-LOC
City I-LOC
Bank B-ORG

on O
Sunday O
Nora B-PER
rests O
`;

const SMALL: RunConfig = {
  ...DEFAULT_CONFIG,
  batchSize: 4,
  wordDim: 6,
  charDim: 4,
  charFeatures: 6,
  hidden: 7, // not a multiple of any vector's width
  learningRate: 0.03,
  unknownReplacement: 0.1,
  wordDropout: 0.05,
  dropoutChar: 0.1,
  dropoutInput: 0.2,
  dropoutOutput: 0.2,
};

function eightSentences(changes: Partial<RunConfig>, lists?: NameList[]) {
  const corpus = readCorpus('eight.conll', new TextEncoder().encode(EIGHT));
  const { sentences, style } = changes.pooling === undefined ? corpus : asTexts(corpus.sentences);
  const source = { train: sentences, dev: sentences, others: [], style, vectors: undefined, ...(lists && { lists }) };
  return prepareRun({ ...SMALL, ...changes }, source);
}

/** Each sentence as a text, whose class is the type of its first entity. */
function asTexts(sentences: readonly Sentence[]): { sentences: Sentence[]; style: TagStyle } {
  const texts = sentences.map((sentence) => {
    const type = sentence.spans[0]?.type ?? 'NONE';
    const spans = [{ start: 0, end: sentence.tokens.length, type }];
    return { ...sentence, tags: tagsOfSpans(TEXT_STYLE, spans, sentence.tokens.length), spans };
  });
  return { sentences: texts, style: TEXT_STYLE };
}

/** The losses of some steps over fixed batches, and the final parameters. */
export async function trajectory(
  steps: number,
  changes: Partial<RunConfig>,
  eachStep?: (step: number) => void,
  lists?: NameList[],
  options?: StepOptions,
) {
  const { model, data } = eightSentences(changes, lists);
  const penalties = penaltyTensors(model);
  const optimizer = new Optimizer(model);
  const taken = new TrainingSteps({ model, penalties, optimizer }, options);
  const batches = epochBatches(data.train, model.config.batchSize, epochKeys(1, 1));
  const losses: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const batch = makeBatch(data.train, batches[step % batches.length]!, batchOptions(model));
    const loss = taken.take(batch, step, model.config.learningRate);
    losses.push((await loss.data<'float32'>())[0]!);
    loss.dispose();
    eachStep?.(step);
  }
  const weights = await downloadWeights(model.weights);
  const { repeated } = taken;
  taken.dispose();
  disposeWeights(model.weights);
  optimizer.dispose();
  dispose(penalties);
  return { losses, weights, repeated };
}

const LISTS: NameList[] = [
  { name: 'people', names: ['Nora Field', 'Ivo', 'Lund'], longest: 10 },
  { name: 'places', names: ['Westmark', 'Westmark City', 'Lund'], longest: 13 },
];

/** With a pooling, the sentences are texts with one class. */
const TEXT_RECIPES = (['last', 'mean', 'max', 'attention'] as const).map((pooling): [string, Partial<RunConfig>] => [
  `texts, ${pooling}`,
  { pooling, decoder: 'softmax' },
]);

export const RECIPES: [string, Partial<RunConfig>, NameList[]?][] = [
  ['char-CNN, LSTM, CRF, Adam', {}],
  ['char-LSTM, GRU, SGD with momentum and L2', { charEncoder: 'lstm', cell: 'gru', optimizer: 'sgd', l2: 1e-3 }],
  [
    'no characters, two layers of RNN, softmax, AdamW',
    { charEncoder: 'none', cell: 'rnn', layers: 2, decoder: 'softmax', optimizer: 'adamw', weightDecay: 0.01 },
  ],
  ['name lists', {}, LISTS],
  ['documents', { context: 'document' }],
  ['self-attention', { attention: 'sentence' }],
  ['feature CRF, name lists', { emissions: 'features', charEncoder: 'none', optimizer: 'adamw', l2: 1e-4 }, LISTS],
  ...TEXT_RECIPES,
];

const references = new Map<Partial<RunConfig>, ReturnType<typeof trajectory>>();

/** 20 steps on the float64 references, computed once for all devices. */
async function referenceOf(changes: Partial<RunConfig>, lists: NameList[] | undefined) {
  if (!references.has(changes)) {
    registerCpuKernels();
    await setBackend('cpu');
    references.set(changes, trajectory(20, changes, undefined, lists));
  }
  return references.get(changes)!;
}

/** Of 12 steps over batches of at most two sizes: of each size, the first runs, and the second is recorded. */
const REPEATED = { cpu: 0, simd: 0, webgpu: 8 };

/** Tests of training on every device of this environment. */
export function describeTraining(): void {
  describeEachBackend('training', (device) => {
    test.each(RECIPES)('20 steps of %s follow the float64 references', async (_, changes, lists) => {
      const here = await trajectory(20, changes, undefined, lists);
      const reference = await referenceOf(changes, lists);
      await setBackend(device);
      expect(reference.losses.at(-1)).toBeLessThan(reference.losses[0]! * 0.8); // the loss has fallen
      expectClose(here.losses, reference.losses, TOLERANCES.trajectory);
    });

    test.each(RECIPES)(
      'steps of %s are repeated where the device can, with the same results',
      async (_, changes, lists) => {
        const repeated = await trajectory(12, changes, undefined, lists);
        const anew = await trajectory(12, changes, undefined, lists, { repeats: false });
        expect(repeated.repeated).toBeGreaterThanOrEqual(REPEATED[device]);
        expect(anew.repeated).toBe(0);
        expectClose(repeated.losses, anew.losses, TOLERANCES.repeated);
        for (const [name, { values }] of Object.entries(repeated.weights)) {
          expectClose(values, anew.weights[name]!.values, TOLERANCES.repeated, name);
        }
      },
    );

    test('eight sentences are memorised: F1 1.0', async () => {
      const { model, data } = eightSentences({
        epochs: 40,
        patience: 0,
        dropoutInput: 0,
        dropoutOutput: 0,
        dropoutChar: 0,
        unknownReplacement: 0,
        wordDropout: 0,
      });
      let best = 0;
      for await (const event of train(model, data)) {
        if (event.kind === 'epoch') best = Math.max(best, event.report.dev.overall.f1);
        if (best === 1) break;
      }
      disposeWeights(model.weights);
      expect(best).toBe(1);
    });

    test('the same seed gives the same bits', async () => {
      expect(await trajectory(6, {})).toEqual(await trajectory(6, {}));
    });

    test('many steps leak no memory: 200, or 30 on software WebGPU', async () => {
      const steps = device === 'webgpu' ? 30 : 200; // software WebGPU is slow
      const inUse: number[][] = [];
      await trajectory(steps, {}, (step) => {
        if (step === 2 || step === steps) inUse.push([memory().numTensors, backend().numDataIds()]);
      });
      expect(inUse[1]).toEqual(inUse[0]);
    });
  });
}
