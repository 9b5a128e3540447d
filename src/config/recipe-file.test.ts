import { expect, test } from 'vitest';
import { PRESETS, presetById } from './presets.ts';
import {
  dataDifferences,
  looksLikeRecipe,
  nearestPreset,
  readFingerprints,
  formsOf,
  readingFor,
  readingsOf,
  readRecipeFile,
  writeFingerprints,
  writeRecipeFile,
  type SavedRecipe,
} from './recipe-file.ts';
import { DEFAULT_CONFIG } from './schema.ts';

const QUICK = presetById('tagsmith-quick')!.config;
const RECIPE: SavedRecipe = {
  presetId: 'tagsmith-quick',
  config: { ...QUICK, epochs: 3, seed: 7 },
  seeds: 5,
  data: { train: '1f3a9c04', vectors: '400000x100' },
};
const json = (value: unknown) => JSON.stringify(value);

test('a written recipe is read back, independent of the presets', () => {
  expect(readRecipeFile('recipe.json', writeRecipeFile(RECIPE))).toEqual(RECIPE);
  const { data: _, ...without } = RECIPE;
  expect(readRecipeFile('recipe.json', `\uFEFF${writeRecipeFile(without)}`)).toEqual({ ...without, data: undefined });
});

test('how files are read is part of a recipe, without columns that are inputs', () => {
  const readings = readingsOf([
    { name: 'a.tsv', settings: { tagColumn: 2, scheme: 'BIO', outside: undefined, inputColumns: ['pos'] } },
    { name: 'b.tsv', settings: { inputColumns: [] } },
    { name: 'c.tsv' },
  ]);
  expect(readings).toEqual({ 'a.tsv': { tagColumn: 2, scheme: 'BIO' } });
  expect(readRecipeFile('recipe.json', writeRecipeFile({ ...RECIPE, readings }))).toEqual({ ...RECIPE, readings });
});

test('a recipe written by hand has the settings of its preset', () => {
  const written = json({
    format: 'tagsmith-recipe',
    version: 1,
    preset: 'ma-hovy',
    config: { epochs: 5 },
  });
  const { config } = presetById('ma-hovy')!;
  const read = { presetId: 'ma-hovy', config: { ...config, epochs: 5 }, seeds: 1, data: undefined };
  expect(readRecipeFile('mine.json', written)).toEqual(read);
});

test('a setting that was added since has the value of its preset', () => {
  const { wordRateSteps, ...settings } = presetById('tagsmith')!.config;
  const saved = json({ format: 'tagsmith-recipe', version: 1, preset: 'tagsmith', config: settings });
  expect(readRecipeFile('mine.json', saved).config.wordRateSteps).toBe(wordRateSteps);
});

test('metrics.json: the settings of its first run, and the data', () => {
  const metrics = json({
    config: { ...QUICK, hidden: 90, seed: 9 },
    device: {},
    data: { train: { files: ['a'], fingerprint: '00000001' }, dev: null, vectors: { fingerprint: '10x5', words: 10 } },
    runs: [{ seed: 7 }, { seed: 8 }, { seed: 9 }],
  });
  const config = { ...QUICK, hidden: 90, seed: 7 };
  const data = { train: '00000001', vectors: '10x5' };
  expect(readRecipeFile('metrics.json', metrics)).toEqual({ presetId: 'tagsmith-quick', config, seeds: 3, data });
});

test.each(PRESETS.map(({ id, config }) => [id, config] as const))(
  '%s is the nearest preset of itself',
  (id, config) => {
    expect(nearestPreset({ ...config, seed: 100 })).toBe(id);
  },
);

test.each([
  ['{', /^a\.json cannot be read as a recipe: it is not JSON/],
  ['[]', /no object config/],
  [json({ config: 3 }), /no object config/],
  [json({ format: 'tagsmith-recipe', version: 2, config: {} }), /its version is 2: expected 1/],
  [json({ preset: 'bert', config: {} }), /unknown preset "bert": expected one of tagsmith,/],
  [json({ config: { hidden: 'many' } }), /hidden is many: expected a whole number/],
  [json({ config: { charEncoder: 'lstm', charFeatures: 25 } }), /needs an even number/],
  [json({ config: { epohcs: 5 } }), /unknown setting epohcs\. Did you mean epochs\?/],
  [json({ config: { colour: 'red' } }), /unknown setting colour\.$/],
  [json({ config: {}, seeds: 'two' }), /seeds is NaN/],
  [json({ config: {}, seeds: '2' }), /seeds is NaN/],
  [json({ config: {}, seed: 5 }), /unknown part seed\. Did you mean seeds\? Settings are in config\.$/],
  [
    json({ format: 'tagsmith-recipe', version: 1, config: {}, presett: 'x' }),
    /unknown part presett\. Did you mean preset\?/,
  ],
  [json({ config: {}, readings: [1] }), /readings is \[1\]: expected an object/],
  [json({ config: {}, seeds: 1e15 }), /seeds is 1000000000000000: expected a whole number from 1 to 1000/],
  [json({ config: {}, runs: [] }), /seeds is 0/],
])('%s is refused', (text, message) => {
  expect(() => readRecipeFile('a.json', text)).toThrow(message);
});

test('recipes are distinguished from corpora by how they begin', () => {
  expect(looksLikeRecipe(writeRecipeFile(RECIPE))).toBe(true);
  expect(looksLikeRecipe(json({ config: DEFAULT_CONFIG, epochs: [] }))).toBe(true);
  expect(looksLikeRecipe('{"tokens": ["config", "{"], "tags": ["O", "O"]}\n')).toBe(false);
  expect(looksLikeRecipe('[{"config": {}}]')).toBe(false);
});

test('lists which data differ', () => {
  const { data = {} } = RECIPE;
  expect(dataDifferences(data, { ...data })).toEqual([]);
  expect(dataDifferences(data, { train: '00000000', dev: '00000001' })).toEqual([
    'training data differ',
    'there were no dev data',
    'vectors are missing',
  ]);
});

test('fingerprints in an address', () => {
  expect(writeFingerprints(RECIPE.data!)).toBe('1f3a9c04.-.-.400000x100');
  expect(readFingerprints('1f3a9c04.-.-.400000x100')).toEqual(RECIPE.data);
  for (const text of ['', '1f3a9c04', '1f3a9c04.-.-', 'x.-.-.-']) expect(readFingerprints(text)).toBeUndefined();
});

test('the readings of files are kept with their forms, for files of other names', () => {
  const readings = { 'a.tsv': { tagColumn: 2 }, 'b.tsv': { scheme: 'BIO' } };
  const forms = formsOf(readings, [
    { name: 'a.tsv', form: '3 columns' },
    { name: 'b.tsv' },
    { name: 'c.tsv', form: 'x' },
  ]);
  expect(forms).toEqual({ 'a.tsv': '3 columns' });
  const saved = { ...RECIPE, readings, forms };
  expect(readRecipeFile('recipe.json', writeRecipeFile(saved))).toEqual(saved);
  expect(
    [
      ['a.tsv', undefined],
      ['b.tsv', '3 columns'],
      ['d.tsv', '3 columns'],
      ['d.tsv', 'x'],
      ['d.tsv', undefined],
    ].map(([name, form]) => readingFor(saved, name!, form)),
  ).toEqual(['a.tsv', 'b.tsv', 'a.tsv', undefined, undefined]);
});

test('whether a recipe learns from text without labels, also in metrics.json', () => {
  const written = writeRecipeFile({ presetId: 'tagsmith', config: DEFAULT_CONFIG, seeds: 4, unlabelled: true });
  expect(readRecipeFile('recipe.json', written)).toMatchObject({ seeds: 1, unlabelled: true });
  const metrics = json({ config: {}, unlabelled: { files: ['a.txt'], runs: [{ seed: 3 }] } });
  expect(readRecipeFile('metrics.json', metrics)).toMatchObject({ seeds: 1, unlabelled: true });
  expect(readRecipeFile('recipe.json', json({ config: {} }))).not.toHaveProperty('unlabelled');
});
