import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG, type RunConfig } from '../config/schema.ts';
import { VectorLookup } from '../data/vectors/vector-lookup.ts';
import { disposeWeights } from '../model/weights.ts';
import { prepareRun } from './prepare.ts';
import { corpusOf, TINY, useReferences } from '../../test/helpers/tiny-run.ts';

// "the" and "met" occur twice; "gulls" and "hours" once, and "gulls" has a vector.
const { sentences, style } = corpusOf('the O\ngulls O\nmet O\n\nthe O\nhours O\nmet O\n');
const vectors = new VectorLookup({ dimensions: 5, words: ['gulls', 'the'], values: new Float32Array(10) });

describe('replacement by the unknown word in training', () => {
  beforeAll(useReferences);

  const probabilities = (settings: Partial<RunConfig>) => {
    const config = { ...DEFAULT_CONFIG, ...TINY, ...settings };
    const { model, data } = prepareRun(config, { train: sentences, dev: sentences, others: [], style, vectors });
    disposeWeights(model.weights);
    const { words } = model.vocabulary;
    return (
      data.unknownProbabilities && Object.fromEntries(words.map((word, row) => [word, data.unknownProbabilities![row]]))
    );
  };

  it('affects singletons without a vector, and with word dropout any word', () => {
    expect(probabilities({ unknownReplacement: 0.5, wordDropout: 0.125 })).toEqual({
      '<unk>': 0.125,
      the: 0.125,
      met: 0.125,
      gulls: 0.125,
      hours: 0.5,
    });
  });

  it('affects singletons with a vector too if the recipe enables it', () => {
    expect(probabilities({ unknownReplacement: 0.5, wordDropout: 0, replaceKnownWords: true })).toEqual({
      '<unk>': 0,
      the: 0,
      met: 0,
      gulls: 0.5,
      hours: 0.5,
    });
  });

  it('affects no word if both probabilities are 0', () => {
    expect(probabilities({ unknownReplacement: 0, wordDropout: 0 })).toBeUndefined();
  });
});
