import { expect, test } from 'vitest';
import { corpusFile, modelInfo, workspaceOf } from '../../../test/app/samples.ts';
import { knownTypes, tagParts, typesOfTags } from './tags.ts';

test('training tags are split into role and type', () => {
  expect(tagParts('B-PER')).toEqual({ letter: 'B', type: 'PER' });
  expect(tagParts('S-geo-loc')).toEqual({ letter: 'S', type: 'geo-loc' });
  expect(tagParts('O')).toEqual({ letter: 'O', type: '' });
  expect(tagParts('NNP')).toEqual({ letter: '', type: 'NNP' });
});

test('types of tags, each once', () => {
  expect(typesOfTags(['O', 'B-PER', 'I-PER', 'B-LOC'])).toEqual(['PER', 'LOC']);
});

test('types are sorted by name, those of training and the model first', () => {
  const train = corpusFile(1, 'a.train', 'train', 10, 100, 1);
  const other = { ...corpusFile(2, 'b.test', 'test', 10, 100, 1) };
  other.summary = {
    ...other.summary,
    types: [
      { type: 'AAA', count: 3 },
      { type: 'PER', count: 1 },
    ],
  };
  expect(knownTypes(workspaceOf({ files: [train] }))).toEqual(['LOC', 'MISC', 'ORG', 'PER']);
  expect(knownTypes(workspaceOf({ files: [other, train] }))).toEqual(['LOC', 'MISC', 'ORG', 'PER', 'AAA']);
  expect(knownTypes(workspaceOf({ model: modelInfo() }))).toEqual(['LOC', 'MISC', 'ORG', 'PER']);
});
