import { describe, expect, test } from 'vitest';
import { corpusFile, modelInfo, VECTORS, workspaceOf } from '../../../../test/app/samples.ts';
import { subtitleOf, vectorsName } from './labels.ts';

const corpus = corpusFile(1, 'city.train', 'train', 10, 100, 1);

describe('subtitleOf', () => {
  test('names the sample as such', () => {
    const files = [{ ...corpus, isSample: true }];
    const vectors = { ...VECTORS, name: 'glove.6B.100d.40k.zip', dimensions: 100 };
    expect(subtitleOf(workspaceOf({ files, vectors }))).toBe('sample corpus / GloVe 100d');
  });

  test('names own files, or the model if there is no training file', () => {
    expect(subtitleOf(workspaceOf({ files: [corpus] }))).toBe('city.train');
    const others = [1, 2, 3].map((id) => corpusFile(id, `other-${id}.test`, 'test', 10, 100, 1));
    expect(subtitleOf(workspaceOf({ files: [corpus, ...others] }))).toBe('city.train');
    expect(subtitleOf(workspaceOf({ files: [corpus, corpus, ...others] }))).toBe('2 training files');
    const sample = { ...corpus, isSample: true };
    expect(subtitleOf(workspaceOf({ files: [sample, corpus] })), 'more than the sample').toBe('2 training files');
    expect(subtitleOf(workspaceOf({ model: modelInfo() }))).toBe(modelInfo().name);
    expect(subtitleOf(workspaceOf({}))).toBe('');
  });
});

test.each([
  ['glove.840B.300d.txt', 'GloVe 300d'],
  ['cc.de.300.vec.gz', 'fastText 300d'],
  ['wiki-news-300d-1M.vec', 'fastText 300d'],
  ['own.vec', 'own.vec 300d'],
])('%s is called %s', (name, expected) => expect(vectorsName({ name, dimensions: 300 })).toBe(expected));
