import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { PATIENCE, Python } from '../../../test/helpers/python.ts';
import { corpusOf, PROVENANCE, tinyRun, useReferences } from '../../../test/helpers/tiny-run.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import { unpack } from '../../../test/helpers/unpack.ts';
import { hashWord } from '../../lib/word-hash.ts';
import { disposeWeights } from '../../model/weights.ts';
import { train } from '../../model/trainer.ts';
import { trainingData } from '../../runs/prepare.ts';
import { tagSentences } from '../../tagging/texts/text.ts';
import { writeBundle } from '../bundle.ts';
import { readBundle } from '../read-bundle.ts';
import { fromBundle, toBundle, toWrite } from '../model-bundle.ts';
import { DOCUMENTS, IMPORTS, RECIPES, SETTINGS, STEPS, TEXT } from './train.testing.ts';

const CORPUS = corpusOf(TEXT);

interface Steps {
  losses: number[];
  parameters: Record<string, number[]>[];
  scores: unknown[];
}

const python = new Python('torch');

describe('train.py, run by a Python with PyTorch', python.testOptions, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-train-'));
  const file = (name: string) => join(folder, name);
  const names = Object.keys(RECIPES);
  const here: { losses: number[]; scores: unknown[] }[] = [];
  let alone: Steps[] = [];

  beforeAll(async () => {
    await useReferences();
    writeFileSync(file('train.conll'), TEXT);
    writeFileSync(file('documents.conll'), DOCUMENTS);
    for (const [i, recipe] of Object.values(RECIPES).entries()) {
      const { model, data } = tinyRun(recipe.context === 'document' ? corpusOf(DOCUMENTS) : CORPUS, {
        ...SETTINGS,
        ...recipe,
      });
      writeFileSync(file(`${i}.zip`), writeBundle(await toBundle(model, PROVENANCE)));
      const losses: number[] = [];
      const scores: unknown[] = [];
      for await (const event of train(model, data)) {
        if (event.kind === 'steps') losses.push(...event.losses);
        if (event.kind === 'epoch') scores.push(event.report.dev);
      }
      here.push({ losses, scores });
      disposeWeights(model.weights);
    }
    unpack(readFileSync(file('0.zip')), folder);
    writeFileSync(file('steps.py'), STEPS);
    alone = JSON.parse(python.run(['steps.py', ...names.map((_, i) => `${i}.zip`)], folder)) as Steps[];
  }, PATIENCE);

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(names)('%s: every step has the loss that it has in Tagsmith, and every epoch the scores', (name) => {
    const [expected, actual] = [here[names.indexOf(name)]!, alone[names.indexOf(name)]!];
    expect(actual.losses).toHaveLength(2 * 4);
    expectClose(actual.losses, expected.losses, TOLERANCES.trajectory);
    expect(actual.scores).toEqual(expected.scores);
  });

  test('two processes take the same steps as one', async () => {
    const [first, second] = (await python.runTogether(['steps.py', ...names.map((_, i) => `${i}.zip`)], folder, 2)).map(
      (output) => JSON.parse(output) as Steps[],
    );
    for (const [i, expected] of alone.entries()) {
      expect(second![i]!.parameters).toEqual(first![i]!.parameters);
      expectClose(first![i]!.losses, expected.losses, TOLERANCES.trajectory);
      expected.parameters.forEach((parameters, step) => {
        for (const [name, values] of Object.entries(parameters)) {
          expectClose(
            first![i]!.parameters[step]![name]!,
            values,
            TOLERANCES.trajectory,
            `${name} after step ${step + 1}`,
          );
        }
      });
    }
  });

  test('a model that two processes trained comes back: the same tags, scores and weights, and it trains further', async () => {
    const files = ['--train', 'train.conll', 'train.conll', '--dev', 'train.conll', '--out', 'new.zip'];
    await python.runTogether(['tagger.py', 'train', '0.zip', ...files, '--set', 'epochs=12'], folder, 2);
    const bundle = readBundle(readFileSync(file('new.zip')));
    expect(bundle.config).toEqual({ ...readBundle(readFileSync(file('0.zip'))).config, epochs: 12 });
    const { data, device, dev } = bundle.provenance;
    expect(data).toMatchObject({ train: 'a.conll, then train.conll, train.conll', dev: 'train.conll', sentences: 26 });
    expect(device).toBe('PyTorch on cpu, 2 processes');

    const model = fromBundle(bundle);
    const tokens = CORPUS.sentences.map((sentence) => sentence.tokens);
    const typed = tokens.map((words) => ({ tokens: words.map((text) => ({ text, start: 0, end: 0 })) }));
    const tags = (await tagSentences(model, typed)).map((sentence) => sentence.tokens.map(({ tag }) => tag));
    const lines = TEXT.replaceAll(/ \S+$/gm, '');
    const expected = tokens.map((words, s) => words.map((token, t) => `${token} ${tags[s]![t]}\n`).join('')).join('\n');
    expect(python.run(['tagger.py', 'new.zip'], folder, lines)).toBe(expected);
    expect(new Set(tags.flat()).size).toBeGreaterThan(2);

    const source = { train: CORPUS.sentences, dev: CORPUS.sentences, vectors: undefined };
    const further = trainingData(model, source);
    expect((await further.scoreDev(model, undefined)).scores).toEqual(dev);
    const losses: number[] = [];
    for await (const event of train(model, further)) if (event.kind === 'steps') losses.push(...event.losses);
    expect(losses.at(-1)!).toBeLessThan(here[0]!.losses[0]!);
    disposeWeights(model.weights);
  });

  test('a run that was cut off resumes as if it had not been, with another number of processes', async () => {
    const run = (model: string, ...more: string[]) => [
      'tagger.py',
      'train',
      model,
      '--train',
      'train.conll',
      '--dev',
      'train.conll',
      ...more,
    ];
    python.run(run('0.zip', '--out', 'whole.zip'), folder);
    const cut = `
import sys
from tagsmith_torch.training import command_line
save = command_line.save_checkpoint
def save_and_stop(*arguments):
    save(*arguments)
    sys.exit(3)
command_line.save_checkpoint = save_and_stop
command_line.main(sys.argv[3:])
`;
    expect(() => python.run(['-c', cut, ...run('0.zip', '--out', 'cut.zip')], folder)).toThrow(/13 .*, 62 tokens/);
    expect(() => python.run(run('0.zip', '--out', 'cut.zip'), folder)).toThrow('Pass --resume to continue it');
    expect(() => python.run(run('1.zip', '--out', 'cut.zip', '--resume'), folder)).toThrow('other files or settings');
    const damage = `
import torch
torch.save(None, "none.zip.checkpoint")
state = torch.load("cut.zip.checkpoint", weights_only=True)
state["optimizer"]["slots"][-1][0] += 1e30
torch.save(state, "far.zip.checkpoint")
`;
    python.run(['-c', damage], folder);
    await python.runTogether(run('0.zip', '--out', 'cut.zip', '--resume'), folder, 2);
    writeFileSync(join(folder, 'no.zip.checkpoint'), 'no checkpoint');
    const refusals = Object.entries({
      'cut.zip': 'Pass --force',
      'no.zip': 'no.zip.checkpoint is damaged',
      'none.zip': 'it is no dictionary',
      'far.zip': 'its optimizer has values that no gradient gives',
    });
    for (const [out, reason] of refusals)
      expect(() => python.run(run('0.zip', '--out', out, '--resume'), folder)).toThrow(reason);
    const deep = join('d'.repeat(200), 'e'.repeat(200));
    mkdirSync(file(deep), { recursive: true });
    writeFileSync(file(join(deep, 'no.zip.checkpoint')), 'no checkpoint');
    const debug = `
import os, sys
from tagsmith_torch.training import command_line
os.environ["DEBUG"] = "1"
command_line.main(sys.argv[3:])
`;
    const damaged = run('0.zip', '--out', join(deep, 'no.zip'), '--resume');
    expect(() => python.run(damaged, folder)).toThrow(
      /no\.zip\.checkpoint is damaged .* Delete it to start again\.\s*$/,
    );
    expect(() => python.run(['-c', debug, ...damaged], folder)).toThrow(/Traceback[^]*Delete it to start again\.\s*$/);
    const [whole, resumed] = ['whole.zip', 'cut.zip'].map((name) => readBundle(readFileSync(file(name))));
    for (const [name, { values }] of Object.entries(whole!.weights)) {
      expectClose(resumed!.weights[name]!.values, values, TOLERANCES.trajectory, name);
    }
  });

  test('constraints can be set and unset: training is that of a model that was exported with them', async () => {
    const { model } = tinyRun(CORPUS, SETTINGS);
    const bundle = await toBundle(model, PROVENANCE);
    for (const constraints of [false, true]) {
      const zip = writeBundle(toWrite({ ...bundle, config: { ...bundle.config, constraints } }));
      writeFileSync(file(`constraints-${constraints}.zip`), zip);
    }
    const runs = ['false false', 'false true', 'true false', 'true true'].map((names) => names.split(' '));
    const program = `
import sys
from tagsmith_torch.training.command_line import main
files = ["--train", "train.conll", "--dev", "train.conll"]
for before, after in ${JSON.stringify(runs)}:
    out = ["--out", f"{before}-{after}.zip"]
    main([f"constraints-{before}.zip", *files, *out, "--set", "epochs=1", f"constraints={after}"])
`;
    python.run(['-c', program], folder);
    const [free, constrained, freed, kept] = runs.map((names) =>
      readBundle(readFileSync(file(`${names.join('-')}.zip`))),
    );
    expect([constrained!.config, constrained!.weights]).toEqual([kept!.config, kept!.weights]);
    expect([freed!.config, freed!.weights]).toEqual([free!.config, free!.weights]);
    expect(kept!.weights).not.toEqual(free!.weights);
    disposeWeights(model.weights);
  });

  test('new words and characters get rows, a vector of vectors.bin if there is one', async () => {
    const { model } = tinyRun(CORPUS, SETTINGS);
    const vectors = {
      dimensions: 5,
      hashes: Float64Array.of(hashWord('otter')),
      scales: Float32Array.of(0.5),
      values: Int8Array.of(1, 2, 3, 4, 5),
    };
    writeFileSync(file('grow.zip'), writeBundle({ ...(await toBundle(model, PROVENANCE)), vectors }));
    writeFileSync(file('more.conll'), 'Otter B-PER\nswims O\nfar O\n\nOtter B-PER\nß O\n');
    const more = [
      '--train',
      'train.conll',
      'more.conll',
      '--dev',
      'train.conll',
      '--set',
      'epochs=1',
      'fineTuneWords=false',
    ];
    python.run(['tagger.py', 'train', 'grow.zip', ...more, '--out', 'grown.zip'], folder);
    const { vocabulary, weights, vectors: kept } = readBundle(readFileSync(file('grown.zip')));
    const added = vocabulary.words.slice(model.vocabulary.words.length);
    expect(added).toEqual(['otter', 'swims', 'far', 'ß']);
    expect(vocabulary.frequencies.slice(-4)).toEqual([2, 1, 1, 1]);
    expect(vocabulary.characters).toContain('ß');
    const row = 5 * vocabulary.wordRow('Otter');
    expect([...weights['words']!.values.subarray(row, row + 5)]).toEqual([0.5, 1, 1.5, 2, 2.5]);
    expect(kept).toEqual(vectors);
    disposeWeights(model.weights);
  });

  test.each([
    ['Ada B-PER\nx B-ORG\n', /bad\.conll:2: the model has no tag .-ORG\. It was trained with LOC, PER/],
    ['Ada B-PER\n\nx y z O\n', /bad\.conll:3: found 4 columns, expected 2/],
    ['Ada B-PER\nx PER\n', /bad\.conll:2: found the tag PER, expected tags like B-TYPE/],
    ['Ada\nx\n', /bad\.conll has no tags/],
  ])('%j is refused, with file and line', (text, message) => {
    writeFileSync(file('bad.conll'), text);
    const run = ['tagger.py', 'train', '0.zip', '--train', 'bad.conll', '--dev', 'train.conll', '--out', 'bad.zip'];
    expect(() => python.run(run, folder)).toThrow(message);
  });

  test('the training loop of the guide runs as it is written, in two processes', async () => {
    const guide = readFileSync('docs/pytorch.md', 'utf8').split('## Your own training loop')[1]!;
    const [, loop] = /```python\n([^]*?)```/.exec(guide)!;
    writeFileSync(file('model.zip'), readFileSync(file('0.zip')));
    const before = `${IMPORTS}
processes = Processes()
tagger = Tagger.load("model.zip")
read = read_corpus("train.conll", tagger, None)[:2]
sentences, gold = [sentence.tokens for sentence in read], Corpus(tagger, read).gold([0, 1], processes.device)
`;
    await python.runTogether(['-c', `${before}${loop}processes.close()\n`], folder, 2);
    expect(readBundle(readFileSync(file('new.zip'))).weights).toEqual(readBundle(readFileSync(file('0.zip'))).weights);
  });

  test('model.loss refuses to train in several processes; the wrapped model returns the loss and synchronises', async () => {
    const program = `${IMPORTS}
import torch
from torch.nn.parallel import DistributedDataParallel

processes = Processes()
tagger = Tagger.load("0.zip")
model = tagger.model.train()
sentences = read_corpus("train.conll", tagger, None)
corpus = Corpus(tagger, sentences)
mine = [processes.rank, processes.rank + 2]
batch, gold = corpus.batch(mine, processes.device), corpus.gold(mine, processes.device)
ddp = DistributedDataParallel(model)
refused = ""
try:
    ddp.module.loss(batch, gold)
except RuntimeError as error:
    refused = str(error)
with torch.no_grad():
    model.loss(batch, gold)  # for scoring only
ddp(batch, gold).backward()
json.dump({"refused": refused, "gradient": model.output.weight.grad.flatten().tolist()}, sys.stdout)
processes.close()
`;
    const outputs = await python.runTogether(['-c', program], folder, 2);
    const [first, second] = outputs.map((output) => JSON.parse(output) as { refused: string; gradient: number[] });
    expect(first!.refused).toContain('loss = ddp(batch, gold)');
    expect(second!.gradient).toEqual(first!.gradient);
  });
});
