import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FakeTrainer } from '../../../../test/app/fake-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, train } from '../../../../test/app/page-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { restartTrainer } from '../../actions/session.ts';

let trainer: FakeTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('empty: it says what to do, and Train waits', async () => {
  await expectStatus(/^Idle.*add a training file/);
  await expect.element(button('Train')).toBeDisabled();
  await expect.element(button('Export model')).toBeDisabled();
  for (const name of ['Loss', 'F1 by entity', 'Transition matrix']) {
    await expect.element(page.getByRole('figure', { name })).toBeVisible();
  }
});

test('ready: counts of the files and of what would be trained', async () => {
  await addFiles('a.train', 'a.dev', 'glove.txt');
  await expectStatus(/^Idle.*ready to train/);
  await expect.element(page.getByText('8 sentences · 65 tokens')).toBeVisible();
  await expect.element(page.getByText(/2,713,409 parameters, 17 tags/)).toBeVisible();
  await expect.element(page.getByText(/34\.1% of words/)).toBeVisible();
});

test('training: figures, scores, pause and resume', async () => {
  await train();
  trainer.steps(4);
  trainer.finishEpoch();
  trainer.finishEpoch();
  trainer.steps(2);
  await expectStatus(/^Training.*epoch 3 of \d+.*12,480 tokens\/s.*left.*best dev F1 \d\d\.\d\d at epoch 2/);
  const scores = page.getByRole('table', { name: 'Entity scores' });
  await expect.element(scores.getByRole('rowheader', { name: 'Overall' })).toBeVisible();
  expect(scores.getByRole('row').elements()).toHaveLength(6);
  await expect.element(page.getByRole('figure', { name: 'F1 by entity' }).getByText(/^PER \d/)).toBeVisible();
  await expect.element(page.getByRole('figure', { name: 'Loss' }).getByText(/^train \d/)).toBeVisible();
  await button('Pause').click();
  await expectStatus(/^Paused/);
  await button('Resume').click();
  await expectStatus(/^Training/);
});

test('is read out now and then while it trains, and at once when that ends', async () => {
  await addFiles('a.train', 'a.dev');
  const status = page.getByRole('status', { name: 'Run status' });
  const spoken = () => status.element().parentElement!.querySelector('[aria-live=polite]')!.textContent;
  expect(spoken()).toBe('');
  await expect.element(status).not.toHaveAttribute('aria-live');
  await button('Train').click();
  await vi.waitFor(() => expect(spoken()).toMatch(/^Training epoch 1 of \d+$/));
  trainer.finishEpoch();
  await vi.waitFor(() => expect(spoken()).toMatch(/^Training epoch 1 of \d+; best dev F1 \d\d\.\d\d at epoch 1$/));
  trainer.finishEpoch();
  await expectStatus(/^Training.*best dev F1 \d\d\.\d\d at epoch 2/);
  await new Promise((resolve) => setTimeout(resolve, 200)); // what is told at once would be there
  expect(spoken()).toMatch(/at epoch 1$/);
  await expect.element(status).toHaveAttribute('aria-live', 'off');
  trainer.done('finished');
  await expectStatus(/^Finished/);
  expect(spoken()).toBe('');
  await expect.element(status).not.toHaveAttribute('aria-live');
});

test('finished: what was reached, and what comes next', async () => {
  await train();
  trainer.finishEpoch();
  trainer.done('patience');
  await expectStatus(/^Finished.*after 1 epoch: no better dev F1 for \d+.*its weights are kept/);
  await button('Train further').click();
  await expectStatus(/^Training/);
  expect(trainer.asked.at(-1)).toMatchObject({ name: 'start', params: { from: 'model' } });
});

test('the page asks before a run or a model that was not exported is lost', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await addFiles('model.zip');
  expect(asks()).toBe(false);
  await train();
  expect(asks()).toBe(true);
  trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
  expect(asks()).toBe(true);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button('Export model').click();
  await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
  saved.mockRestore();
  expect(asks()).toBe(false);
});

test('stopped', async () => {
  await train();
  await button('Stop').click();
  await expectStatus(/^Stopped/);
  await expect.element(button('Train')).toBeEnabled();
});

test('what is pressed as a run ends, meant for Pause, starts no other', async () => {
  await train();
  trainer.finishEpoch();
  await expectStatus(/best dev F1/);
  const main = button('Pause').element() as HTMLElement;
  // As soon as it sleeps: by way of the browser's driver a key may take longer than the page waits.
  const isPressed = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      if (main.getAttribute('aria-disabled') !== 'true') return;
      watch.disconnect();
      main.click();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true }));
      resolve();
    });
    watch.observe(main, { attributes: true });
  });
  trainer.done('patience');
  await isPressed;
  await expect.element(button('Train')).not.toHaveAttribute('aria-disabled');
  expect(trainer.asked.filter(({ name }) => name === 'start')).toHaveLength(1);
  await button('Train').click();
  await expectStatus(/^Training/);
});

test('failed: what happened, what is kept, what to do', async () => {
  await train();
  trainer.finishEpoch();
  trainer.fail(new StudioError('NonFiniteLoss', 'The loss became NaN at step 12. Lower the learning rate.'));
  await expectStatus(/^Failed.*no longer a number.*NaN at step 12. Lower the learning rate. Kept: epoch 1/);
  await expect.element(button('Train')).toBeEnabled();
});

test('a run that is refused has failed, not vanished', async () => {
  trainer.refusals.set('start', new StudioError('OutOfMemory', 'The weights need 9 GB.'));
  await addFiles('a.train');
  await button('Train').click();
  await expectStatus(/^Failed.*out of memory.*9 GB/);
});

test('a run that is refused leaves what the one before it told, and is forgotten when the files change', async () => {
  await train();
  trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
  trainer.refusals.set('start', new StudioError('BadCorpus', 'The model knows no such tags.'));
  await button('Train further').click();
  await expectStatus(/^Failed.*no such tags/);
  await expect.element(page.getByRole('figure', { name: 'F1 by entity' }).getByText(/^PER \d/)).toBeVisible();
  await addFiles('b.test');
  await expectStatus(/^Idle/);
});

test('a model that is trained further stays what it is made of', async () => {
  await addFiles('a.train', 'model.zip');
  await button('All settings').click();
  await page.getByLabelText('Decoder', { exact: true }).selectOptions('softmax');
  await page.getByLabelText('Epochs', { exact: true }).fill('7');
  await button('Train further').click();
  await expectStatus(/^Training/);
  expect(trainer.asked.at(-1)).toMatchObject({ name: 'start', params: { config: { decoder: 'crf', epochs: 7 } } });
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('Stop gives up a run that has not begun', async () => {
  trainer.delays.set('start', new Promise(() => undefined));
  await addFiles('a.train');
  await button('Train').click();
  await expectStatus(/^Loading the run/);
  await button('Stop').click();
  await expectStatus(/^Idle.*ready to train/);
});

test('a breakdown while a run is being prepared leaves a way on', async () => {
  trainer.delays.set('start', new Promise(() => undefined));
  await addFiles('a.train');
  await button('Train').click();
  await vi.waitFor(() => expect(trainer.asked.at(-1)?.name).toBe('start'));
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed.*memory access out of bounds/);
  await expect.element(button('Restart the trainer')).toBeVisible();
});

test('a trainer that breaks down is started again, with the files it had', async () => {
  await addFiles('a.train', 'b.test');
  await page.getByRole('combobox', { name: 'Use of b.test' }).selectOptions('unused');
  const scheme = page.getByRole('combobox', { name: 'Tag scheme of b.test' });
  await scheme.selectOptions('BIOES');
  await expect.element(scheme).toHaveValue('BIOES'); // answered
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed.*memory access out of bounds/);
  await expect.element(button('Restart the trainer')).toBeVisible();
  trainer = new FakeTrainer(10);
  await restartTrainer(() => trainer.port);
  await expectStatus(/^Idle.*ready to train/);
  await expect.element(page.getByRole('combobox', { name: 'Use of b.test' })).toHaveValue('unused');
  await expect.element(scheme).toHaveValue('BIOES');
});
