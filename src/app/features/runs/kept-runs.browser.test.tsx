import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus } from '../../../../test/app/page-parts.ts';
import { resetStores } from '../../../../test/app/reset-stores.ts';
import { act, records, runRow, runsPanel, runsTab, trainFor } from '../../../../test/app/run-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { keepResult, readResult } from '../../keep/kept-results.ts';
import { runArchive } from '../../keep/run-archive.ts';
import { formatScore } from '../../look/format.ts';
import { connect } from '../../trainer/bridge.ts';
import { chooseDevice } from '../../files/session.ts';
import { runStorage, type RunStorage } from '../../keep/run-storage.ts';
import { series } from '../../stores/runs/series.ts';
import { trainerEvents } from '../../trainer/events.ts';

/** Closes the page once everything is stored, and opens it again in the same browser. */
async function openAgain(name: string): Promise<void> {
  await vi.waitFor(async () => expect(await runStorage(name).records()).toEqual(records()));
  resetStores();
  await runArchive.open(Promise.resolve(runStorage(name)));
  await runsTab.click();
}

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('runs and their models are stored; deleted ones can be restored', async () => {
  const browser = `tagsmith-test-${crypto.randomUUID()}`;
  await runArchive.open(Promise.resolve(runStorage(browser)));
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 2);
  const f1 = formatScore(series.bestEpoch!.dev.overall.f1);
  await openAgain(browser);
  await expect.element(runRow('Run 1')).toHaveTextContent(f1);
  await act('Run 1', 'Use model');
  await expect.element(runRow('Run 1')).toHaveTextContent('in use');
  const { id } = records()[0]!;
  await act('Run 1', 'Delete');
  await expect.element(page.getByText('Run 1 deleted')).toBeVisible();
  expect(await runStorage(browser).records()).toEqual([]);
  expect(await runStorage(browser).model(id)).toBeUndefined();
  await runsPanel.getByRole('button', { name: 'Undo' }).click();
  await expect.element(runRow('Run 1')).toBeVisible();
  await openAgain(browser);
  await act('Run 1', 'Use model');
  await expect.element(runRow('Run 1')).toHaveTextContent('in use');
  await button('Delete all').click();
  await openAgain(browser);
  await expect.element(page.getByText(/^No run yet/)).toBeVisible();
});

test('with storage switched off, nothing is stored', async () => {
  const browser = `tagsmith-test-${crypto.randomUUID()}`;
  const keep = page.getByRole('checkbox', { name: 'Keep in this browser' });
  await runArchive.open(Promise.resolve(runStorage(browser)));
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await runsTab.click();
  expect(keepResult('search', '{}')).toBe(true);
  await keep.click();
  await expect.element(page.getByText(/when the page is closed/)).toBeVisible();
  expect(readResult('search')).toBeNull();
  await vi.waitFor(async () => expect(await runStorage(browser).records()).toEqual([]));
  await act('Run 1', 'Use model');
  await expect.element(runRow('Run 1')).toHaveTextContent('in use');
  await trainFor(trainer, 1);
  expect(await runStorage(browser).records()).toEqual([]);
  await act('Run 2', 'Use model');
  await expect.element(runRow('Run 2')).toHaveTextContent('in use');
  await keep.click();
  await vi.waitFor(async () => expect(await runStorage(browser).records()).toHaveLength(2));
});

test('the page asks before it discards a model that is not stored, unless it was exported or imported', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const keep = page.getByRole('checkbox', { name: 'Keep in this browser' });
  const toggled = async (text: RegExp) => {
    await keep.click();
    await expect.element(page.getByText(text)).toBeVisible();
  };
  await runArchive.open(Promise.resolve(runStorage(`tagsmith-test-${crypto.randomUUID()}`)));
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await vi.waitFor(() => expect(asks()).toBe(false));
  await runsTab.click();
  await toggled(/when the page is closed/);
  await expect.poll(asks).toBe(true);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await act('Run 1', 'Export model');
  await vi.waitFor(() => expect(asks()).toBe(false));
  saved.mockRestore();
  await toggled(/until you delete them/);
  await toggled(/when the page is closed/);
  expect(asks()).toBe(false);
  await addFiles('model.zip');
  await toggled(/until you delete them/);
  await toggled(/when the page is closed/);
  expect(asks()).toBe(false);
});

test('a full storage is reported once, and runs are kept until the page is closed', async () => {
  const name = `tagsmith-test-${crypto.randomUUID()}`;
  const storage = runStorage(name);
  let room = 2;
  const save: RunStorage['save'] = async (record, blobs = {}, base) => {
    if (blobs.model !== undefined && room-- <= 0) throw new DOMException('The quota is used up.', 'QuotaExceededError');
    return storage.save(record, blobs, base);
  };
  await runArchive.open(Promise.resolve({ ...storage, save }));
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await trainFor(trainer, 1);
  await trainFor(trainer, 1);
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect.element(messages).toHaveTextContent(/could not be stored in this browser.*quota/);
  await runsTab.click();
  for (const run of ['Run 3', 'Run 1']) {
    await act(run, 'Use model'); // one is in memory, one is stored
    await expect.element(runRow(run)).toHaveTextContent('in use');
  }
  await act('Run 1', 'Delete');
  await vi.waitFor(async () => expect(await storage.records()).toHaveLength(2));
});

describe('an unfinished run', () => {
  let storage: RunStorage;
  let browser = '';

  beforeEach(async () => {
    browser = `tagsmith-test-${crypto.randomUUID()}`;
    storage = runStorage(browser);
    await runArchive.open(Promise.resolve(storage));
    await addFiles('a.train', 'a.dev');
  });

  test('a stopped run is resumed as the same run, and cannot be resumed once it is finished', async () => {
    await stopAfter(2);
    await expect.element(button('Resume after epoch 2')).toBeEnabled();
    const controls = page.getByRole('region', { name: 'Training controls' }).element();
    expect(controls.scrollWidth).toBe(controls.clientWidth); // its buttons fit
    const losses = series.losses.slice(0, 2 * trainer.stepsPerEpoch);
    await button('Resume after epoch 2').click();
    await expectStatus(/^Training.*2/);
    expect(series.losses).toEqual(losses);
    await vi.waitFor(() =>
      expect(records()).toMatchObject([{ reason: undefined, epochs: [{ epoch: 1 }, { epoch: 2 }] }]),
    );
    await finish();
    await expect.poll(records).toMatchObject([{ reason: 'finished', epochs: [{}, {}, { epoch: 3 }] }]);
    await expect.element(button('Resume after epoch 2')).not.toBeInTheDocument();
    await vi.waitFor(async () => expect(await storage.checkpoint(records()[0]!.id)).toBeUndefined());
  });

  test('a run whose page was closed is resumed from the list, at the checkpoint of the last minute', async () => {
    await trainTo(1);
    await vi.waitFor(() => expect(records()[0]?.checkpoint?.epoch).toBe(1));
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    trainer.finishEpoch();
    await vi.waitFor(async () => expect((await storage.records())[0]?.checkpoint?.epoch).toBe(2));
    clock.mockRestore();

    resetStores();
    trainer = new PacedTrainer();
    connect(trainerEvents, () => trainer.port);
    await chooseDevice('simd');
    await runArchive.open(Promise.resolve(runStorage(browser)));
    await addFiles('a.train', 'a.dev');
    await runsTab.click();
    await expect.element(runRow('Run 1')).toHaveTextContent(/not finished/);
    await expect.element(runsPanel).toHaveTextContent(/checkpoints \d/);
    await act('Run 1', 'Resume after epoch 2');
    await expectStatus(/^Training/);
    await finish();
    await runsTab.click();
    await expect.element(runRow('Run 1')).not.toHaveTextContent(/not finished/);
    await expect.poll(records).toHaveLength(1);
  });

  test('a run that ends while its checkpoint is being stored cannot be resumed', async () => {
    await trainTo(1);
    await vi.waitFor(() => expect(records()[0]?.epochs).toHaveLength(1));
    let answer: () => void = () => undefined;
    trainer.delays.set(
      'checkpoint',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    trainer.finishEpoch();
    await vi.waitFor(() => expect(trainer.asked.some(({ name }) => name === 'checkpoint')).toBe(true));
    clock.mockRestore();
    await finish();
    answer();
    await trainer.delays.get('checkpoint');
    await runsTab.click();
    await act('Run 1', 'Rename'); // waits for earlier requests
    expect(records()[0]!.checkpoint).toBeUndefined();
    expect(await storage.checkpoint(records()[0]!.id)).toBeUndefined();
  });

  test('resuming with other files is refused with the names of the right ones, and possible later', async () => {
    await stopAfter(1);
    trainer.refusals.set(
      'startFromCheckpoint',
      new StudioError('BadInput', 'The run cannot be resumed with these files.'),
    );
    await button('Resume after epoch 1').click();
    await expectStatus(/^Failed.*these files\. Run 1 was trained on a\.train, scored on a\.dev\./);
    trainer.refusals.clear();
    await button('Resume after epoch 1').click();
    await expectStatus(/^Training/);
    await expect.poll(records).toHaveLength(1);
  });

  test('a restored run can be resumed; a missing checkpoint is reported', async () => {
    await stopAfter(1);
    await expect.element(button('Resume after epoch 1')).toBeVisible();
    const { id } = records()[0]!;
    await runsTab.click();
    await act('Run 1', 'Delete');
    await vi.waitFor(async () => expect(await storage.checkpoint(id)).toBeUndefined());
    await runsPanel.getByRole('button', { name: 'Undo' }).click();
    await vi.waitFor(async () => expect(await storage.checkpoint(id)).toBeDefined());
    await storage.save(records()[0]!, { checkpoint: undefined });
    await act('Run 1', 'Resume after epoch 1');
    await expect
      .element(page.getByRole('log', { name: 'Messages' }))
      .toHaveTextContent(/Run 1 cannot be resumed.*Its checkpoint is no longer stored in this browser/);
    await expectStatus(/^Stopped/);
  });

  test('a run that is training on another page cannot be resumed', async () => {
    await stopAfter(1);
    await expect.element(button('Resume after epoch 1')).toBeVisible();
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const other = navigator.locks.request(`tagsmith-run-${records()[0]!.id}`, () => over);
    await button('Resume after epoch 1').click();
    const messages = page.getByRole('log', { name: 'Messages' });
    await expect.element(messages).toHaveTextContent(/Run 1 cannot be resumed.*running in another tab/);
    end();
    await other;
    await button('Resume after epoch 1').click();
    await expectStatus(/^Training/);
  });

  test('only the latest three checkpoints are kept', async () => {
    for (let i = 0; i < 4; i++) await stopAfter(1);
    await vi.waitFor(() => expect(records().map(({ checkpoint }) => checkpoint?.epoch)).toEqual([1, 1, 1, undefined]));
    expect(await storage.checkpoint(records()[3]!.id)).toBeUndefined();
  });
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
