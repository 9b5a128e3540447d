import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE, Python } from '../../test/helpers/python.ts';
import { PROVENANCE, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { unpack } from '../../test/helpers/unpack.ts';
import type { Sentence } from '../data/corpus.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { tagInventory } from '../data/tags/training-tags.ts';
import { writeClusterKit } from './cluster-kit.ts';
import { toBundle } from './model-bundle.ts';

const python = new Python('torch');
const folder = mkdtempSync(join(tmpdir(), 'tagsmith-cluster-'));
beforeAll(useReferences);
afterAll(() => rmSync(folder, { recursive: true }));

const sentence = (tokens: string[], tags: string[], spans: Sentence['spans']): Sentence => ({ tokens, tags, spans, line: 1 }); // prettier-ignore

/** As JSON corpora may have them. */
const SPACED = [
  sentence(['1 000', 'copies', 'of', 'Night', 'Watch'], ['O', 'O', 'O', 'B-Work of Art', 'I-Work of Art'], [{ start: 3, end: 5, type: 'Work of Art' }]), // prettier-ignore
  sentence(['#', 'Nora'], ['O', 'B-PER'], [{ start: 1, end: 2, type: 'PER' }]),
];

async function kit() {
  const bundle = await toBundle(tinyRun({ sentences: SPACED, style: standardStyle('BIO') }).model, PROVENANCE);
  return writeClusterKit(bundle, { train: SPACED, dev: SPACED });
}

test('tokens and types with spaces are in its files as they are', async () => {
  const files = unzipSync(await kit());
  const written = SPACED.map(({ tokens, tags }) => tokens.map((token, t) => `${token}\t${tags[t]!}\n`).join(''));
  for (const name of ['train.conll', 'dev.conll'])
    expect(strFromU8(files[name]!)).toBe(written.map((lines) => `${lines}\n`).join(''));
});

test('PyTorch reads them as the model has them', { ...python.testOptions, timeout: PATIENCE }, async () => {
  unpack(await kit(), folder);
  const program = `
import json
from tagsmith_torch.tagger import Tagger
from tagsmith_torch.training.columns import read_corpus
print(json.dumps([[one.tokens, one.tags] for one in read_corpus("train.conll", Tagger.load("model.zip"), None)]))
`;
  const known = new Set(tagInventory(SPACED, standardStyle('BIOES')));
  const read = JSON.parse(python.run(['-c', program], folder)) as [string[], string[]][];
  expect(read.map(([tokens]) => tokens)).toEqual(SPACED.map(({ tokens }) => tokens));
  expect(read.flatMap(([, tags]) => tags).filter((tag) => !known.has(tag))).toEqual([]);
  expect(read.flatMap(([, tags]) => tags)).toContain('E-Work of Art');
});
