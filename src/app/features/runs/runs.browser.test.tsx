import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, openTab, train } from '../../../../test/app/page-parts.ts';
import { act, records, runRow, runsPanel, runsTab, trainFor } from '../../../../test/app/run-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { restartTrainer } from '../../files/session.ts';
import { formatScore } from '../../look/format.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { series } from '../../stores/runs/series.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';

const model = () => useWorkspaceStore.getState().workspace.model;
const exports = () => trainer.asked.filter(({ name }) => name === 'exportModel').length;

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('before the first run the list describes its contents', async () => {
  await runsTab.click();
  await expect.element(page.getByText(/^No run yet/)).toBeVisible();
  await expect.element(button('Delete all')).not.toBeInTheDocument();
});

test('a run is listed from its start, with its result', async () => {
  await runsTab.click();
  await train();
  await expect.element(runRow('Run 1')).toHaveTextContent(/training/);
  trainer.finishEpoch();
  trainer.finishEpoch();
  await expect.element(runRow('Run 1')).toHaveTextContent(/training, 2 epochs so far.*a\.train/);
  await expect.element(runRow('Run 1')).toHaveTextContent(formatScore(series.bestEpoch!.dev.overall.f1));
  await button('Stop').click();
  await expect.element(runRow('Run 1')).toHaveTextContent(/stopped/);
});

test('a refused or cancelled run is not listed', async () => {
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  trainer.refusals.set('start', new StudioError('BadCorpus', 'Too few sentences.'));
  await button('Train').click();
  await expectStatus(/^Failed/);
  trainer.refusals.clear();
  await button('Train').click();
  await expectStatus(/^Training/);
  await button('Stop').click();
  await expectStatus(/^Stopped/);
  expect(records().map(({ name, reason }) => [name, reason])).toEqual([
    ['Run 2', 'stopped'],
    ['Run 1', 'finished'],
  ]);
});

test('an ablation is not listed', async () => {
  await addFiles('a.train', 'a.dev');
  await page.getByRole('tab', { name: 'Ablation' }).click();
  await button('Run ablation').click();
  await expectStatus(/^Training ablation/);
  await button('Stop ablation').click();
  await expectStatus(/^Idle/);
  await runsTab.click();
  await expect.element(page.getByText(/^No run yet/)).toBeVisible();
});

test('a model without a scored epoch belongs to its run', async () => {
  await train();
  await button('Stop').click();
  await expectStatus(/^Stopped before the end of the first epoch/);
  await runsTab.click();
  await expect.element(runRow('Run 1')).toHaveTextContent('in use');
});

test('the model of a long run is stored at intervals, and kept after a crash', async () => {
  const clock = vi.spyOn(performance, 'now');
  await train();
  trainer.finishEpoch();
  await expectStatus(/best dev F1/);
  await vi.waitFor(() => expect(exports()).toBe(1));
  clock.mockReturnValue(performance.now() + 10 * 60_000);
  trainer.finishEpoch();
  await vi.waitFor(() => expect(records()[0]?.model?.epoch).toBe(2));
  clock.mockRestore();
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed.*The last saved model is in Runs/);
  expect(records()[0]).toMatchObject({ reason: 'failed', model: { epoch: 2 } });
});

test('curves and settings of the selected runs are compared', async () => {
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 2);
  await page.getByLabelText('Epochs', { exact: true }).fill('7');
  await trainFor(trainer, 3);
  await runsTab.click();
  const figure = page.getByRole('figure', { name: 'Dev F1 of runs' });
  const differences = page.getByRole('table', { name: 'Differences' });
  await expect.element(figure.getByText(/^Run 1 \d/)).toBeVisible();
  await expect.element(figure.getByText(/^Run 2 \d/)).toBeVisible();
  const cells = () =>
    differences
      .getByRole('row')
      .elements()
      .map((line) => line.textContent);
  await expect.poll(() => cells().slice(1)).toEqual(['Epochs227']);
  await page.getByRole('checkbox', { name: 'Compare Run 1' }).click();
  await expect.element(figure.getByText(/^Run 1 \d/)).not.toBeInTheDocument();
  await expect.element(page.getByText('Select another run to compare it.')).toBeVisible();
});

test('a run can be renamed, and its recipe used for the next', async () => {
  await addFiles('a.train', 'a.dev');
  await page.getByLabelText('Epochs', { exact: true }).fill('7');
  await trainFor(trainer, 1);
  await page.getByLabelText('Epochs', { exact: true }).fill('9');
  await runsTab.click();
  await act('Run 1', 'Rename');
  const box = page.getByRole('textbox', { name: 'New name of Run 1' });
  await vi.waitFor(() => expect(document.activeElement).toBe(box.element()));
  await userEvent.keyboard('seven epochs{Enter}');
  await expect.element(runRow('seven epochs')).toBeVisible();
  await act('seven epochs', 'Rename');
  await userEvent.keyboard('nothing{Escape}');
  await expect.element(runRow('seven epochs')).toBeVisible();
  await act('seven epochs', 'Use recipe');
  expect(useRecipeStore.getState().recipe.config.epochs).toBe(7);
});

test('the score of a file is added to the run whose model was used', async () => {
  await addFiles('a.train', 'a.dev', 'a.test');
  await trainFor(trainer, 1);
  await trainFor(trainer, 2);
  await runsTab.click();
  await expect.element(page.getByText('model of Run 2', { exact: true })).toBeVisible();
  const { id, name } = model()!;
  await act('Run 1', 'Use model');
  await expectStatus(/^Idle.*; Run 1 is in use/);
  expect(model()!.id).not.toBe(id);
  expect(model()!.name).toBe(name); // that of the training file, also if the page is opened again
  await openTab('Score');
  await button('Score').click();
  await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).toBeVisible();
  await runsTab.click();
  await expect.element(runRow('Run 1')).toHaveTextContent(/a\.test F1 \d+\.\d\d/);
  await expect.element(runRow('Run 2')).not.toHaveTextContent('a.test F1');
  await openTab('Score');
  await button('Score').click();
  await vi.waitFor(() => expect(trainer.asked.filter(({ name }) => name === 'score')).toHaveLength(2));
  expect(records().map(({ scored }) => scored.length)).toEqual([0, 1]);
});

test('models of a restarted trainer do not belong to earlier runs', async () => {
  await addFiles('a.train', 'a.dev', 'a.test');
  await trainFor(trainer, 1);
  const { id } = model()!;
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed/);
  trainer = new PacedTrainer();
  await restartTrainer(() => trainer.port);
  await addFiles('other.zip');
  await vi.waitFor(() => expect(model()?.name).toBe('other'));
  trainer.emit('model', { model: { ...model()!, id }, previous: undefined }); // a new worker counts its models from 1 again
  await openTab('Score');
  await button('Score').click();
  await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).toBeVisible();
  expect(records()[0]?.scored).toEqual([]);
});

test('the focus stays on the run', async () => {
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await trainFor(trainer, 1);
  await runsTab.click();
  const menu = () => expect(document.activeElement).toBe(button('Actions for Run 1').element());
  await act('Run 1', 'Use recipe');
  await vi.waitFor(menu);
  await act('Run 1', 'Rename');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('New name of Run 1'));
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(menu);
  await act('Run 1', 'Delete');
  const undo = runsPanel.getByRole('button', { name: 'Undo' });
  await vi.waitFor(() => expect(document.activeElement).toBe(undo.element()));
  await undo.click();
  await vi.waitFor(() => expect(document.activeElement).toBe(runsTab.element()));
  await expect.element(page.getByRole('checkbox', { name: 'Compare Run 1' })).toBeChecked();
});

test('with several seeds, the list has the best one so far, with its model', async () => {
  const clock = vi.spyOn(performance, 'now');
  await addFiles('a.train', 'a.dev');
  await page.getByLabelText('Seeds', { exact: true }).fill('2');
  await button('Train').click();
  await expectStatus(/^Training/);
  for (const epoch of [1, 2, 3, 4]) {
    trainer.finishEpoch();
    await vi.waitFor(() => expect(records()[0]?.model?.epoch).toBe(epoch));
    clock.mockReturnValue(performance.now() + 10 * 60_000);
  }
  trainer.done('finished');
  trainer.finishEpoch(); // a lower score
  await runsTab.click();
  await expect.element(runRow('Run 1')).toHaveTextContent('training, 1 of 2 seeds so far');
  expect(records()[0]).toMatchObject({ epochs: [{}, {}, {}, {}], model: { epoch: 4 } });
  await expect
    .element(page.getByRole('figure', { name: 'Dev F1 of runs' }).getByText('best of several seeds'))
    .toBeVisible();
  clock.mockRestore();
});
