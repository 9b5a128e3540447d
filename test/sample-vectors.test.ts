import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCorpus } from '../src/data/corpora/read-corpus.ts';
import { readVectors } from '../src/data/vectors/read-vectors.ts';
import { VectorLookup, wantedSpellings } from '../src/data/vectors/vector-lookup.ts';
import { measureCoverage } from '../src/data/vectors/coverage.ts';
import { countForms } from '../src/data/vocabulary/vocabulary.ts';

interface Manifest {
  file: string;
  bytes: number;
  sha256: string;
  words: number;
  dimensions: number;
}

const manifest = JSON.parse(readFileSync('public/embeddings/manifest.json', 'utf8')) as Manifest;
const bytes = readFileSync(`public/embeddings/${manifest.file}`);

test('the sample vectors match their manifest and take at most 5 MB', async () => {
  expect(bytes.length).toBe(manifest.bytes);
  expect(bytes.length).toBeLessThanOrEqual(5_000_000);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256);
  const { words, stored } = await readVectors(new File([bytes], manifest.file), { wanted: new Set() });
  expect(words).toBe(manifest.words);
  expect(words).toBeGreaterThanOrEqual(40_000);
  expect(stored!.dimensions).toBe(manifest.dimensions);
});

test('the sample vectors cover nine tenths of the words of the sample corpus', async () => {
  const train = readCorpus('train.conll', new Uint8Array(readFileSync('public/sample/train.conll')));
  const forms = countForms(train.sentences);
  const wanted = wantedSpellings(forms.keys());
  const { vectors } = await readVectors(new File([bytes], manifest.file), { wanted });
  const normalization = { lowercase: true, digitsToZero: false };
  const { types, tokens, matched } = measureCoverage(forms, new VectorLookup(vectors), normalization);
  expect(1 - matched.none.types / types).toBeGreaterThan(0.9);
  expect(1 - matched.none.tokens / tokens).toBeGreaterThan(0.95);
});
