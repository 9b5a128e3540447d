import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { Tagger } from '../runtime/tagger.ts';
import { seedRuns, study, type RunEnd } from '../runs/study.ts';
import { tagText } from '../tagging/text.ts';
import { readBundle } from './bundle.ts';
import { fromBundle, vectorsOf } from './model-bundle.ts';
import { readSavedRun } from './saved-run.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url)));

beforeAll(useReferences);

const TEXT = 'Nora Field sails to Westmark. Corner Bank pays Rail Works. Mina Roe met a field hand in Aldport.';

/** Entities of TEXT, as found by the version that wrote a model. */
const FOUND = ['PER Nora Field', 'LOC Westmark', 'ORG Corner Bank', 'ORG Rail Works', 'PER Mina Roe', 'LOC Aldport'];
const without = (...names: string[]) => FOUND.filter((found) => !names.includes(found));

describe.each([
  ['model-2026-11-22', 1, FOUND],
  ['model-2026-11-23', 1, FOUND],
  ['half-2026-11-23', 2, FOUND],
  ['small-2026-11-23', 2, without('LOC Aldport')],
  ['private-2026-11-23', 2, FOUND],
  ['tiny-2026-11-24', 2, without('PER Mina Roe', 'LOC Aldport')],
  ['document-2026-11-24', 3, FOUND.toSpliced(5, 0, 'PER a field')],
  ['lists-2026-11-24', 4, FOUND],
] as const)('%s, of version %i', (name, version, expected) => {
  const bytes = fixture(`${name}.zip`);
  const textOf = ({ type, start, end }: { type: string; start: number; end: number }) =>
    `${type} ${TEXT.slice(start, end)}`;

  test('is read by the studio', async () => {
    const bundle = readBundle(bytes);
    const { sentences } = await tagText(fromBundle(bundle), TEXT, vectorsOf(bundle));
    expect(sentences.flatMap(({ entities }) => entities.map(textOf))).toEqual(expected);
  });

  test('is read by the runtime', async () => {
    const sentences = await (await Tagger.load(bytes)).tag(TEXT);
    expect(sentences.flatMap(({ entities }) => entities.map(textOf))).toEqual(expected);
  });

  test('is of this version', () => {
    const config = JSON.parse(new TextDecoder().decode(unzipSync(bytes)['config.json'])) as { version: number };
    expect(config.version).toBe(version);
  });
});

test.each(['run-2026-11-22', 'run-2026-11-23', 'run-2026-11-24'])('%s, after one epoch, resumes', async (name) => {
  const saved = readSavedRun(fixture(`${name}.safetensors`));
  expect(saved.config.wordRateSteps, 'as it was trained').toBe(0);
  const corpus = (part: string) => readCorpus(part, fixture(`run-${part}.conll`));
  const { sentences: train, style } = corpus('train');
  const source = { train, dev: corpus('dev').sentences, others: [], style, vectors: undefined };
  const epochs: number[] = [];
  let result: RunEnd['result'];
  for await (const event of study(seedRuns('run', { ...saved.config, epochs: 2 }, 1), source, { resume: saved })) {
    if (event.kind === 'train' && event.event.kind === 'epoch') epochs.push(event.event.report.epoch);
    if (event.kind === 'end') ({ result } = event);
  }
  expect(epochs).toEqual([1, 2]);
  expect(result).toMatchObject({ epochs: 2, reason: 'finished' });
});
