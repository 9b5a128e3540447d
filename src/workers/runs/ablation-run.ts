import { INITIAL_RUN_STATE, progressShare, reduce, type RunState } from '../../runs/run-state.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { KeptRow, StudyUpdate } from '../wire/study.ts';
import type { Emit } from '../wire/protocol.ts';
import { recordedEpoch, type EndedRow } from './kept-row.ts';
import type { RunControl } from './run-control.ts';

type Begin = StudyEvent & { kind: 'begin' };

/**
 * Runs an ablation to its end and sends its progress. The current model is unchanged.
 *
 * @param keep returns the model of a row to keep; undefined: models are discarded
 */
export async function driveAblation(
  control: RunControl,
  emit: Emit,
  first: Begin,
  events: AsyncIterable<StudyEvent>,
  keep?: (row: EndedRow) => Promise<KeptRow | undefined>,
): Promise<void> {
  let { run } = first;
  let recorded: KeptRow['epochs'] = [];
  let state = INITIAL_RUN_STATE;
  emit('study', beginEvent(first));
  for await (const event of events) {
    await control.waitWhilePaused();
    const { index } = event;
    switch (event.kind) {
      case 'begin':
        ({ run } = event);
        recorded = [];
        state = INITIAL_RUN_STATE;
        emit('study', beginEvent(event));
        break;
      case 'train':
        if (event.event.kind === 'checkpoint') break;
        if (event.event.kind === 'epoch') recorded.push(recordedEpoch(event.event.report));
        state = reduce(state, event.event, performance.now() / 1000);
        emit('study', progressEvent(index, run.config.epochs, state));
        break;
      case 'end':
        emit('study', {
          kind: 'result',
          index,
          result: event.result,
          problem: event.failure?.message,
          kept: await keep?.({ run, epochs: recorded, end: event }),
        });
        break;
      default:
        event satisfies never;
    }
  }
  emit('study', { kind: 'end', reason: control.signal.aborted ? 'stopped' : 'finished' });
}

function beginEvent({ index, run: { label, config } }: Begin): StudyUpdate {
  return { kind: 'begin', index, label, seed: config.seed, epochs: config.epochs };
}

function progressEvent(index: number, epochs: number, state: RunState): StudyUpdate {
  const { epoch, tokensPerSecond, best } = state;
  const share = progressShare(state, epochs);
  return { kind: 'progress', index, epoch: Math.max(1, epoch), share, tokensPerSecond, bestDevF1: best?.f1 };
}
