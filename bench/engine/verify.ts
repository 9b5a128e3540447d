import '../../src/tensors/cpu.ts';
import { dispose, getBackend, memory, setBackend } from '../../src/tensors/tensors.ts';
import { DEFAULT_CONFIG, type RunConfig } from '../../src/config/schema.ts';
import { epochBatches, makeBatch } from '../../src/data/batches/batching.ts';
import { readCorpus } from '../../src/data/corpora/read-corpus.ts';
import type { RandomAccessFile } from '../../src/data/files/random-access-file.ts';
import { registerCpuKernels } from '../../src/devices/register-cpu.ts';
import { batchOptions } from '../../src/model/model.ts';
import { Optimizer } from '../../src/model/optimizer.ts';
import { TrainingSteps } from '../../src/model/step.ts';
import { epochKeys } from '../../src/model/streams.ts';
import { penaltyTensors } from '../../src/model/crf-scores.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { prepareRun, type RunSource } from '../../src/runs/prepare.ts';
import { countCalls } from './dispatch.ts';
import type { MemoryAfter, Result } from './protocol.ts';

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
  const source = await sourceOf(corpus);
  const device = getBackend();
  const here = await train(source, steps);
  registerCpuKernels();
  await setBackend('cpu');
  const expected = await train(source, steps);
  await setBackend(device);
  return { worst: worstOf(here.losses, expected.losses), losses: steps };
}

/** The largest relative difference between the losses of recorded and repeated steps, and of steps that each run anew. */
export async function compareRepeated(corpus: RandomAccessFile, steps: number): Promise<Result<'agree'>> {
  const source = await sourceOf(corpus);
  const repeated = await train(source, steps, { changes: DOCUMENTS });
  const anew = await train(source, steps, { changes: DOCUMENTS, repeats: false });
  return { worst: worstOf(repeated.losses, anew.losses), repeated: repeated.repeated };
}

/** What is allocated after the first epochs, in which steps are recorded, and later, ten times. */
export async function measureMemory(corpus: RandomAccessFile, epochs: number): Promise<Result<'memory'>> {
  const found: MemoryAfter[] = [];
  const { counts, end } = countCalls();
  const perEpoch = Math.ceil(SENTENCES / SMALL.batchSize);
  const every = Math.max(RECORDED_EPOCHS, Math.floor(epochs / 10));
  await train(await sourceOf(corpus), epochs * perEpoch, {
    changes: DOCUMENTS,
    eachStep: (step) => {
      const epoch = step / perEpoch;
      if (epoch !== RECORDED_EPOCHS && epoch % every !== 0) return;
      const { numTensors, numBytesAllocatedInGPU } = memory() as ReturnType<typeof memory> & {
        numBytesAllocatedInGPU: number;
      };
      const { createBuffer = 0 } = counts;
      found.push({ epoch, bytes: numBytesAllocatedInGPU, tensors: numTensors, buffers: createBuffer });
    },
  });
  end();
  return found;
}

const DOCUMENTS: Partial<RunConfig> = { context: 'document', learningRate: DEFAULT_CONFIG.learningRate };
/** Epochs until all steps are repeated, and their losses have been read. */
const RECORDED_EPOCHS = 4;

const worstOf = (losses: number[], expected: number[]) =>
  Math.max(...losses.map((loss, i) => Math.abs(loss - expected[i]!) / Math.abs(expected[i]!)));

async function sourceOf(corpus: RandomAccessFile): Promise<RunSource> {
  const bytes = new Uint8Array(await corpus.slice(0, corpus.size).arrayBuffer());
  const { sentences, style } = readCorpus('verify.conll', bytes);
  const few = sentences.slice(0, SENTENCES);
  return { train: few, dev: few, others: [], style, vectors: undefined };
}

interface TrainOptions {
  changes?: Partial<RunConfig>;
  repeats?: boolean;
  eachStep?: (step: number) => void;
}

async function train(source: RunSource, steps: number, { changes, repeats = true, eachStep }: TrainOptions = {}) {
  const { model, data } = prepareRun({ ...SMALL, ...changes }, source);
  const penalties = penaltyTensors(model);
  const optimizer = new Optimizer(model);
  const taken = new TrainingSteps({ model, penalties, optimizer }, { repeats });
  const batches = epochBatches(data.train, model.config.batchSize, epochKeys(1, 1));
  const losses: number[] = [];
  for (let step = 1; step <= steps; step++) {
    const batch = makeBatch(data.train, batches[step % batches.length]!, batchOptions(model));
    const loss = taken.take(batch, step, model.config.learningRate);
    losses.push((await loss.data<'float32'>())[0]!);
    loss.dispose();
    eachStep?.(step);
  }
  const { repeated } = taken;
  taken.dispose();
  optimizer.dispose();
  dispose(penalties);
  disposeWeights(model.weights);
  return { losses, repeated };
}
