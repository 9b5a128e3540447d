import { readFileSync, writeFileSync } from 'node:fs';
import * as ort from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { encoderFiles, smallEncoder } from '../../test/helpers/small-encoder.ts';
import { parseEncoder } from './encoder.ts';
import { sentenceFeatures } from './features.ts';
import { openSession, type Runtime } from './session.ts';

/**
 * Features computed by onnxruntime-node 1.30.0, which is not a dependency because of its 288 MB. To regenerate the file:
 * `npm install --prefix /tmp/ort --ignore-scripts onnxruntime-node@1.30.0`, then
 * `ONNXRUNTIME_NODE=/tmp/ort/node_modules/onnxruntime-node/dist/index.js npx vitest run --project unit src/encoder/onnxruntime-node.test.ts`.
 */
const FILE = new URL('../../test/fixtures/encoder-features.txt', import.meta.url);
const NATIVE = process.env['ONNXRUNTIME_NODE'];

/** The file contains every sixteenth value of each vector of 384. */
const EVERY = 16;
const WIDTH = 384;

const SENTENCES = [
  ['Angela', 'Merkel', 'said', 'in', 'Berlin', 'on', 'Monday', '.'],
  ['the', 'New', 'York', 'Times'],
];

async function featuresWith(runtime: Runtime) {
  const files = encoderFiles(
    smallEncoder({ layers: 6, width: WIDTH, heads: 12, positions: 128, seed: 384, external: true }),
  );
  const encoder = parseEncoder(files);
  const { pieces, limit } = encoder;
  const session = await openSession(runtime, files, encoder);
  const found: Float32Array[] = [];
  for await (const { sentence, features } of sentenceFeatures(session, SENTENCES, {
    pieces,
    limit,
    layers: ['last_hidden_state'],
    pooling: 'mean',
  })) {
    found[sentence] = features;
  }
  await session.release();
  return found.map((features) => features.filter((_, i) => i % EVERY === 0));
}

test(
  'a random encoder of 6 layers and 384 units: the features are those of onnxruntime-node within 1e-4',
  { timeout: 60_000 },
  async () => {
    if (NATIVE !== undefined) {
      const { default: native } = (await import(/* @vite-ignore */ NATIVE)) as { default: Runtime };
      const rows = await featuresWith(native);
      writeFileSync(FILE, rows.map((row) => `${Array.from(row, (x) => Number(x.toFixed(6))).join(' ')}\n`).join(''));
    }
    ort.env.wasm.numThreads = 1;
    const expected = readFileSync(FILE, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    const found = await featuresWith(ort);
    expect(found.map(({ length }) => length)).toEqual(SENTENCES.map(({ length }) => (length * WIDTH) / EVERY));
    const worst = Math.max(...found.flatMap((row, s) => Array.from(row, (x, i) => Math.abs(x - expected[s]![i]!))));
    expect(worst).toBeLessThan(1e-4);
  },
);
