import { expect, test } from 'vitest';
import { corpusFile, workspaceOf } from '../../test/app/samples.ts';
import { recipeOf } from './address.ts';
import { presetAdvice, presetFor } from './preset-advice.ts';

const corpus = (tokens: number) => workspaceOf({ files: [corpusFile(1, 'a.train', 'train', 100, tokens, 1)] });
const [few, many] = [corpus(19_000), corpus(204_000)];
const [large, small] = [recipeOf('tagsmith'), recipeOf('tagsmith-small')];

test('the page chooses by the size of the training file, and says so of a small one', () => {
  expect(presetFor(few)).toBe('tagsmith-small');
  expect(presetFor(many)).toBe('tagsmith');
  expect(presetFor(workspaceOf({}))).toBe('tagsmith');
  expect(presetAdvice(few, small, false)).toEqual({ text: 'Chosen for its size: this corpus is small.' });
  expect(presetAdvice(many, large, false)).toBeUndefined();
  expect(presetAdvice(workspaceOf({}), small, true)).toBeUndefined();
});

test('who chose the other of our presets is told of the one that suits the corpus', () => {
  expect(presetAdvice(few, large, true)).toMatchObject({ preset: 'tagsmith-small' });
  expect(presetAdvice(many, small, true)).toMatchObject({ preset: 'tagsmith' });
  expect(presetAdvice(few, small, true)).toBeUndefined();
});

test('who chose another recipe, or changed a setting, is left alone', () => {
  expect(presetAdvice(few, recipeOf('ma-hovy'), true)).toBeUndefined();
  const changed = { ...large, config: { ...large.config, epochs: 3 } };
  expect(presetAdvice(few, changed, true)).toBeUndefined();
});
