import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectClose } from '../../../test/helpers/allclose.ts';
import { TOLERANCES } from '../../../test/helpers/tolerances.ts';
import type { RunConfig } from '../../config/schema.ts';
import { sentenceEmissions } from '../../crf/decode.ts';
import type { TagStyle } from '../../data/corpus.ts';
import { compactVectorsFrom, type CompactExtract } from '../../data/embeddings/compact.ts';
import { hashWord } from '../../data/embeddings/word-index.ts';
import { encodeCorpus } from '../../data/encode.ts';
import { standardStyle } from '../../data/tag-style.ts';
import { randomUniform, streamKey } from '../../lib/rng.ts';
import { replaceWeights } from '../../model/model.ts';
import { emissionBatches } from '../../model/predict.ts';
import { disposeWeights, downloadWeights } from '../../model/weights.ts';
import { findFurtherWords } from '../../pipeline/further-words.ts';
import { toBundle } from '../../pipeline/model-bundle.ts';
import { tagSentences } from '../../pipeline/tag-text.ts';
import { trainingStyle, trainingTags } from '../../pipeline/tags.ts';
import { corpusOf, PROVENANCE, tinyRun, useReferences } from '../../pipeline/testing.ts';
import { readBundle, writeBundle } from '../bundle.ts';

const CORPUS = corpusOf(
  `Ada B-PER\nVale I-PER\nlives O\nin O\n24 O\nOld B-LOC\nNorrby I-LOC\nRoad I-LOC\n. O\n\n` +
    `Mio B-PER\nBell B-PER\n's O\n" O\nNorrby B-LOC\n-- O\nlast O\nMay O\n`,
);
const PARTS_OF_SPEECH = corpusOf('Ada NOUN\nlives VERB\nin ADP\nNorrby NOUN\n. PUNCT\n\nMio NOUN\nleft VERB\n');

/**
 * Every way in which a token finds its ids: case, digits of two scripts, punctuation, characters beyond the alphabet,
 * length.
 */
const SENTENCES = [
  ['Ada', 'LIVES', 'in', '37', '٣٧', 'Norrby'],
  [],
  ['Mio', '’s', '“', 'otter', '—', 'Weir', 'o’clock', 'NORRBY', '.'],
  ['…'],
  ['İstanbul', 'ΟΔΟΣ', '🦦', 'Norrby'.repeat(20), 'e\u0301', 'Bell', 'Ada', 'Vale', 'May', 'last', 'Road', '–'],
];

const VECTORS: CompactExtract = {
  dimensions: 5,
  hashes: Float64Array.from(['otter', 'weir', "o'clock", '🦦', 'road'], hashWord),
  scales: Float32Array.of(0.5, 0.25, 0.1, 0.03, 1),
  values: Int8Array.from({ length: 25 }, (_, i) => ((i * 37) % 60) - 30),
};

const BARE: TagStyle = { ...standardStyle('IO'), letters: { ...standardStyle('IO').letters, inside: '' } };
const SUFFIX: TagStyle = { ...standardStyle('BMES'), separator: '_', typeFirst: true };

interface Case {
  settings: Partial<RunConfig>;
  style?: TagStyle;
  corpus?: typeof CORPUS;
  vectors?: CompactExtract;
}

const CASES: Record<string, Case> = {
  'CNN, LSTM, CRF': { settings: {} },
  'vectors of further words': { settings: {}, vectors: VECTORS, style: standardStyle('IOB1') },
  'LSTM of characters, GRU of two layers, softmax, BIO': {
    settings: { charEncoder: 'lstm', cell: 'gru', layers: 2, decoder: 'softmax', scheme: 'BIO' },
    style: BARE,
  },
  'RNN of three layers, words as written, no constraints': {
    settings: {
      charEncoder: 'none',
      cell: 'rnn',
      layers: 3,
      lowercase: false,
      digitsToZero: false,
      constraints: false,
    },
    style: SUFFIX,
  },
  'BIO under constraints, two layers of LSTM': {
    settings: { scheme: 'BIO', layers: 2 },
    style: standardStyle('BIOES'),
  },
  'GRU, characters as written, tags without a scheme': {
    settings: { cell: 'gru', digitsToZero: false },
    corpus: PARTS_OF_SPEECH,
  },
};

/** What is held against Python's. */
interface Outcome {
  tags: string[][];
  /** [T, K] of each sentence. */
  emissions: number[][];
  /** Of the corpus that the model would be trained on. */
  loss: number;
}

/** An `Outcome` of each model, as JSON. */
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
    assert all(parameter.grad is not None for parameter in tagger.model.parameters())
    emissions = [scores.flatten().tolist() for scores in tagger.emissions(work["sentences"])]
    outcomes.append({"tags": tagger.tag(work["sentences"]), "emissions": emissions, "loss": loss.item()})
json.dump(outcomes, sys.stdout)
`;

/** The first of PYTHON, python3 and Debian's own that has PyTorch. */
function findPython(): string | undefined {
  const candidates = [process.env['PYTHON'], 'python3', '/usr/bin/python3'];
  return candidates.find((python) => python && spawnSync(python, ['-c', 'import torch']).status === 0);
}

const python = findPython();
// oxlint-disable-next-line no-console -- the reporter lists skipped tests without their reason
if (python === undefined) console.warn('tagger.py is not run: no Python here has PyTorch. Name one in PYTHON.');

function runPython(args: string[], cwd: string, input: string): string {
  const { status, stdout, stderr } = spawnSync(python!, args, { cwd, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Random weights, so that each counts: a CRF that has hardly been trained is near zero. */
async function newRun({ settings, style, corpus = CORPUS }: Case) {
  const { model, data } = tinyRun({ ...corpus, style: style ?? corpus.style }, settings);
  const weights = await downloadWeights(model.weights);
  Object.values(weights).forEach(({ values }, site) => {
    const key = streamKey(7, site);
    for (let i = 0; i < values.length; i++) values[i] = 2 * randomUniform(key, i) - 1;
  });
  replaceWeights(model, weights);
  return { model, data };
}

async function outcomeHere({ model, data }: Run, { vectors }: Case): Promise<Outcome> {
  const stored = vectors && compactVectorsFrom(vectors);
  const forms = SENTENCES.map((tokens) => ({ tokens, tags: [] }));
  const { vocabulary, extraRows } = await findFurtherWords(model, forms, stored);
  const emissions: number[][] = SENTENCES.map(() => []);
  for await (const part of emissionBatches(model, encodeCorpus(vocabulary, forms), { extraRows })) {
    part.batch.sentences.forEach((sentence, b) => {
      emissions[sentence] = [...sentenceEmissions(part.emissions, vocabulary.tags.length, part.batch.layout, b)];
    });
  }
  extraRows?.dispose();
  const typed = SENTENCES.map((tokens) => tokens.map((text) => ({ text, start: 0, end: 0 })));
  const tagged = await tagSentences(model, typed, stored);
  const { loss } = await data.scoreDev(model, undefined);
  return { tags: tagged.map(({ tokens }) => tokens.map(({ tag }) => tag)), emissions, loss };
}

type Run = Awaited<ReturnType<typeof newRun>>;

describe.skipIf(python === undefined)('tagger.py, run by a Python with PyTorch', () => {
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
      writeFileSync(join(folder, file), writeBundle(bundle));
      disposeWeights(run.model.weights);
      const { sentences } = choice.corpus ?? CORPUS;
      cases.push({
        file,
        train: sentences.map(({ tokens }) => tokens),
        gold: sentences.map((sentence) => trainingTags(sentence, trainingStyle(config, style))),
      });
    }
    // The first is a folder, too: the zip unpacked.
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(folder, '0.zip'))))) {
      writeFileSync(join(folder, name), bytes);
    }
    const outcomes = JSON.parse(
      runPython(['-c', DRIVER], folder, JSON.stringify({ cases, sentences: SENTENCES })),
    ) as Outcome[];
    Object.keys(CASES).forEach((name, i) => (there[name] = outcomes[i]!));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.keys(CASES))('%s: the same emissions, tags and loss', (name) => {
    const [expected, actual] = [here[name]!, there[name]!];
    SENTENCES.forEach((_, s) =>
      expectClose(actual.emissions[s]!, expected.emissions[s]!, TOLERANCES.pytorch, `sentence ${s}`),
    );
    expect(actual.tags).toEqual(expected.tags);
    expectClose([actual.loss], [expected.loss], TOLERANCES.pytorch);
    expect(new Set(expected.tags.flat()).size).toBeGreaterThan(1); // else equal tags say little
  });

  test('a column of tags is added to a file of tokens, from a zip as from a folder', () => {
    const lines = (ending: (s: number, t: number) => string) =>
      SENTENCES.map((tokens, s) => tokens.map((token, t) => `${token} x${ending(s, t)}\n`).join('')).join('\n');
    const input = `-DOCSTART- x\n\n${lines(() => '')}`;
    const { tags } = here['CNN, LSTM, CRF']!;
    const expected = `-DOCSTART- x O\n\n${lines((s, t) => ` ${tags[s]![t]}`)}`;
    expect(runPython(['tagger.py', '0.zip'], folder, input)).toBe(expected);
    expect(runPython(['tagger.py', '.'], folder, input)).toBe(expected);
    const fromWindows = `\uFEFF${input.replaceAll('\n', '\r\n')}`;
    expect(runPython(['tagger.py', '.'], folder, fromWindows)).toBe(expected);
  });
});

describe('a bundle', () => {
  test('has tagger.py, and is read without it', async () => {
    await useReferences();
    const { model } = await newRun({ settings: {} });
    const { 'tagger.py': program, ...rest } = unzipSync(writeBundle(await toBundle(model, PROVENANCE)));
    expect(strFromU8(program!)).toContain('class Tagger');
    expect(strFromU8(rest['README.md']!)).toContain('python tagger.py');
    expect(readBundle(zipSync(rest)).weights).toEqual(await downloadWeights(model.weights));
    disposeWeights(model.weights);
  });
});
