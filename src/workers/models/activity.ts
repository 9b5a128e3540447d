import { StudioError } from '../../lib/errors.ts';
import { Queue } from '../../lib/queue.ts';

/** What the worker is busy with: changes of the device or the model, one after the other, and at most one run. */
export class Activity {
  readonly #queue = new Queue();
  /** A run is under way. */
  isRunning = false;
  /** Requested runs that have not started yet. */
  #pendingStarts = 0;

  /** Nothing trains, and no run was requested. */
  get isFree(): boolean {
    return !this.isRunning && this.#pendingStarts === 0;
  }

  /** Runs a task that changes the device or the model, after those before it. */
  inTurn<T>(task: () => T | Promise<T>): Promise<T> {
    return this.#queue.run(task);
  }

  /** As `inTurn`, for a task that a run forbids. @param action completes "stop it to …" */
  atRest<T>(action: string, task: () => T | Promise<T>): Promise<T> {
    return this.inTurn(() => {
      this.refuseWhileRunning(action);
      return task();
    });
  }

  /** As `atRest`, for a task that starts a run: from now on nothing is free. */
  async starting<T>(action: string, task: () => Promise<T>): Promise<T> {
    this.#pendingStarts++;
    try {
      return await this.atRest(action, task);
    } finally {
      this.#pendingStarts--;
    }
  }

  /** @throws StudioError NotReady while a run is under way */
  refuseWhileRunning(action: string): void {
    if (!this.isRunning) return;
    throw new StudioError('NotReady', `A run is under way: stop it, or let it finish, to ${action}.`);
  }
}
