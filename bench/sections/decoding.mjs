// Decoding, tokens/s: tags of an encoded corpus, compared with PyTorch.
import { interleave, tokensPerSecond } from '../lib/measure.mjs';
import { printTable, rounded } from '../lib/table.mjs';
import { RATIO_HEADINGS, ratioCells, ratios } from './training.mjs';

/** @import { Work } from '../engine/protocol.ts' */

/** @param {import('../lib/context.mjs').Context} context */
export async function run(context) {
  const results = [];
  const pytorch = await context.pytorchEngines('tagging');
  const studios = await context.studios();
  for (const hidden of context.options.isSmallest ? [100] : [200, 100]) {
    /** @type {Record<string, () => Promise<Work>>} */
    const tasks = {};
    for (const [name, engine] of Object.entries(studios)) {
      await engine.ask('prepare', await context.workload(engine, { hidden }));
      tasks[name] = () => engine.ask('tag');
    }
    for (const [name, peer] of Object.entries(pytorch)) {
      await peer.prepare(await context.workload(peer, { hidden }));
      tasks[name] = () => peer.ask('tag');
    }
    await interleave(tasks, 1);
    const speeds = tokensPerSecond(await interleave(tasks, context.options.rounds));
    results.push({ hidden, tokensPerSecond: speeds, ...ratios(speeds, context.threads) });
  }
  const names = [...Object.keys(studios), ...Object.keys(pytorch)];
  printTable(
    'Decoding, tokens/s; ratios: Chromium to the fastest PyTorch and to PyTorch with its default settings',
    ['hidden', ...names, ...RATIO_HEADINGS],
    results.map(({ hidden, tokensPerSecond: speeds, ...found }) => [
      hidden,
      ...names.map((name) => rounded(speeds[name])),
      ...ratioCells(found),
    ]),
  );
  return results;
}
