import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { useReferences } from '../../test/helpers/tiny-run.ts';
import { readCorpus } from '../data/corpora/read-corpus.ts';
import { crc32 } from '../lib/crc32.ts';
import { Tagger } from '../runtime/tagger.ts';
import { seedRuns, study, type RunEnd } from '../runs/study.ts';
import { tagText } from '../tagging/texts/text.ts';
import { readBundle } from './read-bundle.ts';
import { fromBundle, vectorsOf } from './model-bundle.ts';
import { readSavedRun } from './saved-run.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url)));

beforeAll(useReferences);

const TEXT = 'Nora Field sails to Westmark. Corner Bank pays Rail Works. Mina Roe met a field hand in Aldport.';

/** Entities of TEXT, as found when the model was written. */
const FOUND = ['PER Nora Field', 'LOC Westmark', 'ORG Corner Bank', 'ORG Rail Works', 'PER Mina Roe', 'LOC Aldport'];

describe('a model of version 1', () => {
  const bytes = fixture('model.zip');
  const textOf = ({ type, start, end }: { type: string; start: number; end: number }) =>
    `${type} ${TEXT.slice(start, end)}`;

  test('is read by the studio', async () => {
    const bundle = readBundle(bytes);
    const { sentences } = await tagText(fromBundle(bundle), TEXT, vectorsOf(bundle));
    expect(sentences.flatMap(({ entities }) => entities.map(textOf))).toEqual(FOUND);
  });

  test('is read by the runtime', async () => {
    const sentences = await (await Tagger.load(bytes)).tag(TEXT);
    expect(sentences.flatMap(({ entities }) => entities.map(textOf))).toEqual(FOUND);
  });

  test('of any other version is refused, and the message names both', async () => {
    const files = unzipSync(bytes);
    const about = JSON.parse(strFromU8(files['config.json']!)) as Record<string, unknown>;
    const config = strToU8(JSON.stringify({ ...about, version: 2 }));
    const checksum = strToU8(crc32(config).toString(16).padStart(8, '0'));
    const later = zipSync({ ...files, 'config.json': config, 'config.crc32': checksum });
    expect(() => readBundle(later)).toThrow(/version is 2, expected 1/);
    await expect(Tagger.load(later)).rejects.toThrow(/version 2, but this tagger.mjs reads 1/);
  });
});

test('a run of version 1, after one epoch, resumes', async () => {
  const saved = readSavedRun(fixture('run.safetensors'));
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

test('the description of the formats has no version but 1', () => {
  const described = readFileSync('docs/formats.md', 'utf8');
  const versions = [...described.matchAll(/`version` \(([^)]*)\)/g)].map(([, version]) => version);
  expect(new Set(versions)).toEqual(new Set(['1']));
});
