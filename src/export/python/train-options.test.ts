import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Python } from '../../../test/helpers/python.ts';
import { BIO_CORPUS, PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { formatConll } from '../../data/corpora/columns/write-conll.ts';
import { disposeWeights } from '../../model/weights.ts';
import { writeBundle } from '../bundle.ts';
import { readBundle } from '../read-bundle.ts';
import { toBundle } from '../model-bundle.ts';

const python = new Python('torch');

describe('how train.py trains, and when it stops', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-train-options-'));
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    await useReferences();
    const { model } = tinyRun();
    writeFileSync(file('0.zip'), writeBundle(await toBundle(model, PROVENANCE)));
    unpack(readFileSync(file('0.zip')), folder);
    writeFileSync(file('train.conll'), formatConll(BIO_CORPUS.sentences.map(({ tokens, tags }) => [tokens, tags])));
    disposeWeights(model.weights);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('--compile trains a compiled model to the same weights, and without a compiler fails in one line', () => {
    const arguments_ = ['0.zip', '--train', 'train.conll', '--dev', 'train.conll', '--set', 'epochs=1', '--compile'];
    const program = (out: string, compiler: string) => `
import torch
from tagsmith_torch.training.command_line import main
calls = []
def stand_in(module, dynamic):
    class Compiled(torch.nn.Module):
        def forward(self, *given):
            calls.append(dynamic)
            return module(*given)
    return Compiled()
torch.compile = ${compiler}
main([*${JSON.stringify(arguments_)}, "--out", "${out}"])
print(calls)
`;
    expect(python.run(['-c', program('compiled.zip', 'stand_in')], folder)).toMatch(/\[True(, True)*\]\n$/);
    const plain = ['tagger.py', 'train', ...arguments_.slice(0, -1), '--out', 'plain.zip'];
    python.run(plain, folder);
    const [compiled, expected] = ['compiled.zip', 'plain.zip'].map((name) => readBundle(readFileSync(file(name))));
    expect(compiled!.weights).toEqual(expected!.weights);
    expect(() => python.run(['-c', program('no.zip', 'None')], folder)).toThrow(
      /tagger\.py train: --compile needs PyTorch 2\.0 or later; this is [^\n]+\n$/,
    );
  });

  test('a loss that is not a number ends training at once, and no model is written', () => {
    const program = `
from tagsmith_torch.training import run
from tagsmith_torch.training.command_line import main
forward = run.PartLoss.forward
run.PartLoss.forward = lambda *given: float("nan") * forward(*given)
main(["0.zip", "--train", "train.conll", "--dev", "train.conll", "--out", "nan.zip"])
`;
    expect(() => python.run(['-c', program], folder)).toThrow(/train: the loss became nan in step 1\. Lower .*\n$/);
    expect(existsSync(file('nan.zip')) || existsSync(file('nan.zip.checkpoint'))).toBe(false);
  });
});
