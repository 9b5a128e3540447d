import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, openCard, train } from '../../../../test/app/page-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { restartTrainer } from '../../files/session.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { useHistoryStore } from '../../stores/runs/history.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('empty: the status says what to do, and Train is disabled', async () => {
  await expectStatus(/^Idle.*add a training file/);
  await expect.element(button('Train')).toBeDisabled();
  await expect.element(button('Export model')).toBeDisabled();
  for (const name of ['Loss', 'F1 by entity', 'Transition matrix']) {
    await expect.element(page.getByRole('figure', { name })).toBeVisible();
  }
});

test('ready: counts of the files and of the planned model', async () => {
  await addFiles('a.train', 'a.dev', 'glove.txt');
  await expectStatus(/^Idle.*ready to train/);
  await expect.element(page.getByText('8 sentences · 65 tokens')).not.toBeInTheDocument();
  for (const name of ['a.train', 'glove.txt']) await openCard(name);
  await expect.element(page.getByText('8 sentences · 65 tokens')).toBeVisible();
  await expect.element(page.getByText(/\d{3},\d{3} parameters, 17 tags/)).toBeVisible();
  await expect.element(page.getByText(/34\.1% of words/)).toBeVisible();
});

test('before training on hardly known data, the page offers an entity ratio', async () => {
  const known = new File(['Mira B-PER\nleft ?\nsoon ?\n\nOslo B-LOC\nis ?\nbig ?\n'], 'answers.train');
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), [known]);
  await addFiles('a.dev');
  const warning = page.getByText(/^Nothing is known about 66% of the training words/);
  await expect.element(warning).toBeVisible();
  await button('Set an entity ratio').click();
  await expect.element(warning).not.toBeInTheDocument();
  expect(useRecipeStore.getState().recipe.config).toMatchObject({ entityRatioWeight: 1, entityRatio: 0.1 });
});

test.each([
  ['Charts', 'Train'],
  ['Annotate', 'Start annotating'],
  ['Ablation', 'Run ablation'],
  ['Search', 'Find a recipe'],
])('one button leads in %s: %s', async (tab, name) => {
  await addFiles('a.train', 'a.dev');
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await expect.element(button(name)).toBeVisible();
  const leading = () =>
    [...document.querySelectorAll<HTMLElement>('button[data-variant="filled"]')]
      .filter((element) => element.checkVisibility())
      .map(({ innerText }) => innerText);
  await vi.waitFor(() => expect(leading()).toEqual([name]));
});

test('training: figures, scores, pause and resume', async () => {
  await train();
  trainer.steps(4);
  trainer.finishEpoch();
  trainer.finishEpoch();
  trainer.steps(2);
  await expectStatus(/^Training.*epoch 3 of \d+.*[\d,]+ tokens\/s.*left.*best dev F1 \d+\.\d\d at epoch 2/);
  const scores = page.getByRole('table', { name: 'Entity scores' });
  await expect.element(scores.getByRole('rowheader', { name: 'Overall' })).toBeVisible();
  await expect.poll(() => scores.getByRole('row').elements()).toHaveLength(6);
  await expect.element(page.getByRole('figure', { name: 'F1 by entity' }).getByText(/^PER \d/)).toBeVisible();
  await expect.element(page.getByRole('figure', { name: 'Loss' }).getByText(/^train \d/)).toBeVisible();
  await button('Pause').click();
  await expectStatus(/^Paused/);
  for (const tab of ['Runs', 'Ablation', 'Search', 'Charts']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect.element(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    const disabled = [...document.querySelectorAll<HTMLElement>(':disabled')].filter((one) => one.checkVisibility());
    const unexplained = disabled.filter((one) => one.closest('[title]') === null);
    expect(unexplained.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([]);
  }
  await button('Resume').click();
  await expectStatus(/^Training/);
});

test('the status is announced at intervals during training, and immediately at its end', async () => {
  await addFiles('a.train', 'a.dev');
  const status = page.getByRole('status', { name: 'Run status' });
  const spoken = () => status.element().parentElement!.querySelector('[aria-live=polite]')!.textContent;
  expect(spoken()).toBe('');
  await expect.element(status).not.toHaveAttribute('aria-live');
  await button('Train').click();
  await vi.waitFor(() => expect(spoken()).toMatch(/^Training epoch 1 of \d+$/));
  trainer.finishEpoch();
  await vi.waitFor(() => expect(spoken()).toMatch(/^Training epoch 1 of \d+; best dev F1 \d+\.\d\d at epoch 1$/));
  trainer.finishEpoch();
  await expectStatus(/^Training.*best dev F1 \d+\.\d\d at epoch 2/);
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame); // an immediate announcement takes one
  await expect.poll(spoken).toMatch(/at epoch 1$/);
  await expect.element(status).toHaveAttribute('aria-live', 'off');
  trainer.done('finished');
  await expectStatus(/^Finished/);
  expect(spoken()).toBe('');
  await expect.element(status).not.toHaveAttribute('aria-live');
});

test('finished: the result, and the next steps', async () => {
  await train();
  trainer.finishEpoch();
  trainer.done('patience');
  await expectStatus(/^Finished.*after 1 epoch: no better dev F1 for \d+.*its weights are kept/);
  await button('Train further').click();
  await expectStatus(/^Training/);
  expect(trainer.lastAsked('start')).toMatchObject({ from: 'model' });
  const [further, first] = useHistoryStore.getState().records;
  expect(further!.parent).toBe(first!.name);
});

test('the page asks before it discards a run or a model that was not exported', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  await addFiles('model.zip');
  expect(asks()).toBe(false);
  await train();
  await expect.poll(asks).toBe(true);
  trainer.finishEpoch();
  trainer.done('finished');
  await expectStatus(/^Finished/);
  await expect.poll(asks).toBe(true);
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

test('pressing Pause just as a run ends does not start another run', async () => {
  await train();
  trainer.finishEpoch();
  await expectStatus(/best dev F1/);
  const main = button('Pause').element() as HTMLElement;
  // Click synchronously while the button is disabled, since the browser driver may be too slow.
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

test('failed: the error, what is kept, what to do', async () => {
  await train();
  trainer.finishEpoch();
  trainer.fail(new StudioError('NonFiniteLoss', 'The loss became NaN at step 12. Lower the learning rate.'));
  await expectStatus(/^Failed.*not finite.*NaN at step 12\. Lower the learning rate\..* Kept: epoch 1/);
  await expect.element(button('Train')).toBeEnabled();
});

test('a refused run is shown as failed', async () => {
  trainer.refusals.set('start', new StudioError('OutOfMemory', 'The weights need 9 GB.'));
  await addFiles('a.train');
  await button('Train').click();
  await expectStatus(/^Failed.*out of memory.*9 GB/);
});

test('a refused run keeps the figures of the previous one, and is dismissed when the files change', async () => {
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

test('a model that is trained further keeps its architecture', async () => {
  await addFiles('a.train', 'model.zip');
  await button('All settings').click();
  await page.getByLabelText('Decoder', { exact: true }).selectOptions('softmax');
  await page.getByLabelText('Epochs', { exact: true }).fill('7');
  await button('Train further').click();
  await expectStatus(/^Training/);
  expect(trainer.lastAsked('start')).toMatchObject({ config: { decoder: 'crf', epochs: 7 } });
  await expect.element(page.getByRole('grid')).toBeVisible();
});

test('Stop cancels a run that has not started', async () => {
  trainer.delays.set('start', new Promise(() => undefined));
  await addFiles('a.train');
  await button('Train').click();
  await expectStatus(/^Loading the run/);
  await button('Stop').click();
  await expectStatus(/^Idle.*ready to train/);
});

test('after a crash while a run is prepared, the trainer can be restarted', async () => {
  trainer.delays.set('start', new Promise(() => undefined));
  await addFiles('a.train');
  await button('Train').click();
  await vi.waitFor(() => expect(trainer.lastAsked('start')).toBeDefined());
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed.*memory access out of bounds/);
  await expect.element(button('Restart the trainer')).toBeVisible();
});

test('a crashed trainer is restarted with its files', async () => {
  await addFiles('a.train', 'b.test');
  await page.getByRole('combobox', { name: 'Use of b.test' }).selectOptions('unused');
  await openCard('b.test');
  const scheme = page.getByRole('combobox', { name: 'Tag scheme of b.test' });
  await scheme.selectOptions('BIOES');
  await expect.element(scheme).toHaveValue('BIOES'); // answered
  trainer.crash('memory access out of bounds');
  await expectStatus(/^Failed.*memory access out of bounds/);
  await expect.element(button('Restart the trainer')).toBeVisible();
  trainer = new PacedTrainer();
  await restartTrainer(() => trainer.port);
  await expectStatus(/^Idle.*ready to train/);
  await expect.element(page.getByRole('combobox', { name: 'Use of b.test' })).toHaveValue('unused');
  await expect.element(scheme).toHaveValue('BIOES');
});
