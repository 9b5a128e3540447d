/** Runs tasks one after the other, first in, first out. A task must not wait for a later one: that would be a deadlock. */
export class TaskQueue {
  /** Settles after the last task; never rejects. */
  #lastTask: Promise<unknown> = Promise.resolve();

  run<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#lastTask.then(task);
    this.#lastTask = result.catch(() => undefined); // the caller handles `result`
    return result;
  }
}
