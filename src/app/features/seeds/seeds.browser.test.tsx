import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { button, expectStatus, readyToTrain, row, tab } from '../../../../test/app/page-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { series } from '../../stores/runs/series.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
  await readyToTrain();
});

const asked = (name: string) => trainer.asked.findLast((request) => request.name === name)?.params;

describe('several seeds', () => {
  const seeds = page.getByLabelText('Seeds', { exact: true });

  async function trainSeeds(count: number): Promise<void> {
    await seeds.fill(String(count));
    await page.getByLabelText('Epochs', { exact: true }).fill('4');
    await button('Train').click();
    await expectStatus(/^Training/);
  }

  function trainOne(epochs: number): void {
    for (let epoch = 0; epoch < epochs; epoch++) trainer.finishEpoch();
    trainer.done('finished');
  }

  test('apply to Train only: Train further is a single run, and the page says so', async () => {
    await button('Train').click();
    await expectStatus(/^Training/);
    trainer.finishEpoch();
    trainer.done('finished');
    await expect.element(button('Train further')).not.toHaveAttribute('aria-describedby');
    await seeds.fill('3');
    await expect.element(button('Train further')).toHaveAccessibleDescription(/Train further once, with seed 1\./);
    await button('Train further').click();
    await expectStatus(/^Training/);
    await expect.poll(() => asked('start')).toMatchObject({ from: 'model' });
    await expect.poll(() => asked('start')).not.toHaveProperty('seeds');
  });

  test('are in the address and in the request if there are more than one', async () => {
    await button('Train').click();
    await vi.waitFor(() => expect(asked('start')).not.toHaveProperty('seeds'));
    await button('Stop').click();
    await seeds.fill('0');
    await expect.element(page.getByText('Expected a whole number from 1 to 100.')).toBeVisible();
    await seeds.fill('3');
    await vi.waitFor(() => expect(location.hash).toBe('#preset=tagsmith-documents&seeds=3'));
    await button('Train').click();
    await expectStatus(/^Training/);
    await expect.poll(() => asked('start')).toMatchObject({ from: 'scratch', seeds: 3 });
  });

  test('are shown one by one; at the end the page shows the best one', async () => {
    await trainSeeds(3);
    trainOne(2);
    trainOne(4);
    trainer.finishEpoch();
    await expectStatus(/^Training seed 3 of 3, epoch 1 of 4/);
    await vi.waitFor(() => expect(series.epochs).toHaveLength(1));
    await expectStatus(/; after 2 seeds, dev F1 \d+\.\d+ ± \d/);
    await tab('All seeds').click();
    await expect.element(row('Runs', /^2 ?best so far/)).toBeVisible();
    await expect.element(row('Runs', /^3 ?training/)).toBeVisible();
    await expect.element(row('Mean and standard deviation', /^Overall \d+\.\d+ ± \d/)).toBeVisible();
    const figure = page.getByRole('figure', { name: 'Dev F1 of all seeds' });
    await expect.element(figure.getByText(/^mean \d+\.\d$/)).toBeVisible();
    await expect.element(figure.getByText(/^seed 3 \d+\.\d$/)).toBeVisible();

    trainer.done('finished');
    await expectStatus(/^Finished after 3 seeds, dev F1 \d+\.\d+ ± \d.*of seed 2: its weights are kept/);
    expect(series.epochs).toHaveLength(4);
    expect(series.bestEpoch?.dev).toEqual(useWorkspaceStore.getState().workspace.model?.dev);
    await expect.element(row('Runs', /^1 \d/)).toBeVisible();
    await expect.element(row('Runs', /^2 ?kept/)).toBeVisible();
    await expect.element(row('Mean and standard deviation', /^PER/)).toBeVisible();
    await expect.element(figure.getByText(/^seed 3/)).not.toBeInTheDocument(); // it is part of the mean
  });

  test('stopped in the second: the first is kept, and the last is shown as not trained', async () => {
    await trainSeeds(3);
    trainOne(3);
    await expectStatus(/^Training seed 2 of 3/);
    await button('Stop').click();
    await expectStatus(/^Stopped after 1 seed, dev F1 \d+\.\d+.*of seed 1: its weights are kept/);
    expect(series.epochs).toHaveLength(3);
    await tab('All seeds').click();
    await expect.element(row('Runs', /^3 ?not trained/)).toBeVisible();
    await expect.element(row('Runs', /^1 ?kept/)).toBeVisible();
  });

  test('are kept if the next run is refused', async () => {
    await trainSeeds(2);
    trainOne(1);
    trainOne(1);
    await tab('All seeds').click();
    await expect.element(row('Runs', /^[12] ?kept/)).toBeVisible();
    trainer.refusals.set('start', new StudioError('OutOfMemory', 'The weights need 9 GB.'));
    await expect.element(button('Train')).toBeEnabled();
    await button('Train').click();
    await expectStatus(/^Failed/);
    await expect.element(row('Runs', /^[12] ?kept/)).toBeVisible();
  });

  test('are removed by the next run of a single seed', async () => {
    await trainSeeds(2);
    trainOne(1);
    trainOne(1);
    await tab('All seeds').click();
    await seeds.fill('1');
    await expect.element(button('Train')).toBeEnabled();
    await button('Train').click();
    await expectStatus(/^Training epoch/);
    await expect.element(tab('Charts')).toHaveAttribute('aria-selected', 'true');
    expect(tab('All seeds').elements()).toEqual([]);
  });
});
