import { StudioError } from '../../lib/errors.ts';

/** What is done in the background. */
export type BackgroundKind = 'learning' | 'checking' | 'distilling';

/** Serialises changes of the device and the model, and keeps track of the run: there is at most one. */
export class Activity {
  isRunning = false;
  /** Settles after the last task in the queue; never rejects. */
  #lastTask: Promise<unknown> = Promise.resolve();
  /** Requested runs that have not started yet. */
  #pendingStarts = 0;

  #background: { kind: BackgroundKind; controller: AbortController; ended: Promise<unknown> } | undefined;

  /** No run is in progress or requested. */
  get isFree(): boolean {
    return !this.isRunning && this.#pendingStarts === 0;
  }

  /** Queues a task that changes the device or the model. A task must not wait for a later one: that would be a deadlock. */
  inTurn<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.catch(() => undefined); // the caller handles `result`
    return result;
  }

  /**
   * Like `inTurn`, for a task that is not allowed during a run.
   *
   * @param action what the task does, as in "stop it … to ACTION"
   * @throws StudioError NotReady during a run
   */
  whileIdle<T>(action: string, task: () => T | Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      this.refuseWhileRunning(action);
      await this.#interruptBackground();
      return task();
    });
  }

  /**
   * Runs a task that uses the device for long, while others go on: at most one, and never during a run. A newer one interrupts it, and so
   * does whatever needs the device at rest, such as the start of a run. The others take minutes: learning does not interrupt them.
   *
   * @param task must end soon after its signal is aborted, by throwing Cancelled
   * @param signal cancels it
   * @returns undefined if a run or, for learning, another task is in progress, or if it was interrupted
   * @throws StudioError Cancelled if it was cancelled
   */
  async inBackground<T>(
    kind: BackgroundKind,
    task: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T | undefined> {
    const controller = new AbortController();
    const begun = await this.inTurn(async () => {
      if (kind === 'learning' && this.#background !== undefined && this.#background.kind !== 'learning')
        return undefined;
      await this.#interruptBackground();
      if (!this.isFree) return undefined;
      const ended = task(AbortSignal.any([controller.signal, signal]));
      this.#background = { kind, controller, ended };
      return { ended }; // the turn does not wait for it
    });
    try {
      return await begun?.ended;
    } catch (error) {
      if (controller.signal.aborted && !signal.aborted) return undefined;
      throw error;
    } finally {
      if (this.#background?.controller === controller) this.#background = undefined;
    }
  }

  async #interruptBackground(): Promise<void> {
    if (this.#background === undefined) return;
    const { controller, ended } = this.#background;
    this.#background = undefined;
    controller.abort();
    await ended.catch(() => undefined); // whoever asked for it is told
  }

  /** Like `whileIdle`, for a task that starts a run. `isFree` is false from the call on. */
  async starting<T>(action: string, task: () => Promise<T>): Promise<T> {
    this.#pendingStarts++;
    try {
      return await this.whileIdle(action, task);
    } finally {
      this.#pendingStarts--;
    }
  }

  /** @throws StudioError NotReady during a run */
  refuseWhileRunning(action: string): void {
    if (!this.isRunning) return;
    throw new StudioError('NotReady', `A run is in progress. Stop it or wait until it finishes to ${action}.`);
  }
}
