import type { RunRecord } from '../stores/history.ts';

/** While a run is under way its page holds a lock of this browser: another page then cannot resume the same run. */
const nameOf = (id: RunRecord['id']) => `tagsmith-run-${id}`;

/** Browsers have locks in secure contexts only. */
const locks = (): LockManager | undefined => navigator.locks;

let release: () => void = () => undefined;

export function lockRun(id: RunRecord['id']): void {
  release();
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  void locks()?.request(nameOf(id), () => over);
}

export function unlockRun(): void {
  release();
}

export async function isUnderWay(id: RunRecord['id']): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? [];
  return held.some(({ name }) => name === nameOf(id));
}
