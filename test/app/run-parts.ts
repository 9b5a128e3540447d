import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PacedTrainer } from './paced-trainer.ts';
import { button, expectStatus } from './page-parts.ts';
import { useHistoryStore } from '../../src/app/stores/runs/history.ts';

/** Parts of the list of runs by their roles and labels, and actions on them. */
export const runsTab = page.getByRole('tab', { name: 'Runs', exact: true });
export const runsPanel = page.getByRole('tabpanel', { name: 'Runs' });
export const runRow = (name: string) =>
  page
    .getByRole('table', { name: 'All runs' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: `Compare ${name}`, exact: true }) });

export const records = () => useHistoryStore.getState().records;

/** Chooses an item from the menu of a run. */
export async function act(run: string, what: string | RegExp): Promise<void> {
  await button(`Actions for ${run}`).click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** Trains a run of so many epochs to its end. */
export async function trainFor(trainer: PacedTrainer, epochs: number): Promise<void> {
  await button('Train').click();
  await expectStatus(/^Training/);
  for (let i = 0; i < epochs; i++) trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
  await vi.waitFor(() => expect(records()[0]?.model?.epoch).toBe(epochs));
}
