import type { EpochReport } from '../../model/events.ts';
import { INITIAL_RUN_STATE, progressShare, reduce } from '../../runs/run-state.ts';
import type { SearchEvent } from '../../runs/search.ts';
import type { TrialPlan } from '../../search/state.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { Emit } from '../wire/protocol.ts';
import type { SearchUpdate } from '../wire/search.ts';
import { recordedEpoch } from './kept-row.ts';
import type { RunControl } from './run-control.ts';

/** Runs a search to its end and sends its progress. Its models are discarded; the current model is unchanged. */
export async function driveSearch(control: RunControl, emit: Emit, events: AsyncIterable<SearchEvent>): Promise<void> {
  let trial = new TrialProgress();
  for await (const event of events) {
    await control.waitWhilePaused();
    const { index, plan } = event;
    switch (event.kind) {
      case 'trial':
        trial = new TrialProgress();
        emit('search', { kind: 'trial', index, plan });
        break;
      case 'run': {
        const progress = trial.after(event.event, index, plan);
        if (progress !== undefined) emit('search', progress);
        break;
      }
      case 'result':
        emit('search', { kind: 'result', index, trial: { plan, result: event.result }, epochs: trial.epochs });
        break;
      default:
        event satisfies never;
    }
  }
  emit('search', { kind: 'end', reason: control.signal.aborted ? 'stopped' : 'finished' });
}

class TrialProgress {
  readonly epochs: Omit<EpochReport, 'transitions'>[] = [];
  #state = INITIAL_RUN_STATE;

  /** @returns undefined if there is nothing new to show */
  after(event: StudyEvent, index: number, { config }: TrialPlan): SearchUpdate | undefined {
    if (event.kind !== 'train' || event.event.kind === 'checkpoint') return undefined;
    this.#state = reduce(this.#state, event.event, performance.now() / 1000);
    if (event.event.kind === 'epoch') this.epochs.push(recordedEpoch(event.event.report));
    const { epoch, tokensPerSecond } = this.#state;
    const share = progressShare(this.#state, config.epochs);
    return { kind: 'progress', index, epoch: Math.max(1, epoch), share, tokensPerSecond };
  }
}
