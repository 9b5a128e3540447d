import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../test/app/samples.ts';
import { DEFAULT_RECIPE, recipeOf } from './address.ts';
import { presetAdvice, presetFor, SMALL_PRESET } from './preset-advice.ts';

const corpus = (tokens: number, isSample = false) =>
  workspaceOf({ files: [{ ...corpusFile(1, 'a.train', 'train', 100, tokens, 1), isSample }] });
const small = recipeOf(SMALL_PRESET);

test('the page begins with the preset for small corpora on its sample only', () => {
  expect(presetFor(corpus(19_000, true))).toBe(SMALL_PRESET);
  expect(presetFor(corpus(19_000))).toBe(DEFAULT_RECIPE.presetId);
  expect(presetFor(workspaceOf({}))).toBe(DEFAULT_RECIPE.presetId);
  expect(presetAdvice(corpus(19_000, true), small, false)).toEqual({
    text: 'Chosen for the sample, to be trained in half a minute.',
  });
});

test('for a corpus of a person, the preset that scores better is offered', () => {
  expect(presetAdvice(corpus(19_000), small, true)).toMatchObject({ preset: DEFAULT_RECIPE.presetId });
  expect(presetAdvice(corpus(19_000), DEFAULT_RECIPE, false)).toBeUndefined();
});

test('who chose another recipe, or changed a setting, is left alone', () => {
  expect(presetAdvice(corpus(19_000), recipeOf('ma-hovy'), true)).toBeUndefined();
  const changed = { ...small, config: { ...small.config, epochs: 3 } };
  expect(presetAdvice(corpus(19_000), changed, true)).toBeUndefined();
});
