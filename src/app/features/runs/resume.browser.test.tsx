import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeTrainer } from '../../../../test/app/fake-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus } from '../../../../test/app/page-parts.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { act, records, runRow, runsPanel, runsTab } from '../../../../test/app/run-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { openHistory } from '../../actions/kept-runs.ts';
import { chooseDevice } from '../../actions/session.ts';
import { browserStorage, type RunStorage } from '../../run-storage.ts';

let trainer: FakeTrainer;
let storage: RunStorage;
let browser = '';

beforeEach(async () => {
  trainer = await mountApp();
  browser = `tagsmith-test-${crypto.randomUUID()}`;
  storage = browserStorage(browser);
  await openHistory(storage);
  await addFiles('a.train', 'a.dev');
});

async function trainTo(epochs: number): Promise<void> {
  await button('Train').click();
  await expectStatus(/^Training/);
  for (let i = 0; i < epochs; i++) trainer.finishEpoch();
}

async function stopAfter(epochs: number): Promise<void> {
  await trainTo(epochs);
  await button('Stop').click();
  await expectStatus(/^Stopped/);
}

async function finish(): Promise<void> {
  trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
}

test('Stop can be taken back: the run goes on, is one run, and then has nothing to resume', async () => {
  await stopAfter(2);
  await button('Resume after epoch 2').click();
  await expectStatus(/^Training.*2/);
  await vi.waitFor(() =>
    expect(records()).toMatchObject([{ reason: undefined, epochs: [{ epoch: 1 }, { epoch: 2 }] }]),
  );
  await finish();
  expect(records()).toMatchObject([{ reason: 'finished', epochs: [{}, {}, { epoch: 3 }] }]);
  await expect.element(button('Resume after epoch 2')).not.toBeInTheDocument();
  await vi.waitFor(async () => expect(await storage.checkpoint(records()[0]!.id)).toBeUndefined());
});

test('a page that is closed in mid-run loses a minute: the run is resumed from the list', async () => {
  await trainTo(1);
  await vi.waitFor(() => expect(records()[0]?.epochs).toHaveLength(1));
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  trainer.finishEpoch();
  await vi.waitFor(async () => expect(await storage.checkpoint(records()[0]!.id)).toBeDefined());
  clock.mockRestore();
  await vi.waitFor(async () => expect((await storage.records())[0]?.checkpoint?.epoch).toBe(2));

  resetStores();
  await chooseDevice('simd');
  await openHistory(browserStorage(browser));
  await addFiles('a.train', 'a.dev');
  await runsTab.click();
  await expect.element(runRow('Run 1')).toHaveTextContent(/not finished/);
  await expect.element(runsPanel).toHaveTextContent(/what can be resumed \d/);
  await act('Run 1', 'Resume after epoch 2');
  await expectStatus(/^Training/);
  await finish();
  await runsTab.click();
  await expect.element(runRow('Run 1')).not.toHaveTextContent(/not finished/);
  expect(records()).toHaveLength(1);
});

test('with other files it is refused: what the run was trained on is said, and it can be resumed later', async () => {
  await stopAfter(1);
  trainer.refusals.set('goOn', new StudioError('BadInput', 'The run cannot go on with these files.'));
  await button('Resume after epoch 1').click();
  await expectStatus(/^Failed.*these files\. Run 1 was trained on a\.train, scored on a\.dev\./);
  trainer.refusals.clear();
  await button('Resume after epoch 1').click();
  await expectStatus(/^Training/);
  expect(records()).toHaveLength(1);
});

test('deleted and put back, it can still be resumed; of a checkpoint that is gone that is said', async () => {
  await stopAfter(1);
  await expect.element(button('Resume after epoch 1')).toBeVisible();
  const { id } = records()[0]!;
  await runsTab.click();
  await act('Run 1', 'Delete');
  await vi.waitFor(async () => expect(await storage.checkpoint(id)).toBeUndefined());
  await runsPanel.getByRole('button', { name: 'Undo' }).click();
  await vi.waitFor(async () => expect(await storage.checkpoint(id)).toBeDefined());
  await storage.deleteCheckpoint(id);
  await act('Run 1', 'Resume after epoch 1');
  await expect
    .element(page.getByRole('log', { name: 'Messages' }))
    .toHaveTextContent(/Run 1 cannot be resumed.*does not have its checkpoint any more/);
  await expectStatus(/^Stopped/);
});

test('of the runs that can be resumed the latest three are kept', async () => {
  for (let i = 0; i < 4; i++) await stopAfter(1);
  await vi.waitFor(() => expect(records().map(({ checkpoint }) => checkpoint?.epoch)).toEqual([1, 1, 1, undefined]));
  expect(await storage.checkpoint(records()[3]!.id)).toBeUndefined();
});
