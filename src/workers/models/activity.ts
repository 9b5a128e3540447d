import { StudioError } from '../../lib/errors.ts';

/** Serialises changes of the device and the model, and keeps track of the run: there is at most one. */
export class Activity {
  isRunning = false;
  /** Settles after the last task in the queue; never rejects. */
  #lastTask: Promise<unknown> = Promise.resolve();
  /** Requested runs that have not started yet. */
  #pendingStarts = 0;

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
  atRest<T>(action: string, task: () => T | Promise<T>): Promise<T> {
    return this.inTurn(() => {
      this.refuseWhileRunning(action);
      return task();
    });
  }

  /** Like `atRest`, for a task that starts a run. `isFree` is false from the call on. */
  async starting<T>(action: string, task: () => Promise<T>): Promise<T> {
    this.#pendingStarts++;
    try {
      return await this.atRest(action, task);
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
