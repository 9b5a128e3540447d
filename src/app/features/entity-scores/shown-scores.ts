import { scoreName, type Scores } from '../../../eval/scores.ts';
import { formatShare } from '../../../lib/format-share.ts';
import { formatCounted, formatScore, joinFacts } from '../../look/format.ts';
import { useViewStore } from '../../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { figuresInWords, useShownRun, type FiguresOf } from '../../ui/plot/shown-run.tsx';
import { useEpochs, usePointedReport } from '../../ui/plot/use-series.ts';

interface ShownScores {
  scores: Scores | undefined;
  of: FiguresOf;
  /** Undefined: the scores are those of a model that was not trained on this page. */
  epoch: number | undefined;
  /** Whether the epoch is the one under the crosshair rather than the chosen one. */
  isPointed: boolean;
}

/** Scores on dev of the epoch under the crosshair, or else of the best or last epoch; without a run, of the model. */
export function useShownScores(): ShownScores {
  const choice = useViewStore((view) => view.scoresOf);
  const model = useWorkspaceStore(selectModel);
  const epochs = useEpochs();
  const pointed = usePointedReport();
  const last = epochs.at(-1);
  const chosen = choice === 'best' ? epochs.find(({ epoch }) => epoch === last?.bestEpoch) : last;
  const run = useShownRun();
  const report = pointed ?? chosen;
  const ofRun = run && { run };
  return {
    scores: report?.dev ?? model?.dev,
    of: report === undefined ? model && { model: model.name } : ofRun,
    epoch: report?.epoch,
    isPointed: pointed !== undefined,
  };
}

/** What the scores are of, and facts that the table does not show. */
export function describeScores(scores: Scores, shown: Pick<ShownScores, 'of' | 'epoch'>): string {
  const { relaxedF1, tokenAccuracy, invalidSequences, tokens } = scores;
  const of = figuresInWords(shown.of, shown.epoch);
  if (scores.macroF1 !== undefined) {
    return joinFacts([of, formatCounted(scores.sentences, 'text'), `macro F1 ${formatScore(scores.macroF1)}`]);
  }
  if (scoreName(scores) === 'token accuracy') return joinFacts([of, formatCounted(tokens, 'token')]);
  return joinFacts([
    of,
    `relaxed F1 ${formatScore(relaxedF1)}`,
    `token accuracy ${formatShare(tokenAccuracy)}`,
    ...(invalidSequences > 0 ? [formatCounted(invalidSequences, 'invalid sequence')] : []),
  ]);
}
