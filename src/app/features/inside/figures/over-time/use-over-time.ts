import { useHistoryStore, type RunRecord } from '../../../../stores/runs/history.ts';
import { useInsideStore } from '../../../../stores/inside.ts';
import { useOverTimeStore } from '../../../../stores/runs/over-time.ts';
import { useRunStore } from '../../../../stores/runs/run.ts';
import type { EpochMatrix } from '../../../../stores/runs/thinned-epochs.ts';
import { useEpochs, useSeries, type ReadSeries } from '../../../../ui/plot/use-series.ts';
import { firstWithEpochs, keptEpochShown, runChoices, shownEpoch, type ShownEpoch } from './over-time.ts';

export interface OverTime {
  /** The runs to choose from. */
  choices: ReturnType<typeof runChoices>;
  chosen: RunRecord | undefined;
  /** Undefined: the run has no stored epochs. */
  shown: ShownEpoch | undefined;
  /** The epochs to choose from. */
  epochs: readonly number[];
  /** Whether the sentence of the epoch is not the one in the box. */
  isOther: boolean;
}

const NO_TAGS: readonly string[] = [];
const readMatrices: ReadSeries<readonly EpochMatrix[]> = ({ matrices }) => matrices;

/** The chosen epoch of the chosen run: of the one on the page, or of a stored one. */
export function useOverTime(): OverTime {
  const live = useSeries(readMatrices);
  const scores = useEpochs();
  const { sentences, epoch, run } = useOverTimeStore();
  const tags = useRunStore(({ progress }) => progress.facts?.tags ?? NO_TAGS);
  const records = useHistoryStore((store) => store.records);
  const latest = useHistoryStore((store) => store.latest);
  const now = useInsideStore(({ inspection }) => inspection?.result.sentences[0]?.tokens.join(' '));
  const choices = runChoices(records, latest, live.length > 0);
  const { record: chosen } = choices.find(({ id }) => id === run) ??
    firstWithEpochs(choices, latest, live.length > 0) ?? { record: undefined };
  const isLive = chosen !== undefined && chosen.id === latest && live.length > 0;
  const shown = isLive ? shownEpoch(scores, live, sentences, tags, epoch) : chosen && keptEpochShown(chosen, epoch);
  return {
    choices,
    chosen,
    shown,
    epochs: (isLive ? live : (chosen?.kept?.epochs ?? [])).map((one) => one.epoch),
    isOther: now !== undefined && now !== shown?.trellis?.sentence.tokens.join(' '),
  };
}
