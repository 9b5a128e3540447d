import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { Python } from '../../test/helpers/python.ts';
import { PROVENANCE, tinyRun, useReferences } from '../../test/helpers/tiny-run.ts';
import { unpack } from '../../test/helpers/unpack.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { tagInventory } from '../data/tags/training-tags.ts';
import { Vocabulary } from '../data/vocabulary/vocabulary.ts';
import { StudioError } from '../lib/errors.ts';
import { openKernels } from '../runtime/kernels.ts';
import { openModel } from '../runtime/model.ts';
import { tagText } from '../tagging/texts/text.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import { writeBundle } from './bundle.ts';
import { readBundle } from './read-bundle.ts';
import { contradiction } from '../data/tags/contradiction.ts';
import { LARGEST_WEIGHT } from './stored-tensor.ts';
import { fromBundle, toBundle } from './model-bundle.ts';

const STYLE = standardStyle('BIO');
const python = new Python('torch');

let model: ModelToWrite;

beforeAll(async () => {
  await useReferences();
  model = await toBundle(tinyRun().model, PROVENANCE);
});

const withTags = (tags: (tag: string, i: number) => string): ModelToWrite => {
  const { vocabulary } = model;
  return { ...model, vocabulary: new Vocabulary({ ...vocabulary.toJSON(), tags: vocabulary.tags.map(tags) }) };
};

const withWeights = (value: (name: string, old: number) => number): ModelToWrite => ({
  ...model,
  weights: Object.fromEntries(
    Object.entries(model.weights).map(([name, { shape, values }]) => [
      name,
      { shape, values: values.map((old) => value(name, old)) },
    ]),
  ),
});

/** Models whose files are whole, with valid checksums, but contradict each other. */
const CONTRADICTORY: Record<string, [() => ModelToWrite, RegExp]> = {
  'the other scheme': [() => ({ ...model, config: { ...model.config, scheme: 'BIO' } }), /tag "?[ES]-\w+"?, which BIO/],
  'tags of no scheme': [() => withTags((_, i) => `x${i}`), /tag "?x0"?, which BIOES/],
  'no outside tag': [() => withTags((tag) => (tag === 'O' ? 'S-X' : tag)), /no tag O/],
  'an empty type': [() => withTags((tag) => tag.replace('S-PER', 'S-')), /tag "?S-"?, which BIOES/],
  'an empty separator': [() => ({ ...model, style: { ...STYLE, separator: '' } }), /cannot be read back/],
  'letters that mean nothing': [
    () => ({ ...model, style: { ...STYLE, letters: { ...STYLE.letters, begin: 'q' } } }),
    /cannot be read back/,
  ],
  'letters of each other': [
    () => ({ ...model, style: { ...STYLE, letters: { ...STYLE.letters, begin: 'O' } } }),
    /cannot be read back/,
  ],
  'one letter for all': [
    () => ({ ...model, style: { ...STYLE, letters: { ...STYLE.letters, begin: 'I', end: 'I', single: 'I' } } }),
    /cannot be read back/,
  ],
  'a separator that ends lines': [() => ({ ...model, style: { ...STYLE, separator: '\n' } }), /tabs or line breaks/],
  'weights of 3e38': [() => withWeights(() => 3e38), /e\+?38|above 1000000/],
  'a word of 3e38': [() => withWeights((name, old) => (name === 'words' ? 3e38 : old)), /words has/],
};

describe('a model whose parts contradict each other is refused', () => {
  test.each(Object.keys(CONTRADICTORY))('%s', async (name) => {
    const [forged, reason] = CONTRADICTORY[name]!;
    const zip = writeBundle(forged());
    expect(() => readBundle(zip)).toThrow(StudioError);
    expect(() => readBundle(zip)).toThrow(reason);
    const kernels = await openKernels();
    expect(() => openModel(unzipSync(zip), kernels)).toThrow(reason);
  });

  test('in Python', python.testOptions, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tagsmith-'));
    try {
      unpack(writeBundle(model), folder);
      const forged = Object.values(CONTRADICTORY);
      forged.forEach(([bundle], i) => writeFileSync(join(folder, `${i}.zip`), writeBundle(bundle())));
      const program = `
from tagger import Tagger
Tagger.load(".")
for i in range(${forged.length}):
    try:
        print("accepted", Tagger.load(f"{i}.zip"))
    except ValueError as error:
        print(error)
`;
      const lines = python.run(['-c', program], folder).trim().split('\n');
      forged.forEach(([, reason], i) => expect(lines[i]).toMatch(reason));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('tags are accepted exactly if the scheme has them all', () => {
  const sentence = (type: string) => ({ tokens: ['a'], tags: ['O'], spans: [{ start: 0, end: 1, type }], line: 1 });
  const inventory = (scheme: 'BIO' | 'BIOES') =>
    tagInventory([sentence('PER'), sentence('Work of Art'), sentence('a-b')], standardStyle(scheme));
  for (const scheme of ['BIO', 'BIOES'] as const) {
    const own = inventory(scheme);
    const strange = [
      'x0',
      '',
      'B-',
      'b-PER',
      'M-PER',
      'PER',
      ...inventory('BIOES').filter((tag) => !own.includes(tag)),
    ];
    const accepts = (tags: string[]) =>
      contradiction({ config: { scheme }, style: STYLE, vocabulary: { tags } }) === undefined;
    fc.assert(
      fc.property(fc.subarray(own.slice(1)), fc.subarray(strange), (some, wrong) => {
        expect(accepts(['O', ...some, ...wrong])).toBe(wrong.length === 0);
      }),
    );
  }
});

test('tag styles of all schemes are accepted', () => {
  for (const written of ['BIO', 'IOB1', 'IO', 'BIOES', 'BMES', 'IOE1', 'IOE2'] as const) {
    const of = { config: { scheme: 'BIO' as const }, style: standardStyle(written) };
    expect(contradiction({ ...of, vocabulary: { tags: ['O', 'B-PER', 'I-PER'] } })).toBe(undefined);
  }
});

test('probabilities are between 0 and 1 with the largest weights that are accepted', async () => {
  for (const scheme of ['BIO', 'BIOES'] as const) {
    model = await toBundle(tinyRun(undefined, { scheme }).model, PROVENANCE);
    const largest = withWeights((_, old) => Math.sign(old) * LARGEST_WEIGHT);
    const read = fromBundle(readBundle(writeBundle(largest)));
    const text = 'Ada Vale left Norrby last May. Mio lives in Norrby.';
    const { sentences } = await tagText(read, text);
    const probabilities = sentences.flatMap(({ tokens, entities, otherReadings }) =>
      [...tokens, ...entities, ...otherReadings].map(({ probability }) => probability),
    );
    expect(probabilities.length).toBeGreaterThan(10);
    expect(probabilities.filter((p) => !(p >= 0 && p <= 1))).toEqual([]);
  }
});
