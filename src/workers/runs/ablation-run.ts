import { INITIAL_RUN_STATE, progressShare, reduce, type RunState } from '../../runs/run-state.ts';
import type { StudyEvent } from '../../runs/study.ts';
import type { StudyUpdate } from '../wire/payloads.ts';
import type { Emit } from '../wire/protocol.ts';
import type { RunControl } from './run-control.ts';

type Begin = StudyEvent & { kind: 'begin' };

/** Drives an ablation to its end and sends its progress. Its models are only for the table: the current model stays. */
export async function driveAblation(
  control: RunControl,
  emit: Emit,
  first: Begin,
  events: AsyncIterable<StudyEvent>,
): Promise<void> {
  let { epochs } = first.run.config;
  let state = INITIAL_RUN_STATE;
  emit('study', beginEvent(first));
  for await (const event of events) {
    await control.waitWhilePaused();
    const { index } = event;
    switch (event.kind) {
      case 'begin':
        ({ epochs } = event.run.config);
        state = INITIAL_RUN_STATE;
        emit('study', beginEvent(event));
        break;
      case 'train':
        if (event.event.kind === 'checkpoint') break;
        state = reduce(state, event.event, performance.now() / 1000);
        emit('study', progressEvent(index, epochs, state));
        break;
      case 'end':
        emit('study', { kind: 'result', index, result: event.result, problem: event.failure?.message });
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
