import type { RunRecord } from '../stores/history.ts';

type RunId = RunRecord['id'];

const nameOf = (id: RunId) => `tagsmith-run-${id}`;

/** Locks exist only in secure contexts. */
const locks = (): LockManager | undefined => navigator.locks;

/** The page holds a browser lock while it trains a run, so that no other page resumes or deletes it. */
export class RunLock {
  #held: { id: RunId; release: () => void } | undefined;

  /** Releases the previous lock. Resolves when other pages can see the new one. */
  async hold(id: RunId): Promise<void> {
    this.release();
    const over = new Promise<void>((resolve) => {
      this.#held = { id, release: resolve };
    });
    await new Promise<void>((resolve) => {
      const request = locks()?.request(nameOf(id), () => {
        resolve();
        return over;
      });
      if (request === undefined) resolve();
    });
  }

  release(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  holds(id: RunId): boolean {
    return this.#held?.id === id;
  }
}

/** The lock of this page, which trains one run at a time. */
export const runLock = new RunLock();

/** Whether another page of this browser trains the run. */
export async function isTrainedElsewhere(id: RunId): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return !runLock.holds(id) && held.some(({ name }) => name === nameOf(id));
}

/** Resolves when no page trains the run any more. */
export async function whenReleased(id: RunId): Promise<void> {
  await locks()?.request(nameOf(id), { mode: 'shared' }, () => undefined);
}
