import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, train } from '../../../../test/app/page-parts.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';

test('an imported model shows its transition matrix', async () => {
  await mountApp();
  await addFiles('model.zip');
  const matrix = page.getByRole('figure', { name: 'Transition matrix' });
  const grid = matrix.getByRole('grid');
  await expect.element(grid).toBeVisible();
  (grid.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  const toOutside = useWorkspaceStore.getState().workspace.model!.transitions!.start[0]!;
  expect(Math.abs(toOutside)).toBeGreaterThan(0.005);
  await expect.element(matrix.getByText(new RegExp(`^START → O: .?${Math.abs(toOutside).toFixed(2)}`))).toBeVisible();
});

test('the figure explains the matrix and the CRF', async () => {
  await mountApp();
  await addFiles('model.zip');
  await page.getByRole('button', { name: 'About the transition matrix' }).click();
  const about = page.getByRole('dialog');
  await expect.element(about.getByText(/learned score of each tag \(column\) after each tag \(row\)/)).toBeVisible();
  await expect.element(about.getByText(/conditional random field/)).toBeVisible();
});

test('a model that is added after a run has no curves of that run, and its own matrix', async () => {
  const trainer = await mountApp();
  await train();
  trainer.steps(4);
  trainer.finishEpoch();
  await button('Stop').click();
  await expectStatus(/^Stopped/);
  const matrix = page.getByRole('figure', { name: 'Transition matrix' });
  await expect.element(matrix.getByText('Run 1, epoch 1', { exact: true })).toBeVisible();
  await addFiles('model.zip');
  await expectStatus(/^Idle/);
  const { workspace } = useWorkspaceStore.getState();
  await expect.element(matrix.getByText(workspace.model!.name, { exact: true })).toBeVisible();
  await expect.element(page.getByText('The loss of every step, and of dev after every epoch.')).toBeVisible();
  const { tags, transitions } = workspace.model!;
  expect(tags.length).toBeGreaterThan(1);
  const first = transitions!.start[0]!;
  const grid = matrix.getByRole('grid');
  (grid.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  await expect.element(matrix.getByText(new RegExp(`^START → O: .?${Math.abs(first).toFixed(2)}`))).toBeVisible();
});
