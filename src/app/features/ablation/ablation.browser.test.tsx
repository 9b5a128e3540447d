import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, readyToTrain, row, tab } from '../../../../test/app/page-parts.ts';
import { ABLATION, ablationRows, DEFAULT_ROWS } from '../../../config/ablation.ts';
import { StudioError } from '../../../lib/errors.ts';
import { series } from '../../stores/runs/series.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
  await readyToTrain();
});

const asked = (name: string) => trainer.asked.findLast((request) => request.name === name)?.params;

describe('an ablation', () => {
  const LABELS = ablationRows(['vectors', 'documents']).map(({ label }) => label);
  const checkbox = (label: string) => page.getByRole('checkbox', { name: label, exact: true });

  async function choose(...labels: string[]): Promise<void> {
    await tab('Ablation').click();
    const ticked = ABLATION.filter(({ id }) => DEFAULT_ROWS.includes(id)).map(({ label }) => label);
    for (const label of LABELS) if (labels.includes(label) !== ticked.includes(label)) await checkbox(label).click();
  }

  async function run(): Promise<void> {
    await button('Run ablation').click();
    await expectStatus(/^Training ablation/);
  }

  function finishEpochs(count: number): void {
    for (let i = 0; i < count; i++) trainer.finishEpoch();
  }

  test('chosen rows show their progress, then their scores, and can be saved', async () => {
    await addFiles('model.zip');
    await choose('BiLSTM + softmax', 'BiLSTM + CRF');
    await expect.element(page.getByText(/^2 runs, about \d/)).toBeVisible();
    await run();
    await expect.poll(() => asked('ablate')).toMatchObject({ rows: ['softmax', 'crf'], seeds: 1 });
    finishEpochs(2);
    trainer.steps(1);
    await expectStatus(/^Training ablation, run 1 of 2: BiLSTM \+ softmax · epoch 3 of \d+ · [\d,]+ tokens\/s/);
    await expect.element(row('Ablation', /^BiLSTM \+ softmax epoch 3 of \d+ · dev F1 \d+\.\d+ so far/)).toBeVisible();
    await expect.element(row('Ablation', /^BiLSTM \+ CRF waiting/)).toBeVisible();
    await expect.element(checkbox('BiLSTM + CRF')).toBeDisabled();
    await expect.element(page.getByText(/The sentence box, Score and Export use .* \(dev F1 \d/)).toBeVisible();

    trainer.done('finished');
    await expect
      .element(row('Ablation', /^BiLSTM \+ softmax \d+\.\d+ \d+\.\d+ \d+\.\d+ \d+ [\d,]+ \d+ (s|min)$/))
      .toBeVisible();
    finishEpochs(7);
    trainer.done('finished');
    await expect.element(button('Run ablation')).toBeVisible();
    await expectStatus(/^Idle/); // unchanged
    await expect.element(button('Markdown')).toBeVisible();
    await expect.element(button('CSV')).toBeVisible();
    expect(series.epochs).toEqual([]);
  });

  test('with rows with less data, the page shows the gain of the last doubling', async () => {
    await choose('50% of the sentences', '100% of the sentences');
    await run();
    await expect.poll(() => asked('ablate')).toMatchObject({ rows: ['data-50', 'data-100'] });
    for (const epochs of [3, 5]) {
      finishEpochs(epochs);
      trainer.done('finished');
    }
    const gain = /With 100% of the sentences, dev F1 is \d+\.\d\d higher than with 50% of the sentences\./;
    await expect.element(page.getByText(gain)).toBeVisible();
  });

  test('pauses, resumes and stops, without changing the run on the page', async () => {
    await button('Train').click();
    await expectStatus(/^Training/);
    trainer.finishEpoch();
    trainer.done('finished');
    await expectStatus(/^Finished after 1 epoch/);
    await tab('Ablation').click();
    await expect.element(button('Run ablation')).toBeEnabled();
    await run();
    await button('Pause').click();
    await expectStatus(/^Paused ablation/);
    await button('Resume').click();
    await button('Stop ablation').click();
    await expectStatus(/^Finished after 1 epoch/);
    await expect.element(row('Ablation', /^BiLSTM \+ softmax stopped/)).toBeVisible();
    expect(series.epochs).toHaveLength(1);
  });

  test('shows why it was refused or failed', async () => {
    trainer.refusals.set('ablate', new StudioError('OutOfMemory', 'The weights need 9 GB.'));
    await tab('Ablation').click();
    await button('Run ablation').click();
    await expect.element(page.getByRole('log', { name: 'Messages' })).toHaveTextContent('The weights need 9 GB.');
    await expectStatus(/^Idle/);
    trainer.refusals.clear();
    await run();
    trainer.fail(new StudioError('Internal', 'It broke.'));
    await expectStatus(/^Failed.*It broke/);
    await expect.element(button('Run ablation')).toBeVisible();
  });

  test('names its data, and updates the plan afterwards, if files were added in the meantime', async () => {
    await choose('BiLSTM + CRF');
    await run();
    await addFiles('b.train');
    await expect.element(page.getByText('b.train', { exact: true })).toBeVisible();
    const plans = () => trainer.asked.filter(({ name }) => name === 'plan').length;
    const before = plans();
    trainer.finishEpoch();
    trainer.done('finished');
    await vi.waitFor(() => expect(plans()).toBe(before + 1));
    await expect.element(page.getByText(/seed 1\. Trained on a\.train, scored on a\.dev\. The feature/)).toBeVisible();
  });

  test('has no row without vectors if there are none', async () => {
    await tab('Ablation').click();
    await expect.element(checkbox(ABLATION.find(({ vectors }) => !vectors)!.label)).toBeVisible();
    await page.getByRole('button', { name: /^Remove glove/ }).click();
    await vi.waitFor(() => expect(checkbox(ABLATION.find(({ vectors }) => !vectors)!.label).elements()).toEqual([]));
  });

  test('without a chosen row shows what to do', async () => {
    await choose();
    await expect.element(button('Run ablation')).toBeDisabled();
    await expect.element(page.getByText('Choose a row.')).toBeVisible();
  });
});
