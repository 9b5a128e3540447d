import type { FollowedSentence } from '../../../workers/wire/payloads.ts';
import { thinnedEpochs, type Scored } from './thinned-epochs.ts';
import { createStore } from '../create-store.ts';
import type { RunRecord } from './history.ts';

/** The followed sentence after the epochs of the run on the page. A long run keeps only some of the epochs. */
interface OverTimeStore {
  sentences: readonly FollowedSentence[];
  /** With several seeds, the sentences of the best seed so far. */
  bestSeed: readonly FollowedSentence[];
  /** The shown epoch; undefined: the last one. */
  epoch: number | undefined;
  /** The shown run; undefined: that of the page, or the latest. */
  run: RunRecord['id'] | undefined;
}

export const useOverTimeStore = createStore<OverTimeStore>({
  sentences: [],
  bestSeed: [],
  epoch: undefined,
  run: undefined,
});

/** Adds an epoch. An epoch that is trained again replaces it and all later ones. */
export function sentenceFollowed(followed: FollowedSentence, { reported, best }: Scored): void {
  useOverTimeStore.setState(({ sentences }) => {
    const before = sentences.filter(({ epoch }) => epoch < followed.epoch);
    const all = [...before, sharing(followed, before.at(-1))];
    return { sentences: thinnedEpochs(all, { reported: Math.min(reported, followed.epoch), best }) };
  });
}

/** Shares the tags and the illegal transitions between epochs, as they do not change within a run. */
function sharing(followed: FollowedSentence, before: FollowedSentence | undefined): FollowedSentence {
  if (before === undefined || before.tags.join('\n') !== followed.tags.join('\n')) return followed;
  if (before.isConstrained !== followed.isConstrained) return followed;
  return { ...followed, tags: before.tags, illegal: before.illegal };
}

export function overTimeCleared(): void {
  useOverTimeStore.setState({ sentences: [], bestSeed: [], epoch: undefined, run: undefined });
}

/** Saves the sentences of the current seed as those of the best. */
export function bestSeedFollowed(): void {
  useOverTimeStore.setState(({ sentences }) => ({ bestSeed: sentences }));
}

/** Shows the best seed, after all seeds have ended. */
export function bestSeedShown(): void {
  useOverTimeStore.setState(({ bestSeed }) => ({ sentences: bestSeed }));
}

/** The sentences of a run of an earlier session. */
export function sentencesRestored(sentences: readonly FollowedSentence[]): void {
  useOverTimeStore.setState({ sentences });
}

export function runShown(run: RunRecord['id']): void {
  useOverTimeStore.setState({ run, epoch: undefined });
}

/** Shows an epoch of the run on the page. */
export function epochOfPageShown(epoch: number): void {
  useOverTimeStore.setState({ epoch, run: undefined });
}

export function epochShown(epoch: number | undefined): void {
  useOverTimeStore.setState({ epoch });
}
