import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogEntry } from '../../src/annotation/sets/history.ts';
import { MemoryFiles } from '../../src/annotation/project/files.ts';
import { mergeSet } from '../../src/annotation/project/merge.ts';
import { ownLines } from '../../src/annotation/project/own-lines.ts';
import { readProject } from '../../src/annotation/project/read-project.ts';
import { addFile, writeSet } from '../../src/annotation/project/write-project.ts';
import { filesOfZip } from '../../src/annotation/project/zip-files.ts';
import { sentence } from '../../src/annotation/testing.ts';
import { readCorpusFile } from '../../src/cli/inputs/corpus-file.ts';
import { readModelFile } from '../../src/cli/inputs/inputs.ts';
import { readBundle } from '../../src/export/read-bundle.ts';
import { fromBundle } from '../../src/export/model-bundle.ts';
import { StudioError } from '../../src/lib/errors.ts';
import { disposeWeights } from '../../src/model/weights.ts';
import { Tagger } from '../../src/runtime/tagger.ts';
import type { TaggedSentence } from '../../src/tagging/tagged-text.ts';
import { tagText } from '../../src/tagging/texts/text.ts';
import { PATIENCE, Python } from '../helpers/python.ts';
import { useReferences } from '../helpers/tiny-run.ts';
import { contradictions } from './contradictions.ts';
import { containers, lyingZip } from './containers.ts';
import { inputsOf, model } from './inputs.ts';
import { readWithAll } from './readers.ts';
import { stored, STORED } from './stored.ts';

/** Inputs of each kind, twice as many of training: 100 with `npm run fuzz`. */
const RUNS = Number(process.env['FUZZ_HOSTILE'] ?? 12);
const IS_LONG = RUNS >= 100;
const SEED = IS_LONG ? Date.now() % 2 ** 31 : 1;
const TIMEOUT = IS_LONG ? 600_000 : 120_000;
const TEXT = 'Ada Vale lives in Norrby. 🦦 Mio left Oslo last May!';

const LOG: LogEntry[] = [
  { kind: 'do', at: 1, action: { kind: 'describe', name: 'Letters' } },
  { kind: 'do', at: 2, action: { kind: 'import', sentences: [sentence('Nora sails'), sentence('Ivo stays')] } },
  { kind: 'do', at: 3, action: { kind: 'edit', edits: [{ id: 0, spans: [{ start: 0, end: 1, type: 'PER' }], state: 'accepted' }] } }, // prettier-ignore
];

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-hostile-'));
const rows: { kind: string; inputs: number; read: number; refused: number; slowest: number }[] = [];
const models: Uint8Array[] = [];

beforeAll(useReferences);
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (!IS_LONG) return;
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

const projectFiles = async () => {
  const files = new MemoryFiles('project');
  await writeSet(files, {
    id: 'letters-1',
    writer: 'ada-0001',
    own: await ownLines(LOG, 'ada-0001'),
    notes: { guidelines: 'Names.', rules: 'type\tkind\tvalue\nPER\tnames\tNora\n' },
  });
  await addFile(files, 'models/town.zip', Uint8Array.from(model));
  return [...files.contents];
};

/** Opens the archive of a project, with what can be used of it. */
async function openProject(bytes: Uint8Array): Promise<void> {
  const { sets, problems } = await readProject(await filesOfZip(new File([Uint8Array.from(bytes)], 'project.zip')));
  for (const { file, message } of problems) expect(file.length * message.length).toBeGreaterThan(0);
  for (const { base, agreed = base } of sets.flatMap((set) => mergeSet(set).sentences))
    for (const { start, end } of agreed.spans)
      expect(start >= 0 && start < end && end <= agreed.tokens.length).toBe(true);
}

test('archives of projects that lie open with what can be used, or are refused', { timeout: TIMEOUT }, async () =>
  expectSurvival('archives of projects', lyingZip(await projectFiles()), (zip) =>
    readOrRefused(() => openProject(zip)),
  ),
);

test('stored records that are damaged in several places open, or are refused', { timeout: TIMEOUT }, () =>
  expectSurvival('stored records', stored, ({ kind, value }) => readOrRefused(() => STORED[kind]!.read(value))),
);

/** Everything in a result must be possible. */
function expectPossible(sentences: readonly TaggedSentence[]): void {
  for (const { tokens, entities, otherReadings } of sentences) {
    for (const { probability } of [...tokens, ...entities, ...otherReadings]) {
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
    for (const { start, end } of entities) expect(start < end && end <= TEXT.length).toBe(true);
  }
}

async function expectTags(zip: Uint8Array): Promise<void> {
  const read = fromBundle(readBundle(zip));
  try {
    expectPossible((await tagText(read, TEXT)).sentences);
  } finally {
    disposeWeights(read.weights);
  }
}

/** `tagger.mjs` refuses a model with a message that names it, or tags with it. */
async function expectTagsInRuntime(zip: Uint8Array): Promise<void> {
  const opened = await Tagger.load(zip).catch((error: Error) => error.message);
  if (typeof opened === 'string') expectRefusal(opened);
  else expectPossible(await opened.tag(TEXT));
}

function expectRefusal(message: string): void {
  expect(message).toMatch(/^(Tagsmith: |This model |The vocabulary of the model )/);
}

test('models whose parts contradict each other are refused, or tag with probabilities', { timeout: TIMEOUT }, () =>
  expectSurvival('models', contradictions, async (zip) => {
    models.push(zip);
    await expectTagsInRuntime(zip);
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
const pythonOptions = { ...python.testOptions, timeout: IS_LONG ? TIMEOUT : PATIENCE };

test('tagger.py refuses them, and containers that lie, in one line, or tags with probabilities', pythonOptions, () => {
  models.push(...fc.sample(containers, { seed: SEED, numRuns: RUNS }).map(({ bytes }) => bytes));
  models.forEach((zip, i) => writeFileSync(join(folder, `${i}.zip`), zip));
  const outcomes = python.run(['-B', '-c', DRIVER, folder], 'src/export/python', JSON.stringify(TEXT));
  expect(JSON.parse(outcomes)).toHaveLength(models.length);
});

test('train.py ends well or in one line for files, options and checkpoints of any kind', pythonOptions, () => {
  const empty = mkdtempSync(join(folder, 'training-'));
  const files = ['model.zip', 'run-train.conll', 'run-dev.conll'].map((name) => resolve('test/fixtures', name));
  const program = ['-B', '-c', readFileSync('test/fuzz/training.py', 'utf8')];
  const ended = python.run([...program, empty, ...files, `${RUNS}`, `${SEED}`], 'src/export/python');
  const row = JSON.parse(ended) as Omit<(typeof rows)[number], 'kind' | 'inputs'>;
  rows.push({ kind: 'training in PyTorch', inputs: row.read + row.refused, ...row });
  expect(row.read + row.refused).toBe(2 * RUNS + 1);
});

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
