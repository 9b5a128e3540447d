import { forwardBackward, marginals, type Lattice } from '../crf/decode.ts';
import type { TagReader } from '../data/tags/tag-spans.ts';
import { formatTag } from '../data/tags/tag-style.ts';
import type { ScoredSentence } from './sentence.ts';

/** The event that consecutive tokens have given tags, marginalized over the other tokens. */
export interface Target {
  /** The first of its tokens. */
  first: number;
  /** One tag per token. */
  tags: readonly number[];
  /** Tag that must not follow: in BIO it would continue the span. Undefined: any tag may follow. */
  notBefore: number | undefined;
  /** Type of the entity; undefined for a single tag. */
  type: string | undefined;
}

/**
 * The target at a token: the entity on the path that contains it, or otherwise its tag.
 *
 * @param path [T] names of the tags
 * @param tag of the token; if it differs from the path, the target is this single tag
 */
export function targetAt(
  reader: TagReader,
  tags: readonly string[],
  path: readonly string[],
  token: number,
  tag?: number,
): Target {
  const onPath = tags.indexOf(path[token]!);
  const span = reader.read(path).spans.find(({ start, end }) => start <= token && token < end);
  if (span === undefined || (tag !== undefined && tag !== onPath)) {
    return { first: token, tags: [tag ?? onPath], notBefore: undefined, type: undefined };
  }
  const { start, end, type } = span;
  const inside = tags.indexOf(formatTag(reader.style, { role: 'inside', type }));
  return {
    first: start,
    tags: path.slice(start, end).map((name) => tags.indexOf(name)),
    notBefore: reader.style.scheme === 'BIO' && inside >= 0 ? inside : undefined,
    type,
  };
}

/** Log-probability of a target, and its gradient with respect to the emissions. */
export interface TargetScore {
  /** F = log p(target | x). */
  logProbability: number;
  /** [T, K] dF/de. Each row sums to 0. */
  gradient: Float32Array;
}

/**
 * F = log p(target | x) and its gradient. With A the log-partition of the paths through the target, and Z that of all,
 * F = A − log Z and dF/de_t(k) = P(y_t = k | target, x) − P(y_t = k | x). If a tag must not follow, the paths with it, B, are
 * subtracted: F = log(exp A − exp B) − log Z, and P(y_t = k | target, x) is the mean of the two with the weights
 * exp A / (exp A − exp B) and −exp B / (exp A − exp B).
 */
export function targetScore(
  sentence: Pick<ScoredSentence, 'emissions' | 'scores'>,
  { first, tags, notBefore }: Target,
): TargetScore {
  const { emissions, scores } = sentence;
  const all = forwardBackward(emissions, scores);
  const through = (path: readonly number[]) =>
    forwardBackward(onlyThrough(emissions, scores.start.length, first, path), scores);
  const free = marginals(all);
  const target = through(tags);
  const isLast = (first + tags.length) * scores.start.length >= emissions.length;
  if (notBefore === undefined || isLast) {
    return {
      logProbability: Math.min(0, target.logPartition - all.logPartition),
      gradient: marginals(target).map((probability, i) => probability - free[i]!),
    };
  }
  const continued = through([...tags, notBefore]);
  const share = Math.min(shareOf(continued, target), LARGEST_SHARE);
  const [targetMarginals, continuedMarginals] = [marginals(target), marginals(continued)];
  return {
    logProbability: Math.min(0, target.logPartition + Math.log1p(-share) - all.logPartition),
    gradient: free.map(
      (probability, i) => (targetMarginals[i]! - share * continuedMarginals[i]!) / (1 - share) - probability,
    ),
  };
}

/** Below 1, so that the logarithm of the remainder is finite. */
const LARGEST_SHARE = 1 - 1e-12;

function shareOf(part: Lattice, whole: Lattice): number {
  return Math.exp(part.logPartition - whole.logPartition);
}

/** Emissions that exclude all paths without these tags: emissions of other tags are −∞. [T, K] */
function onlyThrough(emissions: Float32Array, K: number, first: number, tags: readonly number[]): Float32Array {
  const only = emissions.slice();
  tags.forEach((tag, i) => {
    const row = only.subarray((first + i) * K, (first + i + 1) * K);
    const kept = row[tag]!;
    row.fill(-Infinity);
    row[tag] = kept;
  });
  return only;
}
