import type { TrainEvent } from '../../src/model/events.ts';
import { train, type TrainerEvent } from '../../src/model/trainer.ts';

type Steps = TrainEvent & { kind: 'steps' };
export type EndReason = (TrainEvent & { kind: 'done' })['reason'];

export type Command =
  | { kind: 'steps'; count: number }
  /** The rest of the epoch, and its scores. */
  | { kind: 'epoch' }
  | { kind: 'end'; reason: EndReason }
  | { kind: 'fail'; error: Error };

/**
 * The trainer at the pace of a test: it trains, and waits for a command before it sends more. A stop needs no command, but takes
 * effect after those before it.
 */
export class StepGate {
  /** Steps per epoch of the last run. */
  stepsPerEpoch = 0;
  readonly #commands: Command[] = [];
  #wake: () => void = () => undefined;
  /** Events that may be sent before the next command. */
  #allowed = 0;

  send(command: Command): void {
    this.#commands.push(command);
    this.#wake();
  }

  readonly train: typeof train = (model, data, signal, resume, watch) => {
    const stop = new AbortController();
    return this.#paced(train(model, data, stop.signal, resume, watch), stop, signal);
  };

  async *#paced(
    events: AsyncGenerator<TrainerEvent, void>,
    stop: AbortController,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<TrainerEvent, void> {
    let best = { bestEpoch: 0, bestDevF1: 0 };
    const trained: Steps[] = [];
    this.#allowed = 1; // the start
    try {
      for (;;) {
        const end = await this.#turn(stop, signal);
        if (end?.kind === 'fail') await events.throw(end.error);
        if (end?.kind === 'end') {
          await events.return();
          yield { kind: 'done', reason: end.reason, ...best };
          return;
        }
        const event = trained.shift() ?? (await events.next()).value;
        if (event === undefined) return;
        if (event.kind === 'steps' && event.losses.length > 1) {
          trained.push(...oneByOne(event));
          continue;
        }
        if (event.kind !== 'signals') this.#allowed--;
        if (event.kind === 'start') this.stepsPerEpoch = event.stepsPerEpoch;
        if (event.kind === 'checkpoint') {
          const { epoch, scores } = event.checkpoint.best;
          best = { bestEpoch: epoch, bestDevF1: scores.overall.f1 };
          this.#allowed = 0;
        }
        yield event;
      }
    } finally {
      await events.return();
    }
  }

  /** Waits until an event may be sent. @returns the command that ends the run, if that comes first */
  async #turn(stop: AbortController, signal: AbortSignal | undefined): Promise<Command | undefined> {
    while (this.#allowed === 0 && !stop.signal.aborted) {
      const command = this.#commands.shift();
      if (command === undefined && signal?.aborted) stop.abort();
      else if (command === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      } else if (command.kind === 'steps') this.#allowed = command.count;
      else if (command.kind === 'epoch') this.#allowed = Infinity;
      else return command;
    }
    return undefined;
  }
}

/** The trainer reports steps in groups, by time. */
function oneByOne({ losses, firstStep, tokens, ...event }: Steps): Steps[] {
  return Array.from(losses, (loss, i) => ({
    ...event,
    firstStep: firstStep + i,
    losses: Float32Array.of(loss),
    tokens: Math.floor((tokens * (i + 1)) / losses.length) - Math.floor((tokens * i) / losses.length),
  }));
}
