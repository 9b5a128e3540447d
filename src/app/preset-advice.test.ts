import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../test/app/samples.ts';
import { recipeOf } from './address.ts';
import { presetAdvice, presetFor } from './preset-advice.ts';

const corpus = (tokens: number, isSample = false) =>
  workspaceOf({ files: [{ ...corpusFile(1, 'a.train', 'train', 100, tokens, 1), isSample }] });
const [sample, few, many] = [corpus(19_000, true), corpus(19_000), corpus(204_000)];
const [large, small, quick] = [recipeOf('tagsmith'), recipeOf('tagsmith-small'), recipeOf('tagsmith-quick')];

test('the page chooses by the size of the training file, and for its sample what is soon trained', () => {
  expect([sample, few, many, workspaceOf({})].map(presetFor)).toEqual([
    'tagsmith-quick',
    'tagsmith-small',
    'tagsmith',
    'tagsmith',
  ]);
});

test('it says why, where it is not the default', () => {
  expect(presetAdvice(sample, quick, false)).toEqual({
    text: 'Chosen for the sample, to be trained in half a minute.',
  });
  expect(presetAdvice(few, small, false)).toEqual({ text: 'Chosen for its size: this corpus is small.' });
  expect(presetAdvice(many, large, false)).toBeUndefined();
  expect(presetAdvice(workspaceOf({}), small, true)).toBeUndefined();
});

test('who chose another of our presets is told of the one that scores better', () => {
  expect(presetAdvice(few, large, true)).toMatchObject({ preset: 'tagsmith-small' });
  expect(presetAdvice(few, quick, true)).toMatchObject({ preset: 'tagsmith-small' });
  expect(presetAdvice(many, small, true)).toMatchObject({ preset: 'tagsmith' });
  expect(presetAdvice(few, small, true)).toBeUndefined();
  expect(presetAdvice(sample, small, true)).toBeUndefined();
});

test('who chose another recipe, or changed a setting, is left alone', () => {
  expect(presetAdvice(few, recipeOf('ma-hovy'), true)).toBeUndefined();
  const changed = { ...large, config: { ...large.config, epochs: 3 } };
  expect(presetAdvice(few, changed, true)).toBeUndefined();
});
