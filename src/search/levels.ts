import type { SearchSpec } from './state.ts';

/** The factor between a level and the previous one, and between the sizes of successive rungs (Hyperband's η). */
export const ETA = 3;
const MOST_LEVELS = 4;
/** With less training, the ranking of recipes hardly predicts their ranking after a full training. */
const LEAST_EPOCHS = 3;
const LEAST_SENTENCES = 300;

/** The size of a trial: epochs, and share of the training sentences. */
export interface Level {
  epochs: number;
  share: number;
}

/**
 * The levels from a full training (level 0) downwards. Each has a third of the previous one, alternately of the epochs and of the
 * sentences, as long as at least 3 epochs and 300 sentences remain.
 */
export function levelsOf({ start, data }: Pick<SearchSpec, 'start' | 'data'>): Level[] {
  const levels: Level[] = [{ epochs: start.epochs, share: 1 }];
  let { epochs, share } = levels[0]!;
  while (levels.length < MOST_LEVELS) {
    const fewer = Math.round(epochs / ETA);
    const hasEpochs = fewer >= LEAST_EPOCHS;
    const hasSentences = (data.sentences * share) / ETA >= LEAST_SENTENCES;
    if (!hasEpochs && !hasSentences) break;
    if (hasEpochs && (levels.length % 2 === 1 || !hasSentences)) epochs = fewer;
    else share /= ETA;
    levels.push({ epochs, share });
  }
  return levels;
}
