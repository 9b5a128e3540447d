import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDescription } from '../../src/annotation/exchange/provenance.ts';
import { MANIFEST, RedactionJournal } from '../../src/cli/redact/redaction-journal.ts';
import { reportOfMetrics } from '../../src/cli/runs/report-record.ts';
import { DEFAULT_CONFIG } from '../../src/config/schema.ts';
import { readRecipeFile, writeRecipeFile } from '../../src/config/recipe-file.ts';
import { configProblems } from '../../src/config/validate.ts';
import { KeyFile } from '../../src/documents/redaction/key.ts';
import { WordPieces } from '../../src/encoder/word-pieces.ts';
import { crc32 } from '../../src/lib/crc32.ts';
import { tensorBoardEvents } from '../../src/report/tensorboard.ts';
import { trackerJson } from '../../src/report/tracker-json.ts';
import { writeHtmlReport } from '../../src/report/write-html.ts';
import { bestRecipe, candidateRows, statement } from '../../src/search/report.ts';
import { readSearchFile } from '../../src/search/state-file.ts';
import { quality, searchIn, specOf } from '../../src/search/testing.ts';
import { tokenizerJson } from '../helpers/small-encoder.ts';

/** A kind of file that the studio or its command line has written: its JSON, undamaged, and its reader, which throws for anything but a result or a refusal. */
interface Kind {
  record: unknown;
  read: (damaged: unknown) => unknown;
}

const textOf = (value: unknown) => JSON.stringify(value) ?? '';
const linesOf = (value: unknown) => (Array.isArray(value) ? value.map((line) => `${textOf(line)}\n`).join('') : '');

const SCORE = { support: 9, predicted: 8, correct: 7 };
const METRICS = {
  preset: 'tagsmith',
  config: DEFAULT_CONFIG,
  device: { description: 'simd' },
  reason: 'finished',
  data: {
    train: { files: ['a.conll'], sentences: 9, fingerprint: '01234567' },
    dev: { files: ['b.conll'] },
    vectors: { file: 'v.txt', fingerprint: '89abcdef' },
  },
  epochs: [{ epoch: 1, loss: 2, devLoss: 3, tokensPerSecond: 100, seconds: 1, byType: { PER: SCORE } }],
  runs: [{ seed: 1, reason: 'finished', dev: { byType: { PER: SCORE } } }],
  confusion: { types: ['PER'], counts: [[7, 1], [2, 0]] }, // prettier-ignore
};

const SPEC = specOf(10);
const SEARCH = { spec: SPEC, trials: searchIn({ quality, noise: 0.002, seconds: 30 }, SPEC).slice(0, 3) };

const HEAD = { tagsmith: '0.1.0', model: 'ab', settings: { as: 'bar' } };
const PASSPHRASE = 'otter';

/** A key file that opens at once: its key takes few iterations. */
async function keyLines(): Promise<unknown[]> {
  const head = { format: 'tagsmith-key', version: 1, iterations: 2, salt: 'AAAAAAAAAAAAAAAAAAAAAA==' };
  const key = await KeyFile.open('a.key', `${textOf(head)}\n`, PASSPHRASE);
  const line = await key.add({ name: 'a.txt', replaced: [['[PER]', 'Ada']], pseudonyms: [] });
  return [head, JSON.parse(line)];
}

/** Every value within the ids of the vocabulary. */
function expectPieces(json: unknown): void {
  const pieces = new WordPieces(structuredClone(json));
  for (const word of ['want', 'unwanted', '', '🦦', 'x'.repeat(500)])
    for (const id of pieces.of(word)) if (!(id >= 0 && id < pieces.size)) throw new Error(`the piece ${id}`);
}

function expectReport(value: unknown): void {
  const report = reportOfMetrics('metrics.json', textOf(value), 'a', 0);
  for (const { dev } of report.epochs)
    if (!(dev.overall.f1 >= 0 && dev.overall.f1 <= 1)) throw new Error(`an F1 of ${dev.overall.f1}`);
  JSON.parse(trackerJson(report));
  if (!writeHtmlReport(report).includes('</html>') || tensorBoardEvents(report).length === 0)
    throw new Error('cut off');
}

function expectSearch(value: unknown): void {
  const { spec, trials } = Object(value) as typeof SEARCH;
  const checksum = crc32(new TextEncoder().encode(textOf({ spec, trials }))).toString(16).padStart(8, '0'); // prettier-ignore
  const state = readSearchFile(
    'search.json',
    textOf({ format: 'tagsmith-search', version: 1, checksum, spec, trials }),
  );
  if (configProblems(bestRecipe(state)).length > 0) throw new Error('a recipe with problems');
  if (statement(state) === '' || candidateRows(state).length > 1000) throw new Error('no report');
}

async function openManifest(value: unknown): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagsmith-manifest-'));
  try {
    writeFileSync(join(folder, MANIFEST), `${textOf(HEAD)}\n${linesOf(value)}`);
    await RedactionJournal.open(folder, HEAD, true);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const WRITTEN: Record<string, Kind> = {
  recipe: {
    record: JSON.parse(
      writeRecipeFile({
        presetId: 'tagsmith',
        config: DEFAULT_CONFIG,
        seeds: 3,
        data: { train: '01234567' },
        readings: { 'a.csv': { tagColumn: 2 } },
        forms: { 'a.csv': 'columns' },
      }),
    ),
    read: (damaged) => {
      const { config } = readRecipeFile('recipe.json', textOf(damaged));
      if (configProblems(config).length > 0) throw new Error('a recipe with problems');
    },
  },
  'metrics of a run': { record: METRICS, read: expectReport },
  search: { record: SEARCH, read: expectSearch },
  'key of redacted documents': {
    record: await keyLines(),
    read: (damaged) => KeyFile.open('a.key', linesOf(damaged), PASSPHRASE),
  },
  'list of redacted documents': {
    record: [
      { document: 'a.txt', sha256: 'ab', written: 'a.txt', entities: [], notes: [] },
      { document: 'b.txt', problem: 'no text' },
    ],
    read: openManifest,
  },
  'guidelines and types': {
    record: { guidelines: 'Names.', types: [{ name: 'PER', colour: 1, key: '1' }], rules: [{ type: 'PER', kind: 'names', value: 'Ada' }] }, // prettier-ignore
    read: (damaged) => structuredClone(readDescription(textOf(damaged))),
  },
  'tokenizer of an encoder': {
    record: tokenizerJson(['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'want', '##ed', 'un', 'a']),
    read: expectPieces,
  },
};
