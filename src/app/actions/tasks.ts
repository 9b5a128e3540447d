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

/** Runs only the latest task: it aborts the previous one, whose outcome is ignored. */
export class LatestTask {
  #controller: AbortController | undefined;

  /** Calls `done` or `failed` with the outcome, unless a later task has replaced it, or it was discarded. */
  async run<T>(
    task: (signal: AbortSignal) => Promise<T>,
    done: (value: T) => void,
    failed: (error: unknown) => void,
  ): Promise<void> {
    this.abort();
    const controller = new AbortController();
    this.#controller = controller;
    try {
      const value = await task(controller.signal);
      if (this.#controller === controller) done(value);
    } catch (error) {
      if (this.#controller === controller) failed(error);
    }
  }

  /** Aborts the current task, which fails. */
  abort(): void {
    this.#controller?.abort();
  }

  /** Aborts the current task without an outcome. */
  discard(): void {
    this.abort();
    this.#controller = undefined;
  }
}
