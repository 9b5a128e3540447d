// The programs of a training step on webgpu, and what they take on GPUs on paper (lib/estimate.mjs). With the feature `timestamp-query`, also
// what they take here. Needs no GPU.
import { startChromiumOnGpu } from '../gpu/devices.mjs';
import { packOfSections } from '../gpu/pack.mjs';
import { askPrograms, printPrograms } from '../lib/programs.mjs';

const FULL = { batches: [8, 32, 128], hidden: 200 };
const SMALLEST = { batches: [8], hidden: 16 };

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const { batches, hidden } = context.options.isSmallest ? SMALLEST : FULL;
  const folder = await packOfSections();
  const { note, engine } = await startChromiumOnGpu(folder);
  console.log(note);
  if (engine === undefined) return { note };
  const results = [];
  for (const batch of batches) {
    const step = await askPrograms(engine, { batch, hidden, folder: context.folder });
    printPrograms(batch, step);
    results.push({ batch, ...step });
  }
  await engine.close();
  return results;
}
