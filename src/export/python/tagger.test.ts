import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { CASES, CORPUS, newRun, outcomeHere, SENTENCES, type Outcome } from '../../../test/helpers/exported-models.ts';
import { PATIENCE, Python } from '../../../test/helpers/python.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { compactVectorsFrom } from '../../data/vectors/compact.ts';
import { disposeWeights, downloadWeights } from '../../model/weights.ts';
import { toBundle } from '../model-bundle.ts';
import { tagText } from '../../tagging/texts/text.ts';
import { trainingStyle, trainingTags } from '../../data/tags/training-tags.ts';
import { PROVENANCE, useReferences } from '../../../test/helpers/tiny-run.ts';
import { writeBundle } from '../bundle.ts';
import { readBundle } from '../read-bundle.ts';

/** Prints an `Outcome` for each model, as JSON. */
const DRIVER = `
import json, sys, torch
from tagger import Tagger
work = json.load(sys.stdin)
outcomes = []
for case in work["cases"]:
    tagger = Tagger.load(case["file"])
    batch = tagger.batch(case["train"])
    longest = batch.words.shape[1]
    gold = [[tagger.tags.index(tag) for tag in tags] + [0] * (longest - len(tags)) for tags in case["gold"]]
    loss = tagger.model.loss(batch, torch.tensor(gold))
    loss.backward()
    for name, parameter in tagger.model.named_parameters():
        assert (parameter.grad is None) == ("bias_hh" in name), name
    tagger.save("again.zip")
    again = Tagger.load("again.zip")
    assert again.files.get("model.onnx.data") == tagger.files.get("model.onnx.data") or "precision" in tagger.about
    for name, values in tagger.model.state_dict().items():
        assert torch.equal(again.model.state_dict()[name], values), name
    emissions = [scores.flatten().tolist() for scores in tagger.emissions(work["sentences"])]
    outcomes.append({"tags": tagger.tag(work["sentences"]), "emissions": emissions, "loss": loss.item()})
    assert "model.onnx" in again.files or "precision" in tagger.about
    tagger.config["consistency"] = 7
    assert tagger.save("changed.zip")[0].startswith("changed.zip has no model.onnx")
    assert "model.onnx" not in Tagger.load("changed.zip").files
json.dump(outcomes, sys.stdout)
`;

const python = new Python('torch');

describe('tagger.py, run by a Python with PyTorch', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-'));
  const here: Record<string, Outcome> = {};
  const there: Record<string, Outcome> = {};

  beforeAll(async () => {
    await useReferences();
    const cases: { file: string; train: string[][]; gold: string[][] }[] = [];
    for (const [name, choice] of Object.entries(CASES)) {
      const run = await newRun(choice);
      const { config, style } = run.model;
      here[name] = await outcomeHere(run, choice);
      const bundle = await toBundle(run.model, PROVENANCE, choice.vectors && compactVectorsFrom(choice.vectors));
      const file = `${cases.length}.zip`;
      writeFileSync(join(folder, file), writeBundle(bundle, choice.bundle));
      disposeWeights(run.model.weights);
      const { sentences } = choice.corpus ?? CORPUS;
      cases.push({
        file,
        train: sentences.map(({ tokens }) => tokens),
        gold: sentences.map((sentence) => trainingTags(sentence, trainingStyle(config, style))),
      });
    }
    // The first model is also tested as an unpacked folder.
    const first = readFileSync(join(folder, '0.zip'));
    unpack(first, folder);
    const outcomes = JSON.parse(
      python.run(['-c', DRIVER], folder, JSON.stringify({ cases, sentences: SENTENCES })),
    ) as Outcome[];
    Object.keys(CASES).forEach((name, i) => (there[name] = outcomes[i]!));
  }, PATIENCE);

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.keys(CASES))('%s: the same emissions, tags and loss', (name) => {
    const [expected, actual] = [here[name]!, there[name]!];
    SENTENCES.forEach((_, s) =>
      expectClose(actual.emissions[s]!, expected.emissions[s]!, TOLERANCES.pytorch, `sentence ${s}`),
    );
    expect(actual.tags).toEqual(expected.tags);
    expectClose([actual.loss], [expected.loss], TOLERANCES.pytorch);
    expect(new Set(expected.tags.flat()).size).toBeGreaterThan(1); // otherwise equal tags prove little
  });

  test('predict finds the entities of a text, with their offsets and probabilities', async () => {
    const text = 'Ada Vale lives in Norrby. 🦦 Mio left Norrby last May, and Ada met Mio Bell!';
    const names = [
      'CNN, LSTM, CRF',
      'BIO under constraints, two layers of LSTM',
      'GRU, characters as written, tags without a scheme',
    ];
    for (const name of names) {
      const choice = CASES[name]!;
      const { model } = await newRun(choice);
      const [all, byType] = [{ slope: 0.5, shift: 0.25 }, { PER: { slope: 2, shift: -1 } }];
      if (name === names[0]) model.confidence = { calibration: { all, byType }, threshold: 0.5 };
      writeFileSync(join(folder, 'text.zip'), writeBundle(await toBundle(model, PROVENANCE)));
      const { sentences } = await tagText(model, text);
      const program = `
import json
from tagger import Tagger
print(json.dumps(Tagger.from_pretrained("text.zip").predict(${JSON.stringify(text)})))
`;
      const found = JSON.parse(python.run(['-c', program], folder)) as [
        string,
        string,
        number,
        number,
        number,
        boolean | null,
      ][];
      const points = (offset: number) => Array.from(text.slice(0, offset)).length;
      const expected = sentences.flatMap(({ entities }) => entities);
      expect(expected.length).toBeGreaterThan(2);
      expect(found.map(([type, part, start, end]) => [type, part, start, end])).toEqual(
        expected.map(({ type, start, end }) => [type, text.slice(start, end), points(start), points(end)]),
      );
      expectClose(
        found.map(([, , , , probability]) => probability),
        expected.map(({ probability }) => probability),
        TOLERANCES.pytorch,
      );
      expect(found.map(([, , , , , review]) => review)).toEqual(expected.map(({ review }) => review ?? null));
      disposeWeights(model.weights);
    }
  });

  test('a model that cannot be run, or is none, is refused in one line', () => {
    writeFileSync(join(folder, 'no.zip'), 'no zip');
    for (const path of ['no.zip', 'missing.zip'])
      expect(() => python.run(['tagger.py', path], folder)).toThrow(
        /^tagger\.py \S+: [^\n]*(zip|No such file)[^\n]*\n$/,
      );
  });

  test('a column of tags is added to a file of tokens, from a zip as from a folder', () => {
    const lines = (ending: (s: number, t: number) => string) =>
      SENTENCES.map((tokens, s) => tokens.map((token, t) => `${token} x${ending(s, t)}\n`).join('')).join('\n');
    const input = `-DOCSTART- x\n\n${lines(() => '')}`;
    const { tags } = here['CNN, LSTM, CRF']!;
    const expected = `-DOCSTART- x O\n\n${lines((s, t) => ` ${tags[s]![t]}`)}`;
    expect(python.run(['tagger.py', '0.zip'], folder, input)).toBe(expected);
    expect(python.run(['tagger.py', '.'], folder, input)).toBe(expected);
    const fromWindows = `\uFEFF${input.replaceAll('\n', '\r\n')}`;
    expect(python.run(['tagger.py', '.'], folder, fromWindows)).toBe(expected);
  });

  test('a model keeps its programs when it is saved, of a zip and of a folder', () => {
    const paths = ['0.zip', '.'];
    const save = `[Tagger.load(path).save(f"saved-{i}.zip") for i, path in enumerate(${JSON.stringify(paths)})]`;
    python.run(['-c', `from tagger import Tagger\n${save}`], folder);
    const filesOf = (name: string) => unzipSync(readFileSync(join(folder, name)));
    const programs = Object.entries(filesOf('0.zip')).filter(([name]) => /\.(py|m?js|d\.m?ts)$/.test(name));
    for (const i of paths.keys()) expect(filesOf(`saved-${i}.zip`)).toMatchObject(Object.fromEntries(programs));
    expect(filesOf('saved-1.zip')).toHaveProperty(['tagsmith_torch/training/run.py']);
  });
});

describe('a bundle', () => {
  test('has the programs, and is read without them', async () => {
    await useReferences();
    const { model } = await newRun({ settings: {} });
    const files = Object.entries(unzipSync(writeBundle(await toBundle(model, PROVENANCE))));
    const rest = Object.fromEntries(files.filter(([name]) => !name.endsWith('.py')));
    expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(['tagger.py', 'tagsmith_torch/tagger.py']));
    expect(strFromU8(rest['README.md']!)).toContain('python tagger.py');
    expect(readBundle(zipSync(rest)).weights).toEqual(await downloadWeights(model.weights));
    disposeWeights(model.weights);
  });
});
