// A whole epoch of a large corpus: 90,320 generated sentences of 15 tokens with 15 tags. Their number and the tags are those of the corpus
// of M4_CharCNN_BiLSTM_CRF.ipynb in github.com/KhopSun/NLP_Contest3_NER, which puts an epoch at about 75 minutes on its author's CPU.
// Model, data and machine differ, so the times are not comparable.
import { join } from 'node:path';
import { writeCorpus } from '../lib/corpus.mjs';
import { printTable, rounded } from '../lib/table.mjs';

/** @import { Work } from '../engine/protocol.ts' */

const SHAPE = { batch: 32, hidden: 200 };

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const { epochSentences: sentences } = context.options;
  const train = join(context.folder, 'epoch.conll');
  writeCorpus(train, { sentences, length: 15, types: 7 }); // B and I of 7 types, and O
  /** @type {Record<string, Work & { loss: number }>} */
  const results = {};
  for (const threads of new Set([1, context.threads])) {
    const engine = await context.studio('chromium', threads);
    const workload = await context.workload(engine, { ...SHAPE, train, sentences, scheme: 'BIO' });
    await engine.ask('prepare', workload);
    results[`chromium ${threads}`] = await engine.ask('train');
  }
  printTable(
    `One epoch of ${rounded(sentences)} sentences of 15 tokens, 15 tags, batch ${SHAPE.batch}, hidden ${SHAPE.hidden}`,
    ['', 'tokens/s', 'seconds'],
    Object.entries(results).map(([name, { tokens, seconds }]) => [
      name,
      rounded(tokens / seconds),
      rounded(seconds, 1),
    ]),
  );
  return results;
}
