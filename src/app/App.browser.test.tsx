import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeTrainer } from '../../test/app/fake-trainer.ts';
import { mountApp } from '../../test/app/mounted-app.tsx';
import { StudioError } from '../lib/errors.ts';
import { restartTrainer } from './actions/session.ts';

const file = (name: string) => new File(['x'], name);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const status = page.getByRole('status', { name: 'Run status' });
const sentence = page.getByRole('textbox', { name: 'Try a sentence' });
async function expectStatus(text: RegExp): Promise<void> {
  await expect.element(status).toHaveTextContent(text);
}

let trainer: FakeTrainer;
let unmount: () => void;

beforeEach(async () => {
  ({ trainer, unmount } = await mountApp());
});

afterEach(() => unmount());

async function addFiles(...names: string[]) {
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), names.map(file));
}

async function train() {
  await addFiles('a.train', 'a.dev');
  await button('Train').click();
  await expectStatus(/^Training/);
}

describe('the states of a run', () => {
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
    await expect.element(page.getByText('14,041 sentences · 203,621 tokens')).toBeVisible();
    await expect.element(page.getByText(/2,713,409 parameters, 17 tags/)).toBeVisible();
    await expect.element(page.getByText(/87\.7% of words/)).toBeVisible();
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

  test('finished: what was reached, and what comes next', async () => {
    await train();
    trainer.finishEpoch();
    trainer.done('patience');
    await expectStatus(/^Finished.*after 1 epoch: no better dev F1 for \d+.*its weights are kept/);
    await button('Train further').click();
    await expectStatus(/^Training/);
    expect(trainer.asked.at(-1)).toMatchObject({ name: 'start', params: { from: 'model' } });
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
    trainer.done('patience');
    await vi.waitFor(() => expect(button('Train').element()).toHaveAttribute('aria-disabled', 'true'));
    // At once: by way of the browser's driver a key may take longer than the page waits.
    (button('Train').element() as HTMLElement).click();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 't', bubbles: true }));
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
});

test('a preset that a person chose is in the address, also where it is the default', async () => {
  await page.getByRole('combobox', { name: 'Preset' }).selectOptions('ma-hovy');
  await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy'));
  await page.getByRole('combobox', { name: 'Preset' }).selectOptions('tagsmith');
  await vi.waitFor(() => expect(location.hash).toBe('#preset=tagsmith'));
});

describe('files', () => {
  test('loading says what and how far, and can be cancelled', async () => {
    trainer.delays.set('addFiles', new Promise(() => undefined));
    void addFiles('glove.txt');
    await expectStatus(/^Loading/);
    trainer.emit('progress', { task: 'vectors', name: 'glove.txt', done: 30e6, total: 300e6, unit: 'bytes' });
    await expectStatus(/^Loading.*vectors glove\.txt.*10% of 300 MB/);
    await expect.element(button('Cancel')).toBeVisible();
  });

  test('a file that cannot be used is named, with what to do', async () => {
    await addFiles('photo.png');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/photo\.png.*is an image/);
  });

  test('a removal can be undone', async () => {
    await addFiles('a.train');
    await button('Remove a.train').click();
    await expect.element(page.getByText('a.train removed')).toBeVisible();
    await expect.element(button('Train')).toBeDisabled();
    await button('Undo').click();
    await expect.element(button('Train')).toBeEnabled();
  });

  test('gold entities can be looked at', async () => {
    await addFiles('a.train');
    await button('Sentences of a.train').click();
    await expect.element(page.getByText('1–5 of 14,041')).toBeVisible();
    expect(document.querySelectorAll('mark[data-entity="ORG"]')).toHaveLength(5);
  });
});

describe('the model', () => {
  test('what is typed is tagged, also while it trains', async () => {
    await train();
    await sentence.fill('Angela Merkel flew to Berlin.');
    await vi.waitFor(() => {
      const marks = [...document.querySelectorAll<HTMLElement>('[aria-label="Entities"] mark')];
      expect(marks.map((mark) => [mark.dataset['entity'], mark.textContent])).toEqual([
        ['PER', 'Angela Merkel'],
        ['LOC', 'Berlin'],
      ]);
    });
    await sentence.fill('');
    await expect.element(page.getByText(/Type or paste a text/)).toBeVisible();
  });

  test('the first answer is waited for, visibly', async () => {
    trainer.delays.set('tag', new Promise(() => undefined));
    await addFiles('model.zip');
    await sentence.fill('Angela Merkel flew to Berlin.');
    await expect.element(page.getByText('Tagging…')).toBeVisible();
  });

  test('a file is scored and its predictions saved', async () => {
    await addFiles('model.zip', 'a.test');
    await button('Score').click();
    await expect
      .element(page.getByRole('table', { name: 'Scores on a.test' }).getByRole('rowheader', { name: 'PER' }))
      .toBeVisible();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await button('Save predictions').click();
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    saved.mockRestore();
  });
});

describe('the recipe', () => {
  test('is kept in the address, and what differs from the preset can be reset', async () => {
    await page.getByRole('combobox', { name: 'Preset' }).selectOptions('ma-hovy');
    await page.getByLabelText('Epochs', { exact: true }).fill('7');
    await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy&epochs=7'));
    await button('Reset Epochs to 50').click();
    await expect.element(page.getByLabelText('Epochs', { exact: true })).toHaveValue('50');
    await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy'));
  });

  test('a value out of bounds says so and is not taken', async () => {
    await page.getByLabelText('Batch size', { exact: true }).fill('0');
    await expect.element(page.getByText('Expected a whole number from 1 to 512.')).toBeVisible();
    expect(location.hash).toBe('');
  });

  test('all settings are there, each with its help', async () => {
    await button('All settings').click();
    await page.getByLabelText('Decoder', { exact: true }).selectOptions('softmax');
    await expect.element(page.getByText('Linear-chain CRF, or each token on its own.')).toBeVisible();
    await vi.waitFor(() => expect(location.hash).toBe('#decoder=softmax'));
  });
});

describe('hands', () => {
  test('T trains, pauses and resumes; / goes to the sentence box, where keys are letters', async () => {
    await addFiles('a.train');
    await expect.element(button('Train')).toBeEnabled();
    await userEvent.keyboard('t');
    await expectStatus(/^Training/);
    await userEvent.keyboard('t');
    await expectStatus(/^Paused/);
    await userEvent.keyboard('t');
    await expectStatus(/^Training/);
    await userEvent.keyboard('/');
    await expect.element(sentence).toHaveFocus();
    await userEvent.keyboard('t');
    await expectStatus(/^Training/);
    await expect.element(sentence).toHaveValue('t');
  });

  test('the matrix is read cell by cell', async () => {
    await train();
    trainer.finishEpoch();
    const matrix = page.getByRole('grid');
    await expect.element(matrix).toBeVisible();
    (matrix.element() as SVGElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    await expect.element(page.getByRole('gridcell')).toHaveAccessibleName(/^after B-PER, I-PER: [+−]\d/);
    await userEvent.keyboard('{End}');
    await expect
      .element(page.getByRole('gridcell'))
      .toHaveAccessibleName('after B-PER, the end: illegal in this scheme');
  });

  test('one column at a time where there is room for one, and nothing is wider than the page', async () => {
    await page.viewport(390, 844);
    await train();
    await expect.element(page.getByRole('tab', { name: 'Run' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('figure', { name: 'Loss' })).toBeVisible();
    await page.getByRole('tab', { name: 'Try' }).click();
    await expect.element(sentence).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('nothing scrolls the page while it trains at 1440 by 900', async () => {
    await train();
    trainer.finishEpoch();
    await sentence.fill('Angela Merkel flew to Berlin.');
    await expectStatus(/best dev F1/);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
  });
});
