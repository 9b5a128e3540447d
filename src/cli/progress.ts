import type { TrainEvent } from '../model/events.ts';
import { count, duration } from './format.ts';
import type { Terminal } from './terminal.ts';

/** The progress line of a run. */
export class RunProgress {
  readonly #terminal: Terminal;
  readonly #epochs: number;
  /** Which of several runs it is: `seed 2 of 5: `. */
  readonly #prefix: string;
  #tokensPerEpoch = 0;
  #epoch = 0;
  /** Of the current epoch. */
  #tokens = 0;

  constructor(terminal: Terminal, epochs: number, prefix = '') {
    this.#terminal = terminal;
    this.#epochs = epochs;
    this.#prefix = prefix;
  }

  tell(event: TrainEvent): void {
    switch (event.kind) {
      case 'start':
        this.#tokensPerEpoch = event.tokensPerEpoch;
        this.#terminal.note(
          `${this.#prefix}${count(event.parameters)} parameters, ${event.tags.length} tags, ${count(event.stepsPerEpoch)} steps an epoch`,
        );
        break;
      case 'steps':
        this.#terminal.progress(this.#stepsLine(event));
        break;
      case 'scoring':
        this.#terminal.progress(`${this.#prefix}epoch ${event.epoch}/${this.#epochs}: scoring dev`);
        break;
      case 'epoch':
        break; // the table has it
      case 'done':
        this.#terminal.note(`${this.#prefix}${doneLine(event)}`);
        break;
      default:
        event satisfies never;
    }
  }

  #stepsLine({ epoch, losses, tokens, tokensPerSecond }: TrainEvent & { kind: 'steps' }): string {
    if (epoch !== this.#epoch) this.#tokens = 0;
    this.#epoch = epoch;
    this.#tokens += tokens;
    const left = (this.#epochs - epoch + 1) * this.#tokensPerEpoch - this.#tokens;
    return [
      `${this.#prefix}epoch ${epoch}/${this.#epochs}`,
      `${Math.floor((100 * this.#tokens) / this.#tokensPerEpoch)} %`,
      `loss ${losses.at(-1)?.toFixed(3)}`,
      `${count(Math.round(tokensPerSecond))} tokens/s`,
      `${duration(left / tokensPerSecond)} left`,
    ].join(', ');
  }
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
