import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpusOf, PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { confidenceOf } from '../../eval/calibration.ts';
import type { ConfidenceReport } from '../../eval/confidence-report.ts';
import { writeBundle } from '../../export/bundle.ts';
import { readBundle } from '../../export/read-bundle.ts';
import { toBundle, toWrite } from '../../export/model-bundle.ts';
import { AS_INFERRED, runHere, SENTENCES } from '../testing.ts';
import { command } from './calibrate.ts';
import { command as tag } from './tag.ts';

let folder = '';
let model = '';
let dev = '';

beforeAll(async () => {
  await useReferences();
  folder = await mkdtemp(join(tmpdir(), 'tagsmith-calibrate-'));
  [model, dev] = [join(folder, 'model.zip'), join(folder, 'dev.conll')];
  const run = tinyRun(corpusOf(SENTENCES));
  await writeFile(model, writeBundle(await toBundle(run.model, PROVENANCE)));
  await writeFile(dev, `${SENTENCES}\n`.repeat(60));
});

afterAll(() => rm(folder, { recursive: true }));

const DEFAULTS = {
  precision: undefined,
  read: undefined,
  threshold: undefined,
  out: undefined,
  encoder: undefined,
  device: 'simd',
  json: false,
  ...AS_INFERRED,
} as const;

const calibrated = (options: Partial<Parameters<typeof command.run>[1]>) =>
  runHere(command, { ...DEFAULTS, model, file: dev, ...options });

test('a number of sentences to read: reported, stored in the model, and applied by tag', async () => {
  const out = join(folder, 'calibrated.zip');
  const { own, error, budgets } = JSON.parse(
    (await calibrated({ read: 400, out, json: true })).out,
  ) as ConfidenceReport;
  expect(own!.sentences).toBeLessThanOrEqual(0.4 * 180);
  expect(error.after).toBeLessThanOrEqual(error.before);
  expect(budgets.map(({ target }) => target)).toEqual([0.9, 0.95, 0.98, 0.99]);
  const { confidence } = readBundle(new Uint8Array(await readFile(out)));
  expect(confidence!.threshold).toBe(own!.threshold);
  expect(confidence!.calibration).toBeDefined();

  const rows = async (path: string) => {
    const options = {
      input: 'auto',
      format: 'csv',
      givenFormat: 'csv',
      textField: [],
      out: undefined,
      resume: false,
      encoder: undefined,
      encoding: undefined,
    } as const;
    const rest = {
      table: undefined,
      leastSure: undefined,
      minConfidence: undefined,
      device: 'simd',
      files: [dev],
    } as const;
    const { out: written } = await runHere(tag, { ...options, ...rest, textField: [], files: [dev], model: path });
    return written
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
  };
  const [before, after] = [await rows(model), await rows(out)];
  expect(after.map(([, , , , , , review]) => review === 'yes')).toEqual(
    before.map(([, type, , , , probability]) => {
      return confidenceOf(confidence!.calibration, type!, Number(probability)) < own!.threshold;
    }),
  );
  expect(new Set(after.map(([, , , , , , review]) => review))).toEqual(new Set(['yes', '']));
});

test('a precision that no threshold has is refused; a table tells what can be had', async () => {
  await expect(calibrated({ precision: 1 })).rejects.toThrow(
    /No threshold has 100% of at least 30 entities right: [\d,]+ entities were found/,
  );
  const { out } = await calibrated({});
  expect(out).toMatch(/^expected calibration error: [\d.]+% of the probabilities, [\d.]+% of the confidence/);
  expect(out).toContain('No threshold reaches');
});

test('a file that is too small: the calibration and the threshold of the model stay, and are measured', async () => {
  const [known, out, small] = ['known.zip', 'kept.zip', 'small.conll'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const bundle = readBundle(new Uint8Array(await readFile(model)));
  const confidence = { calibration: { all: { slope: 0.25, shift: 2 }, byType: {} }, threshold: 0.5 };
  await writeFile(known, writeBundle({ ...toWrite(bundle), confidence }));
  await writeFile(small, SENTENCES);
  const { out: printed, err } = await calibrated({ model: known, file: small, out, json: true });
  expect(err).toContain('too few to calibrate');
  expect(readBundle(new Uint8Array(await readFile(out))).confidence).toEqual(confidence);
  const { own, error } = JSON.parse(printed) as ConfidenceReport;
  expect(own!.threshold).toBe(0.5);
  expect(error.after).not.toBe(error.before);
});

test('a file without predicted entities', async () => {
  const none = join(folder, 'none.conll');
  await writeFile(none, 'a O\n');
  const { out } = await calibrated({ file: none, threshold: 1 });
  expect(out).not.toContain('NaN');
});
