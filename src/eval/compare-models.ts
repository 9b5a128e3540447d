import type { Span } from '../data/corpus.ts';
import { f1Difference, type F1Difference } from './f1-difference.ts';

/** Gold and the predictions of two models for one sentence. */
export interface TwicePredicted {
  /** Undefined: the only file. */
  file?: string | undefined;
  line: number;
  /** [T] */
  tokens: readonly string[];
  gold: readonly Span[];
  predicted: readonly [readonly Span[], readonly Span[]];
}

/** A gold entity that only one of two models finds. */
export interface DecidedEntity {
  entity: Span;
  /** The model that finds it. */
  by: 0 | 1;
}

export interface ModelsComparison {
  f1: F1Difference;
  /** Gold entities that both models find, only the first, only the second, neither. */
  found: { both: number; first: number; second: number; neither: number };
  /** The first sentences with such entities, in file order. */
  sentences: (TwicePredicted & { decided: DecidedEntity[] })[];
}

/**
 * Compares two models on the same sentences.
 *
 * @param limit of listed entities: no sentence is added once it is reached. All entities are counted
 */
export function compareModels(sentences: readonly TwicePredicted[], limit = Infinity): ModelsComparison {
  const found = { both: 0, first: 0, second: 0, neither: 0 };
  const listed: ModelsComparison['sentences'] = [];
  let decidedListed = 0;
  const counts = {
    gold: new Int32Array(sentences.length),
    predicted: [new Int32Array(sentences.length), new Int32Array(sentences.length)],
    correct: [new Int32Array(sentences.length), new Int32Array(sentences.length)],
  } as const;
  sentences.forEach((sentence, u) => {
    const { gold, predicted } = sentence;
    counts.gold[u] = gold.length;
    const decided: DecidedEntity[] = [];
    for (const entity of gold) {
      const [isFirst, isSecond] = predicted.map((spans) => spans.some((span) => isSame(span, entity)));
      if (isFirst) counts.correct[0][u]!++;
      if (isSecond) counts.correct[1][u]!++;
      found[isFirst ? (isSecond ? 'both' : 'first') : isSecond ? 'second' : 'neither']++;
      if (isFirst !== isSecond) decided.push({ entity, by: isFirst ? 0 : 1 });
    }
    predicted.forEach((spans, i) => {
      counts.predicted[i]![u] = spans.length;
    });
    if (decided.length === 0 || decidedListed >= limit) return;
    decidedListed += decided.length;
    listed.push({ ...sentence, decided });
  });
  return { f1: f1Difference(counts), found, sentences: listed };
}

function isSame(a: Span, b: Span): boolean {
  return a.start === b.start && a.end === b.end && a.type === b.type;
}
