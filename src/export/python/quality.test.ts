import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE, Python } from '../../../test/helpers/python.ts';
import { wants } from '../../../test/helpers/requirements.ts';
import { PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { findMypy } from '../../../scripts/python.mjs';
import { disposeWeights } from '../../model/weights.ts';
import { writeBundle } from '../bundle.ts';
import { toBundle } from '../model-bundle.ts';
import { pythonPrograms } from '../python-programs.ts';

const FOLDER = import.meta.dirname;
const SETTINGS = readFileSync(join(FOLDER, 'pyproject.toml'), 'utf8');

/** What torch imports and the programs do not use. Reading it takes most of the time. */
const UNUSED =
  '_decomp _dynamo _inductor _prims _prims_common _refs _subclasses ao distributions fx jit onnx package profiler quantization sparse testing utils.data utils.tensorboard'
    .split(' ')
    .map((name) => `torch.${name}`)
    .concat('sympy');

/** Runs the tests of the programs in a folder, and prints the numbers of those that ran, failed and were skipped. */
const TESTS = `
import io, json, unittest
result = unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.discover("."))
failed = [text for _, text in [*result.failures, *result.errors]]
print(json.dumps({"ran": result.testsRun, "failed": failed, "skipped": len(result.skipped)}))
`;

const python = new Python('torch');

describe('the Python programs', () => {
  test('ruff has no remarks, and would format them as they are', () => {
    const list = (name: string) => JSON.parse(new RegExp(`^${name} = (\\[.*\\])`, 'm').exec(SETTINGS)![1]!) as string[];
    const lint = { select: list('select'), ignore: list('ignore') };
    const options = { 'line-length': 120, 'target-version': 'py310', lint };
    const ruff = new Workspace(options, PositionEncoding.Utf32);
    const check = (source: string) => ruff.check(source) as { code: string; start_location: { row: number } }[];
    for (const [name, bytes] of Object.entries(pythonPrograms()).filter(([name]) => name.endsWith('.py'))) {
      const source = new TextDecoder().decode(bytes);
      const remarks = check(source).map(({ code, start_location }) => `${name}:${start_location.row}: ${code}`);
      expect(remarks).toEqual([]);
      expect({ name, source: ruff.format(source) }).toEqual({ name, source });
    }
    expect(check('import os\n').map(({ code }) => code)).toEqual(['F401']);
  });

  test(
    'mypy --strict finds only a planted error',
    { ...wants('mypy', findMypy() !== undefined), timeout: PATIENCE },
    () => {
      const temporary = mkdtempSync(join(tmpdir(), 'tagsmith-mypy-'));
      const [settings, planted] = ['mypy.ini', 'planted.py'].map((name) => join(temporary, name)) as [string, string];
      const skipped = UNUSED.map((name) => `[mypy-${name}.*]\nfollow_imports = skip\n`);
      writeFileSync(settings, `[mypy]\nstrict = True\n${skipped.join('')}`);
      writeFileSync(planted, 'import torch\n\nrows: int = torch.nn.functional.relu(torch.zeros(1)).sum()\n');
      const options = ['--config-file', settings, '--cache-dir', devNull, '--python-executable', python.command!];
      const { stdout, stderr } = spawnSync(findMypy()!, [...options, '.', planted], { cwd: FOLDER, encoding: 'utf8' });
      rmSync(temporary, { recursive: true });
      expect(stdout + stderr).toMatch(
        /^.*planted\.py:3: error: [^\n]*\nFound 1 error in 1 file \(checked \d\d+ source files\)\n$/,
      );
    },
  );
});

describe('the Python programs of a model, run by a Python with PyTorch', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-python-'));

  beforeAll(async () => {
    await useReferences();
    const { model } = tinyRun();
    unpack(writeBundle(await toBundle(model, PROVENANCE)), folder);
    disposeWeights(model.weights);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('their own tests pass on it', () => {
    const { ran, failed, skipped } = JSON.parse(python.run(['-c', TESTS], folder)) as Record<string, unknown>;
    expect({ failed, skipped }).toEqual({ failed: [], skipped: 0 });
    expect(ran).toBeGreaterThan(10);
  });
});
