import { heldLocks, holdLock, whenUnlocked } from '../../lib/locks.ts';
import type { RunRecord } from '../stores/runs/history.ts';

type RunId = RunRecord['id'];

const nameOf = (id: RunId) => `tagsmith-run-${id}`;

/** The page holds a lock while it trains a run, so that no other page resumes or deletes it. */
export class RunLock {
  #held: { id: RunId; release: Promise<() => void> } | undefined;

  /** Releases the previous lock. Resolves when other pages can see the new one. */
  async hold(id: RunId): Promise<void> {
    this.release();
    this.#held = { id, release: holdLock(nameOf(id)) };
    await this.#held.release;
  }

  release(): void {
    void this.#held?.release.then((release) => release());
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
  return !runLock.holds(id) && (await heldLocks()).has(nameOf(id));
}

/** Resolves when no page trains the run any more. */
export const whenReleased = (id: RunId): Promise<void> => whenUnlocked(nameOf(id));
