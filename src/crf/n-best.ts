import { bestScores, originOf, type Lattice, type TagPath } from './decode.ts';

/** A path with its probability. */
export interface LikelyPath extends TagPath {
  logProbability: number;
}

/** The best path among those with `tag` at `at`, followed by the tags of `after`. */
interface Candidate {
  score: number;
  at: number;
  tag: number;
  after: Int32Array;
}

/**
 * The n paths with the highest scores, best first; fewer if a sentence has fewer paths. Each found path adds candidates: the best
 * paths that differ from it at a token and are equal after it (Lawler 1972). Their scores are computed from one Viterbi table, so that
 * each further path costs T·K.
 */
export function nBest({ crf, emissions, logPartition }: Lattice, n: number): LikelyPath[] {
  const { transitions, start, end } = crf;
  const K = start.length;
  const T = emissions.length / K;
  const best = bestScores(emissions, crf);
  const candidates: Candidate[] = []; // best first; limited to the number of paths still needed
  const paths: LikelyPath[] = [];

  function add(score: number, at: number, tag: number, after: Int32Array): void {
    const room = n - paths.length;
    if (!(score > (candidates.length < room ? -Infinity : (candidates[room - 1]?.score ?? Infinity)))) return;
    let place = candidates.length;
    while (place > 0 && score > candidates[place - 1]!.score) place--;
    candidates.splice(place, 0, { score, at, tag, after });
    if (candidates.length > room) candidates.pop();
  }

  const none = new Int32Array(T);
  for (let k = 0; k < K; k++) add(best[(T - 1) * K + k]! + end[k]!, T - 1, k, none);
  for (let next = candidates.shift(); next !== undefined && paths.length < n; next = candidates.shift()) {
    const tags = next.after.slice();
    tags[next.at] = next.tag;
    paths.push({ tags, score: next.score, logProbability: next.score - logPartition });
    let rest = end[tags[T - 1]!]!; // the score of the path after token t, excluding its emission
    for (let t = T - 1; t > 0; t--) {
      const tag = tags[t]!;
      const behind = emissions[t * K + tag]! + rest;
      if (t <= next.at) {
        tags[t - 1] = originOf(best, crf, t, tag);
        for (let j = 0; j < K; j++) {
          if (j !== tags[t - 1]) add(best[(t - 1) * K + j]! + transitions[j * K + tag]! + behind, t - 1, j, tags);
        }
      }
      rest = transitions[tags[t - 1]! * K + tag]! + behind;
    }
  }
  return paths;
}
