import type { TrainEvent } from '../../model/events.ts';
import { epochShare, secondsLeft, type RunState } from '../../runs/run-state.ts';
import { count, duration } from '../format.ts';
import type { Terminal } from '../terminal.ts';

/** Title of a run's progress. */
export interface RunTitle {
  /** Epochs of the whole run. */
  epochs: number;
  /** Identifies one of several runs: `seed 2 of 5: `; empty for a single run. */
  prefix: string;
}

/**
 * Shows an event of a run: its start and end as lines, the rest as one line that is updated in place.
 *
 * @param state after the event
 */
export function showProgress(
  terminal: Terminal,
  { epochs, prefix }: RunTitle,
  event: TrainEvent,
  state: RunState,
): void {
  switch (event.kind) {
    case 'start':
      terminal.note(
        `${prefix}${count(event.parameters)} parameters, ${event.tags.length} tags, ${count(event.stepsPerEpoch)} steps per epoch`,
      );
      break;
    case 'steps':
      terminal.progress(`${prefix}${stepsLine(state, epochs)}`);
      break;
    case 'scoring':
      terminal.progress(`${prefix}epoch ${event.epoch}/${epochs}: scoring dev`);
      break;
    case 'epoch': // a row of the table
    case 'signals': // a line of a file
      break;
    case 'done':
      terminal.note(`${prefix}${doneLine(event, state)}`);
      break;
    default:
      event satisfies never;
  }
}

function stepsLine(state: RunState, epochs: number): string {
  return [
    `epoch ${state.epoch}/${epochs}`,
    `${Math.floor(100 * epochShare(state))}%`,
    `loss ${state.loss?.toFixed(3)}`,
    `${count(Math.round(state.tokensPerSecond))} tokens/s`,
    `${duration(secondsLeft(state, epochs))} left`,
  ].join(', ');
}

function doneLine(
  { reason, bestEpoch, bestDevF1 }: TrainEvent & { kind: 'done' },
  { scoreName }: Pick<RunState, 'scoreName'>,
): string {
  const reasons = {
    finished: 'Finished all epochs',
    patience: `Stopped early: dev ${scoreName} did not improve within the patience`,
    stopped: 'Stopped',
  };
  const best =
    bestEpoch === 0
      ? 'no epoch was scored'
      : `best dev ${scoreName} ${(100 * bestDevF1).toFixed(2)} in epoch ${bestEpoch}`;
  return `${reasons[reason]}; ${best}.`;
}
