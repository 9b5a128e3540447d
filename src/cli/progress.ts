import type { TrainEvent } from '../model/events.ts';
import { epochShare, secondsLeft, type RunState } from '../runs/run-state.ts';
import { count, duration } from './format.ts';
import type { Terminal } from './terminal.ts';

/** How a run is shown on the terminal. */
export interface RunTitle {
  /** Of the whole run. */
  epochs: number;
  /** Which of several runs it is: `seed 2 of 5: `; empty for a single one. */
  prefix: string;
}

/** Shows an event of a run: facts and end as lines that stay, the rest as one line that changes. */
export function showProgress(
  terminal: Terminal,
  { epochs, prefix }: RunTitle,
  event: TrainEvent,
  /** With the event in it. */
  state: RunState,
): void {
  switch (event.kind) {
    case 'start':
      terminal.note(
        `${prefix}${count(event.parameters)} parameters, ${event.tags.length} tags, ${count(event.stepsPerEpoch)} steps an epoch`,
      );
      break;
    case 'steps':
      terminal.progress(`${prefix}${stepsLine(state, epochs)}`);
      break;
    case 'scoring':
      terminal.progress(`${prefix}epoch ${event.epoch}/${epochs}: scoring dev`);
      break;
    case 'epoch':
      break; // the table has it
    case 'done':
      terminal.note(`${prefix}${doneLine(event)}`);
      break;
    default:
      event satisfies never;
  }
}

function stepsLine(state: RunState, epochs: number): string {
  return [
    `epoch ${state.epoch}/${epochs}`,
    `${Math.floor(100 * epochShare(state))} %`,
    `loss ${state.loss?.toFixed(3)}`,
    `${count(Math.round(state.tokensPerSecond))} tokens/s`,
    `${duration(secondsLeft(state, epochs))} left`,
  ].join(', ');
}

function doneLine({ reason, bestEpoch, bestDevF1 }: TrainEvent & { kind: 'done' }): string {
  const reasons = {
    finished: 'All epochs are done',
    patience: 'Dev F1 has not risen for as many epochs as patience has',
    stopped: 'Stopped',
  };
  const best =
    bestEpoch === 0 ? 'no epoch was scored' : `best dev F1 ${(100 * bestDevF1).toFixed(2)} in epoch ${bestEpoch}`;
  return `${reasons[reason]}; ${best}.`;
}
