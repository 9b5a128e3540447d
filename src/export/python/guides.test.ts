import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../../test/helpers/guide-programs.ts';
import { findPython } from '../../../scripts/python.mjs';
import { PATIENCE, Python } from '../../../test/helpers/python.ts';
import { wants } from '../../../test/helpers/requirements.ts';
import { PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { disposeWeights } from '../../model/weights.ts';
import { writeBundle } from '../bundle.ts';
import { toBundle } from '../model-bundle.ts';

const python = new Python('torch');
const folder = mkdtempSync(join(tmpdir(), 'tagsmith-guides-'));
const file = (name: string) => join(folder, name);
const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });

beforeAll(async () => {
  await useReferences();
  const { model } = tinyRun();
  const zip = writeBundle(await toBundle(model, PROVENANCE));
  disposeWeights(model.weights);
  writeFileSync(file('model.zip'), zip);
  unpack(zip, folder);
  mkdirSync(file('model'));
  unpack(zip, file('model'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('programs for Python run as printed', python.testOptions, () => {
  test('in the description of the format, which saves a model', () => {
    python.run(['-c', programOf('docs/formats.md', 'python', 'tagger.save')], folder);
    expect(readdirSync(folder)).toContain('new.zip');
  });

  test('on the card of a model, in its folder', () => {
    expect(python.run(['-c', `${programOf(file('README.md'), 'python', 'Tagger.load')}\nprint("done")`], folder)).toBe(
      'done\n',
    );
  });

  test('for a tracker, here one that prints what it gets', () => {
    const tracker =
      'import json\ndef init(**given): print(json.dumps(given))\ndef log(values, step): print(step)\ndef finish(): print("end")\n';
    writeFileSync(file('wandb.py'), tracker);
    writeFileSync(
      file('history.json'),
      JSON.stringify({ name: 'a', config: {}, history: [{ _step: 1 }, { _step: 2 }] }),
    );
    const out = python.run(['-c', programOf('docs/formats.md', 'python', 'import wandb')], folder);
    expect(out).toBe('{"project": "tagsmith", "name": "a", "config": {}}\n1\n2\nend\n');
  });

  test('for Spark and Ray, whose part is played by a few lines', () => {
    const here = (program: string) => program.replaceAll('/models/mine', file('model'));
    const [spark, ray] = ['mapInPandas', 'class Tag'].map((has) => here(programOf('docs/scale.md', 'python', has)));
    const stage = `
class Batch(dict):
    def assign(self, **more): return Batch({**self, **more})
    def __getitem__(self, names): return Batch({n: self[n] for n in names}) if isinstance(names, list) else dict.__getitem__(self, names)
class Data:
    def __getattr__(self, name): return self
    def __call__(self, *given, **more):
        found = [one for one in [*given, *more.values()] if callable(one)]
        batch = Batch(id=["a"], text=["Ada Vale lives in Norrby."])
        if found and isinstance(found[0], type): print(found[0]()(batch)["entities"])
        elif found: print([list(part) for part in found[0]([batch])])
        return self
spark = ray = Data()
`;
    expect(python.run(['-c', `${stage}${spark}`], folder)).toBe("[['id', 'entities']]\n");
    expect(python.run(['-c', `${stage}${ray?.replace(/^import ray.*$/m, '')}`], folder)).toMatch(/^\[['"]\[/);
  });
});

const quantizer = findPython('onnxruntime');

test(
  'the quantisation of model.onnx runs as printed',
  { ...wants('onnxruntime', quantizer !== undefined), timeout: PATIENCE },
  () => {
    const program = programOf('docs/formats.md', 'python', 'quantize_dynamic');
    execFileSync(quantizer!, ['-c', program], { cwd: folder, stdio: 'pipe' });
    expect(readdirSync(folder)).toContain('quantized.onnx');
  },
);

describe('programs for JavaScript run as printed', () => {
  test('on the card of a model, in its folder', () => {
    writeFileSync(
      file('card.mjs'),
      `${programOf(file('README.md'), 'js', 'Tagger.load')}\nconsole.log(sentence.tokens.length);`,
    );
    expect(node('card.mjs')).toBe('3\n');
  });

  test('in the description of the format', () => {
    writeFileSync(file('format.mjs'), programOf('docs/formats.md', 'js', 'tagger.stream'));
    expect(node('format.mjs')).toMatch(/^\[/);
  });

  test('in several processes: what is done is left', () => {
    writeFileSync(file('shard.mjs'), programOf('docs/scale.md', 'js', 'process.argv'));
    mkdirSync(file('out'));
    writeFileSync(file('a.txt'), 'Ada Vale lives in Norrby.');
    writeFileSync(file('out/b.txt.jsonl'), 'done');
    node('shard.mjs', 'out', 'a.txt', 'b.txt');
    expect(readdirSync(file('out')).toSorted()).toEqual(['a.txt.jsonl', 'b.txt.jsonl']);
    expect(readFileSync(file('out/b.txt.jsonl'), 'utf8')).toBe('done');
  });
});
