import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCorpusFile } from '../../src/cli/corpus-file.ts';
import { readModelFile } from '../../src/cli/inputs.ts';
import { readBundle } from '../../src/export/bundle.ts';
import { fromBundle } from '../../src/export/model-bundle.ts';
import { StudioError } from '../../src/lib/errors.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { tagText } from '../../src/tagging/text.ts';
import { PATIENCE, Python } from '../helpers/python.ts';
import { useReferences } from '../helpers/tiny-run.ts';
import { contradictions } from './contradictions.ts';
import { containers } from './containers.ts';
import { inputsOf } from './inputs.ts';
import { readWithAll } from './readers.ts';
import { stored, STORED } from './stored.ts';

/** Inputs of each of the four kinds: 125 with `npm run fuzz`. */
const RUNS = Number(process.env['FUZZ_HOSTILE'] ?? 12);
const SEED = RUNS > 100 ? Date.now() % 2 ** 31 : 1;
const TIMEOUT = RUNS > 100 ? 600_000 : 120_000;
const TEXT = 'Ada Vale lives in Norrby. 🦦 Mio left Oslo last May!';

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-hostile-'));
const rows: { kind: string; inputs: number; read: number; refused: number; slowest: number }[] = [];
const models: Uint8Array[] = [];

beforeAll(useReferences);
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (RUNS <= 100) return;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/hostile.json', JSON.stringify({ seed: SEED, rows }));
});

/** Runs a property, and counts how its inputs ended. */
async function expectSurvival<T>(
  kind: string,
  inputs: fc.Arbitrary<T>,
  use: (input: T) => Promise<'read' | 'refused'>,
) {
  const row = { kind, inputs: 0, read: 0, refused: 0, slowest: 0 };
  const property = fc.asyncProperty(inputs, async (input) => {
    const started = performance.now();
    row[await use(input)]++;
    row.inputs++;
    row.slowest = Math.max(row.slowest, performance.now() - started);
  });
  await fc.assert(property, { seed: SEED, numRuns: RUNS });
  rows.push(row);
  expect(row.read + row.refused).toBe(RUNS);
}

async function readOrRefused(read: () => unknown): Promise<'read' | 'refused'> {
  try {
    await read();
    return 'read';
  } catch (error) {
    if (!(error instanceof StudioError) || error.code === 'Internal' || error.message === '') throw error;
    return 'refused';
  }
}

test('containers that lie about their contents are read as what they are, or refused', { timeout: TIMEOUT }, () =>
  expectSurvival('containers', containers, readWithAll),
);

test('stored records that are damaged in several places open, or are refused', { timeout: TIMEOUT }, () =>
  expectSurvival('stored records', stored, ({ kind, value }) => readOrRefused(() => STORED[kind]!.read(value))),
);

/** Tags a text. Everything in the result must be possible. */
async function expectTags(zip: Uint8Array): Promise<void> {
  const model = fromBundle(readBundle(zip));
  try {
    const { sentences } = await tagText(model, TEXT);
    for (const { tokens, entities } of sentences) {
      for (const { probability } of [...tokens, ...entities]) {
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
      }
      for (const { start, end } of entities) expect(start < end && end <= TEXT.length).toBe(true);
    }
  } finally {
    disposeWeights(model.weights);
  }
}

test('models whose parts contradict each other are refused, or tag with probabilities', { timeout: TIMEOUT }, () =>
  expectSurvival('models', contradictions, (zip) => {
    models.push(zip);
    return readOrRefused(() => expectTags(zip));
  }),
);

const DRIVER = `
import json, sys
from pathlib import Path
from tagsmith_torch.files import BadModel
from tagsmith_torch.tagger import Tagger

text, outcomes = json.load(sys.stdin), []
for path in sorted(Path(sys.argv[1]).glob("*.zip")):
    try:
        found = Tagger.load(str(path)).predict(text)
        assert all(0 <= entity.probability <= 1 and entity.text == text[entity.start : entity.end] for entity in found)
        outcomes.append("read")
    except BadModel as error:
        assert "\\n" not in str(error)
        outcomes.append("refused")
print(json.dumps(outcomes))
`;
const python = new Python('torch');

test(
  'tagger.py refuses them in one line, or tags with probabilities',
  { ...python.testOptions, timeout: PATIENCE },
  () => {
    models.forEach((zip, i) => writeFileSync(join(folder, `${i}.zip`), zip));
    const outcomes = python.run(['-B', '-c', DRIVER, folder], 'src/export/python', JSON.stringify(TEXT));
    expect(JSON.parse(outcomes)).toHaveLength(models.length);
  },
);

const piped = fc.tuple(
  fc.oneof(inputsOf('model'), inputsOf('columns'), inputsOf('JSON'), inputsOf('noise'), containers),
  fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }),
);

test('what comes from a pipe, in any pieces, is read or refused as from a file', { timeout: TIMEOUT }, async () => {
  const [pipe, file] = [join(folder, 'pipe'), join(folder, 'file')];
  spawnSync('mkfifo', [pipe]);
  const outcome = async (read: () => Promise<unknown>) => {
    try {
      return {
        read: JSON.stringify(await read(), (_, one: unknown) =>
          ArrayBuffer.isView(one) ? Array.from(one as Uint8Array) : one,
        ),
      };
    } catch (error) {
      if (!(error instanceof StudioError) || error.code === 'Internal') throw error;
      return { refused: error.message };
    }
  };
  await expectSurvival('pipes', piped, async ([{ bytes }, sizes]) => {
    writeFileSync(file, bytes);
    for (const reader of [readCorpusFile, readModelFile] as const) {
      const out = createWriteStream(pipe);
      for (let at = 0, i = 0; at < bytes.length; i++) out.write(bytes.subarray(at, (at += sizes[i % sizes.length]!)));
      out.end();
      const [from, expected] = [await outcome(() => reader(pipe)), await outcome(() => reader(file))];
      const text = JSON.stringify(from).replaceAll(pipe, file);
      expect(text).toBe(JSON.stringify(expected));
    }
    return 'read';
  });
});
