import { expect, test } from 'vitest';
import { illegalTransitions } from '../crf/constraints.ts';
import { standardStyle } from '../data/tags/tag-style.ts';
import { allPaths } from '../../test/helpers/crf-paths.ts';
import { isForbidden } from '../insight/edits.ts';
import { NEW_YORK, ANNA } from './figures/examples.ts';
import { countPaths } from './small-crf.ts';

test('legal paths are counted as by enumeration', () => {
  for (const sentence of [NEW_YORK, ANNA]) {
    const legal = allPaths(sentence.tags.length, sentence.tokens.length).filter((path) =>
      [...path, undefined].every((to, t) => !isForbidden(sentence, { from: path[t - 1], to })),
    );
    expect(countPaths(sentence)).toEqual({ all: sentence.tags.length ** sentence.tokens.length, legal: legal.length });
  }
  expect(countPaths({ ...ANNA, isConstrained: false })).toEqual({ all: 256, legal: 256 });
});

test('985 of 83,521 sequences of four BIOES tags with four types are legal, as chapter 8 says', () => {
  const types = ['PER', 'ORG', 'LOC', 'MISC'];
  const tags = ['O', ...types.flatMap((type) => ['B', 'I', 'E', 'S'].map((letter) => `${letter}-${type}`))];
  const illegal = illegalTransitions(tags, standardStyle('BIOES'));
  const sentence = { ...ANNA, tags, illegal, emissions: new Float32Array(4 * tags.length) };
  expect(countPaths(sentence)).toEqual({ all: 83_521, legal: 985 });
});
