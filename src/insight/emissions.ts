import { stepValue, type ScoredSentence, type Step } from './sentence.ts';

/** A token whose tag on the path differs from its best emission. */
export interface Overruled {
  token: number;
  /** Tag of the highest emission. */
  tag: number;
  /** The tag on the path. */
  onPath: number;
  /** Difference by which the emission of `tag` is higher. */
  gain: number;
  /** The most expensive step if the path takes `tag` here: its score is lower than that of the path's step by `loss`. */
  against: Step;
  loss: number;
}

/** The tokens where the CRF decides against the best emission. @param path [T] */
export function overruledTokens({ emissions, scores }: ScoredSentence, path: ArrayLike<number>): Overruled[] {
  const best = emissionTags(emissions, scores.start.length);
  return Array.from(best).flatMap((tag, token): Overruled[] => {
    const onPath = path[token]!;
    if (tag === onPath) return [];
    const [before, after] = [path[token - 1], path[token + 1]];
    const losses = [
      {
        against: { from: before, to: tag },
        loss: stepValue(scores, { from: before, to: onPath }) - stepValue(scores, { from: before, to: tag }),
      },
      {
        against: { from: tag, to: after },
        loss: stepValue(scores, { from: onPath, to: after }) - stepValue(scores, { from: tag, to: after }),
      },
    ];
    const [first, second] = losses as [(typeof losses)[number], (typeof losses)[number]];
    const K = scores.start.length;
    const gain = emissions[token * K + tag]! - emissions[token * K + onPath]!;
    return [{ token, tag, onPath, gain, ...(first.loss >= second.loss ? first : second) }];
  });
}

/** [T] the tag with the highest emission of each token; on a tie, the lower. */
export function emissionTags(emissions: Float32Array, K: number): Int32Array {
  return Int32Array.from({ length: emissions.length / K }, (_, t) => {
    let best = 0;
    for (let k = 1; k < K; k++) if (emissions[t * K + k]! > emissions[t * K + best]!) best = k;
    return best;
  });
}

/** A sentence decoded token by token, without the CRF. */
export interface SoftmaxReading {
  /** [T] */
  tags: Int32Array;
  /** [T] softmax probability of the tag. */
  probabilities: Float64Array;
  /** Steps that the tag scheme forbids, as indices of their target tokens; T for the step to END. */
  broken: number[];
}

/** Decodes with a softmax over the emissions of each token, without transitions. */
export function softmaxReading({ emissions, scores, illegal }: ScoredSentence): SoftmaxReading {
  const K = scores.start.length;
  const tags = emissionTags(emissions, K);
  const probabilities = Float64Array.from(tags, (tag, t) => {
    const row = emissions.subarray(t * K, (t + 1) * K);
    return 1 / row.reduce((sum, emission) => sum + Math.exp(emission - row[tag]!), 0);
  });
  const broken: number[] = [];
  for (let t = 0; t <= tags.length; t++) {
    if (stepValue(illegal, { from: tags[t - 1], to: tags[t] }) === 1) broken.push(t);
  }
  return { tags, probabilities, broken };
}
