import { runInProgress } from '../wire/refusals.ts';

/** Kinds of background tasks. */
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
   * Like `inTurn`, for a task that is not allowed during a run. Interrupts the background task.
   *
   * @param action what the task does, for the error message: "Stop it … to ACTION"
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
   * Runs a long task on the device in the background: at most one, and never during a run. It is interrupted by a newer one and by tasks of
   * `whileIdle`, such as the start of a run. Learning does not interrupt the other kinds, which take minutes.
   *
   * @param task must end soon after its signal is aborted, by throwing Cancelled
   * @param signal cancels the task
   * @returns undefined if a run or, for learning, another kind of task is in progress, or if the task was interrupted
   * @throws StudioError Cancelled if `signal` is aborted
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
      return { ended }; // wrapped, so that the queue does not wait for it
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
    await ended.catch(() => undefined); // the caller of `inBackground` handles the failure
  }

  /** Like `whileIdle`, for a task that starts a run. `isFree` is false from the moment of the call. */
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
    if (this.isRunning) throw runInProgress(action);
  }
}
