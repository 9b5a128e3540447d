import { formatCount } from '../../look/format.ts';
import type { Study } from '../../stores/runs/study.ts';
import type { Status } from './status.ts';

/** The status during an ablation. It does not mention the current model. */
export function ablationStatus({ word }: Pick<Status, 'word'>, study: Study): Status {
  const { runs, current, seeds, progress, config } = study;
  const run = runs[current];
  const status: Status = { word, detail: `ablation, run ${Math.max(0, current) + 1} of ${runs.length}` };
  if (run === undefined) return status;
  status.detail += `: ${run.label}${seeds > 1 ? `, seed ${run.seed}` : ''}`;
  status.share = (current + (progress?.share ?? 0)) / runs.length;
  if (progress !== undefined) {
    const { epoch, tokensPerSecond } = progress;
    const speed = tokensPerSecond === 0 ? '' : ` · ${formatCount(tokensPerSecond)} tokens/s`;
    status.pace = `epoch ${epoch} of ${config.epochs}${speed}`;
  }
  status.note = 'The model in use does not change.';
  return status;
}
