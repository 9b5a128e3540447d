/** Runs tasks one after the other, in the order in which they came. A task that waits for a later one waits forever. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => T | Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined); // told to whoever asked for it
    return result;
  }
}
