import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { CLASS_CASES, TEXTS } from '../../../test/helpers/class-models.ts';
import { newRun } from '../../../test/helpers/exported-models.ts';
import { programOf } from '../../../test/helpers/guide-programs.ts';
import { PATIENCE, Python } from '../../../test/helpers/python.ts';
import { PROVENANCE, useReferences } from '../../../test/helpers/tiny-run.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { disposeWeights } from '../../model/weights.ts';
import { classifyTexts } from '../../tagging/texts/classified.ts';
import type { ClassProbability } from '../../tagging/texts/classes.ts';
import { writeBundle } from '../bundle.ts';
import { toBundle } from '../model-bundle.ts';

/** Prints the classes of the texts for each model, as JSON: of the model, and of what it saves. */
const DRIVER = `
import json, sys, torch
from tagger import Tagger
work = json.load(sys.stdin)
found = []
for file in work["files"]:
    tagger = Tagger.load(file)
    classes = tagger.classify(work["texts"])
    batch = tagger.batch([["A", "dull", "film"], ["Fine"]])
    loss = tagger.model.loss(batch, torch.tensor([1, 0]))
    own = [dict(one) for one in tagger.classify(["A dull film", "Fine"])]
    expected = -sum(torch.tensor(p).log() for p in (own[0][tagger.tags[1]], own[1][tagger.tags[0]])) / 2
    assert abs(loss.item() - expected.item()) < 1e-5, (loss, expected)
    loss.backward()
    for name, parameter in tagger.model.named_parameters():
        assert (parameter.grad is None) == ("bias_hh" in name), name
    tagger.save("again.zip")
    assert Tagger.load("again.zip").classify(work["texts"]) == classes
    for call in (lambda: tagger.tag([["A"]]), lambda: tagger.predict("A")):
        try:
            call()
            raise AssertionError("it was tagged")
        except ValueError as error:
            assert "call classify" in str(error)
    found.append(classes)
json.dump(found, sys.stdout)
`;

const python = new Python('torch');

describe('models of texts with one class in PyTorch', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-classes-'));
  const here: Record<string, ClassProbability[][]> = {};
  const there: Record<string, [string, number][][]> = {};
  const names = Object.keys(CLASS_CASES);

  beforeAll(async () => {
    await useReferences();
    for (const [i, name] of names.entries()) {
      const choice = CLASS_CASES[name]!;
      const { model } = await newRun(choice);
      const texts = TEXTS.map((text) => ({ text }));
      here[name] = (await classifyTexts(model, texts)).map(({ classes }) => classes);
      const zip = writeBundle(await toBundle(model, PROVENANCE), choice.bundle);
      writeFileSync(join(folder, `${i}.zip`), zip);
      if (i === 0) {
        unpack(zip, folder);
        unpack(zip, join(folder, 'model'));
        writeFileSync(join(folder, 'model.zip'), zip);
      }
      disposeWeights(model.weights);
    }
    const work = { files: names.map((_, i) => `${i}.zip`), texts: TEXTS };
    const found = JSON.parse(python.run(['-c', DRIVER], folder, JSON.stringify(work))) as [string, number][][][];
    names.forEach((name, i) => (there[name] = found[i]!));
  }, PATIENCE);

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(names)('%s: the same classes', (name) => {
    const [expected, actual] = [here[name]!, there[name]!];
    expect(actual.map((classes) => classes.map(([type]) => type))).toEqual(
      expected.map((classes) => classes.map(({ type }) => type)),
    );
    expectClose(
      actual.flat().map(([, probability]) => probability),
      expected.flat().map(({ probability }) => probability),
      TOLERANCES.pytorch,
    );
    expect(new Set(expected.map(([first]) => first?.type)).size).toBeGreaterThan(1); // otherwise equal classes prove little
  });

  test('programs of the guide and of the card of a model run as printed', () => {
    const shown = /^(pos|neg|so so) 0\.\d+$/;
    const guide = programOf('docs/classes.md', 'python', 'tagger.classify');
    expect(python.run(['-c', guide], folder).trimEnd()).toMatch(shown);
    expect(python.run(['-c', programOf(join(folder, 'README.md'), 'python', 'classify')], folder)).toBe('');
    writeFileSync(join(folder, 'guide.mjs'), programOf('docs/classes.md', 'js', 'classifyRecords'));
    const lines = execFileSync(process.execPath, ['guide.mjs'], { cwd: folder, encoding: 'utf8' }).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(shown),
      expect.stringMatching(/^1 \{ type: '[a-z ]+', probability: 0\.\d+ \}$/),
      expect.stringMatching(/^2 \{/),
      '',
    ]);
  });

  test('the program puts the class of each line before it, and does not train', () => {
    const texts = ['dull', '', 'Fine'];
    const classes = [here[names[0]!]![2]![0]!.type, '', here[names[0]!]![4]![0]!.type];
    expect(python.run(['tagger.py', '0.zip'], folder, `${texts.join('\n')}\n`)).toBe(
      texts.map((text, i) => `${classes[i]}\t${text}\n`).join(''),
    );
    const train = ['train.py', '0.zip', '--train', 'a.conll', '--dev', 'a.conll', '--out', 'new.zip'];
    expect(() => python.run(train, folder)).toThrow(
      /0\.zip gives each text one class, which only Tagsmith trains further: tagsmith train --from\n$/,
    );
  });
});
