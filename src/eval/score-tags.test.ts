import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spannedSentence } from '../../test/helpers/tag-arbitraries.ts';
import { tagsOfSpans } from '../data/tags/tag-spans.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { scoreTags } from './score-tags.ts';

const BIO = standardStyle('BIO');
const pair = (gold: string, predicted: string) => ({ gold: gold.split(' '), predicted: predicted.split(' ') });

describe('scoreTags', () => {
  test('counts by type and overall, checked by hand', () => {
    const scores = scoreTags(BIO, [
      pair('B-PER I-PER O B-LOC', 'B-PER I-PER O B-ORG'), // PER right, LOC as ORG
      pair('B-LOC O B-LOC I-LOC', 'B-LOC B-PER B-LOC O'), // LOC right, PER spurious, LOC cut short
    ]);
    expect(scores.byType).toEqual({
      LOC: { precision: 1 / 2, recall: 1 / 3, f1: 0.4, support: 3, predicted: 2, correct: 1 },
      ORG: { precision: 0, recall: 0, f1: 0, support: 0, predicted: 1, correct: 0 },
      PER: { precision: 1 / 2, recall: 1, f1: 2 / 3, support: 1, predicted: 2, correct: 1 },
    });
    expect(scores.overall).toEqual({
      precision: 2 / 5,
      recall: 1 / 2,
      f1: 0.4 / 0.9,
      support: 4,
      predicted: 5,
      correct: 2,
    });
    expect(scores.relaxedF1).toBeCloseTo((2 * 3) / (4 + 5), 12);
    expect(scores).toMatchObject({ tokenAccuracy: 5 / 8, invalidSequences: 0, tokens: 8, sentences: 2 });
  });

  test('counts each predicted sequence that breaks the scheme once, and reads it as conlleval does', () => {
    const scores = scoreTags(BIO, [
      pair('B-X I-X O', 'I-X I-X O'),
      pair('O O O', 'I-X I-Y O'),
      pair('I-X O O', 'O O O'),
    ]);
    expect(scores.invalidSequences).toBe(2);
    expect(scores.byType['X']).toMatchObject({ support: 2, predicted: 2, correct: 1 });
  });

  test('is 0, not NaN, if undefined', () => {
    expect(scoreTags(BIO, [])).toMatchObject({
      overall: { precision: 0, recall: 0, f1: 0 },
      relaxedF1: 0,
      tokenAccuracy: 0,
    });
    expect(scoreTags(BIO, [pair('O', 'O'), { gold: [], predicted: [] }])).toMatchObject({
      overall: { f1: 0, support: 0 },
      tokenAccuracy: 1,
      sentences: 2,
    });
  });

  test('scores each tag if there is no scheme', () => {
    const scores = scoreTags(standardStyle('none'), [pair('DT NN VB', 'DT VB VB')]);
    expect(scores.byType['VB']).toEqual({
      precision: 1 / 2,
      recall: 1,
      f1: 2 / 3,
      support: 1,
      predicted: 2,
      correct: 1,
    });
    expect(scores).toMatchObject({ overall: { f1: 2 / 3 }, tokenAccuracy: 2 / 3, invalidSequences: 0 });
  });

  test('throws if the lengths differ', () => {
    expect(() => scoreTags(BIO, [pair('O O', 'O')])).toThrow('2 gold tags, but 1 predicted');
  });

  test('is invariant under a change of scheme, and relaxed is never below strict', () => {
    const both = fc.tuple(spannedSentence(['X', 'Y']), spannedSentence(['X', 'Y']));
    fc.assert(
      fc.property(fc.array(both, { minLength: 1, maxLength: 4 }), (sentences) => {
        const scoresIn = (scheme: 'BIO' | 'BIOES' | 'IOB1') => {
          const style = standardStyle(scheme);
          return scoreTags(
            style,
            sentences.map(([gold, predicted]) => {
              const length = Math.max(gold.length, predicted.length);
              return {
                gold: tagsOfSpans(style, gold.spans, length),
                predicted: tagsOfSpans(style, predicted.spans, length),
              };
            }),
          );
        };
        const bio = scoresIn('BIO');
        for (const other of [scoresIn('BIOES'), scoresIn('IOB1')])
          expect({ ...other, tokenAccuracy: 0 }).toEqual({ ...bio, tokenAccuracy: 0 });
        expect(bio.relaxedF1).toBeGreaterThanOrEqual(bio.overall.f1 - 1e-12);
      }),
    );
  });
});
