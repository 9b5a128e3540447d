import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles } from '../../../../test/app/page-parts.ts';
import { modelInfo } from '../../../../test/app/samples.ts';

test('an imported model shows its transition matrix', async () => {
  await mountApp();
  await addFiles('model.zip');
  const matrix = page.getByRole('figure', { name: 'Transition matrix' });
  const grid = matrix.getByRole('grid');
  await expect.element(grid).toBeVisible();
  (grid.element() as SVGElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  const toOutside = modelInfo().transitions!.start[0]!;
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
