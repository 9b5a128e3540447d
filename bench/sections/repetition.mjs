// Steps on webgpu that are recorded and repeated: whether they give the losses of the others, and what they allocate over many epochs.
// Needs no GPU.
import { join } from 'node:path';
import { startChromiumOnGpu } from '../gpu/devices.mjs';
import { packOfSections } from '../gpu/pack.mjs';
import { writeCorpus } from '../lib/corpus.mjs';
import { printTable, rounded } from '../lib/table.mjs';

const FULL = { steps: 200, epochs: 1000 };
const SMALLEST = { steps: 8, epochs: 8 };
/** Relative difference of a loss. */
const TOLERANCE = 1e-5;

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const { steps, epochs } = context.options.isSmallest ? SMALLEST : FULL;
  const folder = await packOfSections();
  const file = join(context.folder, 'documents.conll');
  writeCorpus(file, { sentences: 100, perDocument: 10 });
  const { note, engine } = await startChromiumOnGpu(folder);
  console.log(note);
  if (engine === undefined) return { note };
  const train = await engine.give(file);
  const agreement = await engine.ask('agree', { train, steps });
  const isRight = agreement.worst <= TOLERANCE;
  if (!isRight) process.exitCode = 1;
  console.log(
    `Losses of ${steps} steps, ${agreement.repeated} of them repeated, and of as many that run anew: within ${agreement.worst.toExponential(1)} of each other (${isRight ? 'right' : `WRONG: ${TOLERANCE} is allowed`}).`,
  );
  const memory = await engine.ask('memory', { train, epochs });
  await engine.close();
  printTable(
    'Memory on webgpu, small model',
    ['epoch', 'MB of the device', 'tensors', 'buffers made'],
    memory.map(({ epoch, bytes, tensors, buffers }) => [epoch, rounded(bytes / 1e6, 2), tensors, buffers]),
  );
  return { steps, ...agreement, memory };
}
