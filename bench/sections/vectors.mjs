// Reading a vectors file, compared with only streaming it and counting its bytes.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { writeVectors } from '../lib/corpus.mjs';
import { interleave, mapValues, median } from '../lib/measure.mjs';
import { printTable, ratio, rounded } from '../lib/table.mjs';

/** @import { Result } from '../engine/protocol.ts' */

const WORDS = 100_000;

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const path = context.options.embeddings ?? join(context.folder, 'vectors.txt');
  if (context.options.embeddings === undefined) await writeVectors(path, WORDS);
  /** @type {Record<string, () => Promise<Result<'vectors'>>>} */
  const tasks = {};
  for (const where of /** @type {const} */ (['chromium', 'node'])) {
    const engine = await context.studio(where, 1);
    const vectors = await engine.give(path);
    const train = await engine.give(context.train);
    tasks[where] = () => engine.ask('vectors', { vectors, train });
  }
  await interleave(tasks, 1);
  const results = mapValues(await interleave(tasks, Math.min(3, context.options.rounds)), (samples) => {
    const speed = /** @param {'read' | 'streamed'} what */ (what) =>
      median(samples.map((sample) => sample.bytes / sample[what])) / 1e6;
    return { read: speed('read'), streamed: speed('streamed') };
  });
  printTable(
    `Reading vectors, ${rounded(statSync(path).size / 1e6)} MB, MB/s`,
    ['', 'read', 'only streamed', 'ratio'],
    Object.entries(results).map(([name, { read, streamed }]) => [
      name,
      rounded(read),
      rounded(streamed),
      ratio(read, streamed),
    ]),
  );
  return { bytes: statSync(path).size, megabytesPerSecond: results };
}
