// Measures the speed of the studio and its peers on this machine; docs/speed.md has results.
//
//   npm run bench -- smoke [names…]              every bench at its smallest size: smoke.mjs
//   npm run bench -- [sections…] [--rounds N] [--sentences N] [--data DIR] [--embeddings F] [--no-torch] [--smallest] [--json]
//
// --smallest, for smoke.mjs: few steps, one shape, one peer, and the page and the package as they are built.
import { existsSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNodeEngine, buildPageEngine } from './lib/build.mjs';
import { Context } from './lib/context.mjs';

const SECTIONS = [
  'training',
  'decoding',
  'step',
  'dispatch',
  'repetition',
  'kernels',
  'layer',
  'vectors',
  'page',
  'package',
  'epoch',
];
const NEED_NO_ENGINE = ['dispatch', 'repetition', 'kernels', 'page', 'package'];

if (process.argv[2] === 'smoke') {
  const { smoke } = await import('./smoke.mjs');
  process.exit((await smoke(process.argv.slice(3))) === 0 ? 0 : 1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    sentences: { type: 'string' },
    data: { type: 'string' },
    embeddings: { type: 'string' },
    'no-torch': { type: 'boolean', default: false },
    smallest: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => !SECTIONS.includes(name));
if (unknown !== undefined) throw new Error(`unknown section ${unknown}: expected some of ${SECTIONS.join(', ')}`);
const train = values.data && join(values.data, 'eng.train');
for (const file of [train, values.embeddings]) {
  if (file && !existsSync(file)) throw new Error(`there is no file ${file}`);
}

if (values.json) console.log = console.error; // standard output is one object
const machine = () => ({ date: new Date().toISOString(), load: loadavg().map((load) => Number(load.toFixed(2))) });
const before = machine();
console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} threads, Node ${process.version}, load ${before.load.join(' ')}`,
);

const names = positionals.length > 0 ? positionals : SECTIONS;
if (names.some((name) => !NEED_NO_ENGINE.includes(name))) {
  await buildNodeEngine();
  await buildPageEngine();
}
const context = new Context({
  rounds: Number(values.rounds),
  sentences: Number(values.sentences ?? 1500),
  epochSentences: Number(values.sentences ?? 90_320),
  train,
  embeddings: values.embeddings,
  torch: !values['no-torch'],
  isSmallest: values.smallest,
});
/** @type {Record<string, unknown>} */
const results = {};
try {
  for (const name of names) {
    /** @type {{ run: (context: Context) => Promise<unknown> }} */
    const { run } = await import(`./sections/${name}.mjs`);
    results[name] = await run(context);
  }
} finally {
  await context.close();
}
const after = machine();
console.log(`\nload ${after.load.join(' ')}`);
const cpu = { model: cpus()[0]?.model, threads: availableParallelism(), node: process.version };
if (values.json) process.stdout.write(`${JSON.stringify({ cpu, before, after, options: values, ...results })}\n`);
