import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus } from '../../../../test/app/page-parts.ts';
import { records, runRow, runsTab } from '../../../../test/app/run-parts.ts';
import { runRecord } from '../../../../test/app/samples.ts';
import { runArchive } from '../../keep/run-archive.ts';
import { runStorage } from '../../keep/run-storage.ts';
import { PREFERENCES_KEY } from '../../stores/preferences.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('changes of another page during a run are not overwritten', async () => {
  const browser = `tagsmith-test-${crypto.randomUUID()}`;
  const other = runStorage(browser);
  await runArchive.open(Promise.resolve(runStorage(browser)));
  await addFiles('a.train', 'a.dev');
  await button('Train').click();
  await expectStatus(/^Training/);
  await vi.waitFor(async () => expect(await other.records()).toHaveLength(1));
  const [seen] = await other.records();
  await other.save({ ...seen!, name: 'renamed there' }, {}, seen);
  trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
  await vi.waitFor(async () =>
    expect(await other.records()).toMatchObject([{ name: 'renamed there', reason: 'finished', model: { epoch: 1 } }]),
  );
  expect(records()[0]!.name).toBe('renamed there');
});

test('a run that another page trains can be neither resumed nor deleted until that page is closed', async () => {
  const browser = `tagsmith-test-${crypto.randomUUID()}`;
  const other = runStorage(browser);
  const pages = new BroadcastChannel('tagsmith-runs');
  const record = runRecord('of another page', 2, { reason: undefined, checkpoint: { epoch: 2, bytes: 1 } });
  await other.save(record, { checkpoint: new Blob(['a']) });
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const held = navigator.locks.request(`tagsmith-run-${record.id}`, () => closed);
  await runArchive.open(Promise.resolve(runStorage(browser)));
  await runsTab.click();
  await expect.element(runRow('of another page')).toHaveTextContent('training in another tab, 2 epochs so far');
  await expect.element(button('Delete all')).not.toBeInTheDocument();
  await button('Actions for of another page').click();
  await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  for (const name of ['Delete', 'Resume after epoch 2']) {
    await expect.element(page.getByRole('menuitem', { name })).not.toBeInTheDocument();
  }
  close();
  await held;
  await expect.element(page.getByRole('menuitem', { name: 'Resume after epoch 2' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  pages.close();
});

test('two pages of a browser show the same runs', async () => {
  const browser = `tagsmith-test-${crypto.randomUUID()}`;
  const other = runStorage(browser);
  const pages = new BroadcastChannel('tagsmith-runs');
  const record = runRecord('of another page', 2);
  await runArchive.open(Promise.resolve(runStorage(browser)));
  await runsTab.click();
  await other.save(record);
  pages.postMessage(record.id);
  await expect.element(runRow('of another page')).toBeVisible();
  await other.save({ ...record, name: 'renamed there' });
  pages.postMessage(record.id);
  await expect.element(runRow('renamed there')).toBeVisible();
  await other.delete([record.id]);
  pages.postMessage(record.id);
  await expect.element(page.getByText(/^No run yet/)).toBeVisible();
  pages.close();
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ state: { isKeepingRuns: false }, version: 0 }));
  dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY }));
  await expect.element(page.getByRole('checkbox', { name: 'Keep in this browser' })).not.toBeChecked();
});
