import { expect, test } from 'vitest';
import { PRESETS } from '../../config/presets.ts';
import {
  changedFields,
  DEFAULT_RECIPE,
  readDevice,
  readRecipe,
  readThreads,
  recipeOf,
  withDevice,
  writeRecipe,
} from './recipe-address.ts';

test('the address of the default recipe is empty', () => {
  expect(writeRecipe(DEFAULT_RECIPE)).toBe('');
  expect(readRecipe('')).toEqual({ recipe: DEFAULT_RECIPE, problems: [] });
});

test.each(PRESETS.map(({ id }) => id))('%s with changes is restored from its address', (presetId) => {
  const recipe = recipeOf(presetId);
  recipe.config = { ...recipe.config, epochs: 3, learningRate: 0.0025, fineTuneWords: false, charEncoder: 'lstm' };
  const { recipe: read, problems } = readRecipe(`#${writeRecipe(recipe)}`);
  expect(problems).toEqual([]);
  expect(read).toEqual(recipe);
});

test('only changed settings are written', () => {
  const recipe = recipeOf('ma-hovy');
  recipe.config.epochs = 7;
  expect(changedFields(recipe)).toEqual(['epochs']);
  expect(writeRecipe(recipe)).toBe('preset=ma-hovy&epochs=7');
});

test('learning from text without labels is written in place of seeds', () => {
  const recipe = { ...recipeOf('ma-hovy'), seeds: 4, unlabelled: true } as const;
  expect(writeRecipe(recipe)).toBe('preset=ma-hovy&unlabelled=yes');
  expect(readRecipe('#preset=ma-hovy&unlabelled=yes').recipe).toEqual({ ...recipe, seeds: 1 });
  expect(readRecipe('#unlabelled=no')).toMatchObject({
    recipe: DEFAULT_RECIPE,
    problems: ['unlabelled is no: expected yes.'],
  });
});

test('the number of seeds is written if it is more than one', () => {
  expect(writeRecipe({ ...recipeOf('ma-hovy'), seeds: 5 })).toBe('preset=ma-hovy&seeds=5');
  expect(readRecipe('#seeds=5').recipe).toEqual({ ...DEFAULT_RECIPE, seeds: 5 });
  for (const text of ['0', '101', 'many', '2.5', '']) {
    const { recipe, problems } = readRecipe(`#seeds=${text}`);
    expect(recipe.seeds).toBe(1);
    expect(problems).toEqual([`seeds is ${text}: expected a whole number from 1 to 100.`]);
  }
});

test('invalid parts of an address are skipped and reported', () => {
  const { recipe, problems } = readRecipe('#preset=gpt&epochs=many&hidden=100&depth=3');
  expect(recipe.presetId).toBe(DEFAULT_RECIPE.presetId);
  expect(recipe.config.epochs).toBe(DEFAULT_RECIPE.config.epochs);
  expect(recipe.config.hidden).toBe(100);
  expect(problems).toHaveLength(3);
  expect(problems.join(' ')).toMatch(/gpt.*epochs.*depth/s);
});

test('reading an address does not change the presets', () => {
  readRecipe('#epochs=1');
  expect(DEFAULT_RECIPE.config.epochs).not.toBe(1);
});

test('the device is in the query', () => {
  expect(readDevice('?device=simd')).toEqual({ device: 'simd', problems: [] });
  expect(readDevice('')).toEqual({ device: 'auto', problems: [] });
  expect(readDevice('?device=tpu').problems).toHaveLength(1);
  expect(withDevice('?a=1', 'webgpu')).toBe('?a=1&device=webgpu');
  expect(withDevice('?device=simd', 'auto')).toBe('');
});

test('the number of threads is in the query', () => {
  expect(readThreads('?threads=2')).toEqual({ threads: 2, problems: [] });
  expect(readThreads('?device=simd')).toEqual({ threads: undefined, problems: [] });
  for (const count of ['0', '-1', '1.5', 'all', '']) expect(readThreads(`?threads=${count}`).problems).toHaveLength(1);
});
