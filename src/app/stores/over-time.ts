import type { FollowedSentence } from '../../workers/wire/payloads.ts';
import { thinnedEpochs, type Scored } from '../thinned-epochs.ts';
import { createStore } from './create-store.ts';
import type { RunRecord } from './history.ts';

/** What was seen of the followed sentence after the epochs of the run on the page; of a long run not after each. */
interface OverTimeStore {
  sentences: readonly FollowedSentence[];
  /** Of several seeds: those of the best so far. */
  bestSeed: readonly FollowedSentence[];
  /** The epoch that is shown; undefined: the last one. */
  epoch: number | undefined;
  /** The run that is shown; undefined: that of the page, or the latest. */
  run: RunRecord['id'] | undefined;
}

export const useOverTimeStore = createStore<OverTimeStore>({
  sentences: [],
  bestSeed: [],
  epoch: undefined,
  run: undefined,
});

/** An epoch that is trained again takes the place of those from it on. */
export function sentenceFollowed(followed: FollowedSentence, { reported, best }: Scored): void {
  useOverTimeStore.setState(({ sentences }) => {
    const before = sentences.filter(({ epoch }) => epoch < followed.epoch);
    const all = [...before, sharing(followed, before.at(-1))];
    return { sentences: thinnedEpochs(all, { reported: Math.min(reported, followed.epoch), best }) };
  });
}

/** Tags and what they forbid do not change within a run: one copy of them is enough. */
function sharing(followed: FollowedSentence, before: FollowedSentence | undefined): FollowedSentence {
  if (before === undefined || before.tags.join('\n') !== followed.tags.join('\n')) return followed;
  if (before.isConstrained !== followed.isConstrained) return followed;
  return { ...followed, tags: before.tags, illegal: before.illegal };
}

export function overTimeCleared(): void {
  useOverTimeStore.setState({ sentences: [], bestSeed: [], epoch: undefined, run: undefined });
}

/** Of several seeds, the one that was followed is the best so far. */
export function bestSeedFollowed(): void {
  useOverTimeStore.setState(({ sentences }) => ({ bestSeed: sentences }));
}

/** All seeds have ended. */
export function bestSeedShown(): void {
  useOverTimeStore.setState(({ bestSeed }) => ({ sentences: bestSeed }));
}

export function runShown(run: RunRecord['id']): void {
  useOverTimeStore.setState({ run, epoch: undefined });
}

/** An epoch of the run on the page. */
export function epochOfPageShown(epoch: number): void {
  useOverTimeStore.setState({ epoch, run: undefined });
}

export function epochShown(epoch: number | undefined): void {
  useOverTimeStore.setState({ epoch });
}
