import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { button, train } from '../../../../test/app/page-parts.ts';

let trainer: PacedTrainer;
const panel = page.getByRole('region', { name: 'Training signals' });
const figure = (name: string) => page.getByRole('figure', { name, exact: true });

beforeEach(async () => {
  trainer = await mountApp();
});

test('signals are measured while they are shown, and only then', async () => {
  await train();
  trainer.finishEpoch();
  await expect.element(page.getByRole('figure', { name: 'Loss' }).getByText(/^dev \d/)).toBeVisible();
  expect(trainer.lastAsked('watchSignals')).toBeUndefined();

  await button('Signals').click();
  await expect.element(panel).toBeVisible();
  await expect.poll(() => trainer.lastAsked('watchSignals')).toEqual({ isOpen: true });
  trainer.finishEpoch();
  await expect.element(figure('Gradient norm').getByText(/^gradient \d/)).toBeVisible();
  await expect.element(figure('Gradient norm').getByText(/^clipping at 5: \d+ of 1 steps$/)).toBeVisible();
  await expect.element(figure('Update to weight').getByText(/^layer 1 \d/)).toBeVisible();
  await expect.element(figure('Learning rate').getByText(/^other 0\.\d/)).toBeVisible();
  await expect.element(figure('Active filters').getByText(/^active \d/)).toBeVisible();

  await button('Signals').click();
  await expect.element(panel).not.toBeInTheDocument();
  await expect.poll(() => trainer.lastAsked('watchSignals')).toEqual({ isOpen: false });
});
