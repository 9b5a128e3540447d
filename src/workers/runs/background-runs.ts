import { progressShare, type RunState } from '../../runs/run-state.ts';
import type { SearchEvent } from '../../runs/search.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { Emit } from '../wire/protocol.ts';
import type { KeptRow, RunProgress } from '../wire/study.ts';
import { recordedEpoch } from './kept-row.ts';
import type { RunControl } from './run-control.ts';

/** Runs beside the current model, which is unchanged: they are only scored, or kept as runs. Each function sends their progress and end. */

/**
 * @param first event of the ablation
 * @param keep returns the model of a row to keep; undefined: models are discarded
 */
export async function driveAblation(
  control: RunControl,
  emit: Emit,
  first: StudyEvent & { kind: 'begin' },
  events: AsyncIterable<StudyEvent>,
  keep?: (row: StudyEvent & { kind: 'end' }) => Promise<KeptRow | undefined>,
): Promise<void> {
  const begin = ({ index, run: { label, config } }: typeof first) =>
    emit('study', { kind: 'begin', index, label, seed: config.seed, epochs: config.epochs });
  begin(first);
  for await (const event of control.paced(events)) {
    const { index, run } = event;
    if (event.kind === 'begin') begin(event);
    else if (event.kind === 'train') emit('study', progressEvent(index, event.state, run.config));
    else if (event.kind === 'end') {
      const { result, failure } = event;
      emit('study', { kind: 'result', index, result, problem: failure?.message, kept: await keep?.(event) });
    }
  }
  emit('study', endEvent(control));
}

export async function driveSearch(control: RunControl, emit: Emit, events: AsyncIterable<SearchEvent>): Promise<void> {
  for await (const event of control.paced(events)) {
    const { index, plan } = event;
    if (event.kind === 'trial') emit('search', { kind: 'trial', index, plan });
    else if (event.kind === 'train') emit('search', progressEvent(index, event.state, plan.config));
    else {
      const { result, epochs } = event;
      emit('search', { kind: 'result', index, trial: { plan, result }, epochs: epochs.map(recordedEpoch) });
    }
  }
  emit('search', endEvent(control));
}

function progressEvent(index: number, state: RunState, { epochs }: { epochs: number }): RunProgress {
  const { epoch, tokensPerSecond, best } = state;
  const share = progressShare(state, epochs);
  return { kind: 'progress', index, epoch: Math.max(1, epoch), share, tokensPerSecond, bestDevF1: best?.f1 };
}

function endEvent({ signal }: RunControl) {
  return { kind: 'end' as const, reason: signal.aborted ? ('stopped' as const) : ('finished' as const) };
}
