import type { SearchSpec } from './state.ts';

/** The factor between a level and the previous one, and how many of a rung are dropped (Hyperband's η). */
export const ETA = 3;
const MOST_LEVELS = 4;
/** With fewer, the order of recipes says little about their order in full. */
const LEAST_EPOCHS = 3;
const LEAST_SENTENCES = 300;

/** What a trial trains: epochs, and the share of the training sentences. */
export interface Level {
  epochs: number;
  share: number;
}

/**
 * From a full training (level 0) downwards, each with a third of the previous one: first of the epochs, then of the sentences, in turn,
 * as long as there are at least 3 epochs and 300 sentences.
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
