import '../../src/tensors/cpu.ts';
import { dispose, getBackend, setBackend } from '../../src/tensors/tensors.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import { epochBatches, makeBatch } from '../../src/data/batches/batching.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { registerCpuKernels } from '../../src/devices/register-cpu.ts';
import { batchOptions } from '../../src/model/model.ts';
import { Optimizer } from '../../src/model/optimizer.ts';
import { trainStep } from '../../src/model/step.ts';
import { epochKeys } from '../../src/model/streams.ts';
import { penaltyTensors } from '../../src/model/crf-scores.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { prepareRun } from '../../src/runs/prepare.ts';
import type { Result } from './protocol.ts';

/** Small, with no size a multiple of the width of a vector or workgroup. */
const SMALL: RunConfig = {
  ...DEFAULT_CONFIG,
  batchSize: 5,
  wordDim: 9,
  charDim: 5,
  charFeatures: 7,
  hidden: 13,
  learningRate: 0.03,
  dropoutChar: 0.1,
  dropoutInput: 0.2,
  dropoutOutput: 0.2,
};
const SENTENCES = 20;

/** Trains on the open device and with the float64 references, and compares the losses of all steps. */
export async function verifyTraining(corpus: RandomAccessFile, steps: number): Promise<Result<'verify'>> {
  const bytes = new Uint8Array(await corpus.slice(0, corpus.size).arrayBuffer());
  const device = getBackend();
  const here = await losses(bytes, steps);
  registerCpuKernels();
  await setBackend('cpu');
  const expected = await losses(bytes, steps);
  await setBackend(device);
  const differences = here.map((loss, i) => Math.abs(loss - expected[i]!) / Math.abs(expected[i]!));
  return { worst: Math.max(...differences), losses: differences.length };
}

async function losses(bytes: Uint8Array, steps: number): Promise<number[]> {
  const { sentences, style } = readCorpus('verify.conll', bytes);
  const train = sentences.slice(0, SENTENCES);
  const { model, data } = prepareRun(SMALL, { train, dev: train, others: [], style, vectors: undefined });
  const penalties = penaltyTensors(model);
  const optimizer = new Optimizer(model);
  const batches = epochBatches(data.train, model.config.batchSize, epochKeys(1, 1));
  const values: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const batch = makeBatch(data.train, batches[step % batches.length]!, batchOptions(model));
    const loss = trainStep(model, penalties, optimizer, batch, step, model.config.learningRate);
    values.push((await loss.data<'float32'>())[0]!);
    loss.dispose();
  }
  optimizer.dispose();
  dispose(penalties);
  disposeWeights(model.weights);
  return values;
}
