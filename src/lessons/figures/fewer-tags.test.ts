import { expect, test } from 'vitest';
import { allPaths, logSum } from '../../../test/helpers/crf-paths.ts';
import { accountOf } from '../../insight/account.ts';
import { withEmission } from '../../insight/edits.ts';
import { trellisOf } from '../../insight/trellis.ts';
import { ANNA } from './examples.ts';
import { fewerTags } from './fewer-tags.ts';

/** With a path through three tags, or through one. */
const SENTENCES = [ANNA, [0, 4, 12].reduce((sentence, cell) => withEmission(sentence, cell, 9), ANNA)];

test('fewer tags: the best path, the score of each remaining path, and their share of probability', () => {
  for (const sentence of SENTENCES) {
    const trellis = trellisOf(sentence);
    const named = (path: ArrayLike<number>, tags: readonly string[]) => Array.from(path, (tag) => tags[tag]!);
    for (const most of [1, 2, 3, 4]) {
      const { sentence: reduced, share } = fewerTags(sentence, most);
      const own = trellisOf(reduced);
      const onPath = new Set([...trellis.path, 0]);
      expect(reduced.tags).toHaveLength(Math.max(most, onPath.size));
      expect(named(own.path, reduced.tags)).toEqual(named(trellis.path, sentence.tags));
      const scores = allPaths(own.K, own.T).map((path) => {
        const whole = path.map((tag) => sentence.tags.indexOf(reduced.tags[tag]!));
        const score = accountOf(own, path).score;
        expect(score).toBeCloseTo(accountOf(trellis, whole).score, 3);
        return score;
      });
      expect(share).toBeCloseTo(Math.exp(logSum(scores) - trellis.lattice.logPartition), 6);
    }
  }
});
