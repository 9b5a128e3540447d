import type { RunRecord } from '../stores/history.ts';

type RunId = RunRecord['id'];

const nameOf = (id: RunId) => `tagsmith-run-${id}`;

/** Browsers have locks in secure contexts only. */
const locks = (): LockManager | undefined => navigator.locks;

/** While a run is under way its page holds a lock of this browser, so that no other page resumes the same run. */
export class RunLock {
  #release: (() => void) | undefined;

  /** Releases the lock of the run before. */
  hold(id: RunId): void {
    this.release();
    const over = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    void locks()?.request(nameOf(id), () => over);
  }

  release(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

/** Of this page: it trains one run at a time. */
export const runLock = new RunLock();

/** Whether any page of this browser trains the run. */
export async function isUnderWay(id: RunId): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(id));
}
