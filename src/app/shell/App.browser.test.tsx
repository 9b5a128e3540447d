import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PacedTrainer } from '../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, openCard, openTab, sentence, train } from '../../../test/app/page-parts.ts';
import { withholdResults } from '../../../test/app/withheld-results.ts';
import { PREFERENCES_KEY } from '../stores/preferences.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
});

test('a chosen preset is in the address, even if it is the default', async () => {
  await page.getByRole('combobox', { name: 'Preset' }).selectOptions('ma-hovy');
  await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy'));
  await page.getByRole('combobox', { name: 'Preset' }).selectOptions('tagsmith');
  await vi.waitFor(() => expect(location.hash).toBe('#preset=tagsmith'));
});

test('help explains the page, its steps and its terms', async () => {
  await userEvent.keyboard('?');
  const dialog = page.getByRole('dialog', { name: 'Help' });
  await expect.element(dialog.getByText(/named-entity recognition.*leaves this machine/)).toBeVisible();
  await expect.poll(() => dialog.getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(dialog.getByRole('term').filter({ hasText: /^F1$/ })).toBeVisible();
  await userEvent.keyboard('{Escape}');
});

describe('files', () => {
  test('loading shows its file and progress, and can be cancelled', async () => {
    trainer.delays.set('addFiles', new Promise(() => undefined));
    void addFiles('glove.txt');
    await expectStatus(/^Loading/);
    trainer.emit('progress', { task: 'vectors', name: 'glove.txt', done: 30e6, total: 300e6, unit: 'bytes' });
    await expectStatus(/^Loading.*vectors glove\.txt.*10% of 300 MB/);
    await expect.element(button('Cancel')).toBeVisible();
  });

  test('reading a model can be cancelled: the page is as before, with the model that it had', async () => {
    await addFiles('model.zip');
    await expectStatus(/a model is loaded/);
    await sentence.fill('Angela Merkel flew to Berlin.');
    const entities = page.getByRole('region', { name: 'Entities' });
    await vi.waitFor(() => expect(entities.element().querySelectorAll('mark')).toHaveLength(2));
    const { workspace } = useWorkspaceStore.getState();

    let start: () => void = () => undefined;
    trainer.delays.set('addFiles', new Promise((resolve) => (start = resolve)));
    withholdResults();
    await addFiles('other.zip');
    await expect.element(button('Cancel')).toBeVisible();
    const cancelled = vi.fn<() => void>(() => (button('Cancel').element() as HTMLElement).click());
    const stop = useWorkspaceStore.subscribe(
      ({ progress }) => progress?.name,
      (name) => name === 'other.zip' && cancelled(),
    );
    onTestFinished(stop);
    start();
    await expectStatus(/^Idle.*a model is loaded/);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(useWorkspaceStore.getState().workspace).toBe(workspace);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(entities.element().querySelectorAll('mark')).toHaveLength(2);
    await sentence.fill('Mira Holt sailed from Oslo.');
    await expect.element(entities).toHaveTextContent(/Mira Holt/);
  });

  test('an unusable file is named, with advice', async () => {
    await addFiles('photo.png');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/photo\.png is binary data/);
  });

  test('a removal can be undone', async () => {
    await addFiles('a.train');
    await button('Remove a.train').click();
    await expect.element(page.getByText('a.train removed')).toBeVisible();
    await expect.element(button('Train')).toBeDisabled();
    await button('Undo').click();
    await expect.element(button('Train')).toBeEnabled();
  });

  test('gold entities can be shown', async () => {
    await addFiles('a.train');
    await openCard('a.train');
    await button('Sentences of a.train').click();
    await expect.element(page.getByText('1–5 of 8')).toBeVisible();
    await expect.poll(() => document.querySelectorAll('mark[data-entity="ORG"]')).toHaveLength(5);
  });
});

describe('the model', () => {
  test('a typed sentence is tagged, also during training', async () => {
    await train();
    for (let epoch = 1; epoch <= 6; epoch++) trainer.finishEpoch();
    await expectStatus(/^Training epoch 6 .*best dev F1/);
    await sentence.fill('Angela Merkel met the board of Siemens in Berlin.');
    await vi.waitFor(() => {
      const marks = [...document.querySelectorAll<HTMLElement>('[aria-label="Entities"] mark')];
      expect(marks.map((mark) => [mark.dataset['entity'], mark.textContent])).toEqual([
        ['PER', 'Angela Merkel'],
        ['ORG', 'Siemens'],
        ['LOC', 'Berlin'],
      ]);
    });
    await sentence.fill('');
    await expect.element(page.getByText(/Type or paste a text/)).toBeVisible();
  });

  test('the page shows that the first answer is pending', async () => {
    trainer.delays.set('tag', new Promise(() => undefined));
    await addFiles('model.zip');
    await sentence.fill('Angela Merkel flew to Berlin.');
    await expect.element(page.getByText('Tagging…')).toBeVisible();
  });

  test('a file is scored and its predictions saved', async () => {
    await addFiles('model.zip', 'a.test');
    await openTab('Score');
    await button('Score').click();
    await expect
      .element(
        page.getByRole('table', { name: 'Scores on a.test', exact: true }).getByRole('rowheader', { name: 'PER' }),
      )
      .toBeVisible();
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await button('Save predictions').click();
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    saved.mockRestore();
  });
});

describe('after a model is gone', () => {
  const marks = () => document.querySelectorAll('[aria-label="Entities"] mark').length;

  test('its entities and scores are removed with it', async () => {
    await addFiles('model.zip', 'a.test');
    await sentence.fill('Mira Holt sailed from Oslo.');
    await vi.waitFor(() => expect(marks()).toBe(2), { timeout: 15_000 });
    await openTab('Score');
    await button('Score').click();
    await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).toBeVisible();
    await button('Remove model').click();
    await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).not.toBeInTheDocument();
    expect(marks()).toBe(0);
  });

  test('its scores are removed when another model replaces it', async () => {
    await addFiles('model.zip', 'a.test');
    await openTab('Score');
    await button('Score').click();
    await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).toBeVisible();
    await addFiles('other.zip');
    await expect.element(page.getByRole('table', { name: 'Scores on a.test', exact: true })).not.toBeInTheDocument();
  });
});

describe('the recipe', () => {
  test('is stored in the address, and changed settings can be reset', async () => {
    await page.getByRole('combobox', { name: 'Preset' }).selectOptions('ma-hovy');
    await page.getByLabelText('Epochs', { exact: true }).fill('7');
    await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy&epochs=7'));
    const named = page.getByRole('textbox', { name: 'Epochs', exact: true }); // the marker of a changed setting is not part of the name
    await expect.element(named).toBeVisible();
    await button('Reset Epochs to 50').click();
    await expect.element(page.getByLabelText('Epochs', { exact: true })).toHaveValue('50');
    await vi.waitFor(() => expect(location.hash).toBe('#preset=ma-hovy'));
  });

  test('a value out of bounds is reported and not used', async () => {
    await page.getByLabelText('Batch size', { exact: true }).fill('0');
    await expect.element(page.getByText('Expected a whole number from 1 to 512.')).toBeVisible();
    expect(location.hash).toBe('');
  });

  test('an invalid value remains in the box, and disables Train', async () => {
    const rate = page.getByLabelText('Learning rate', { exact: true });
    await addFiles('a.train');
    await rate.fill('fast');
    await userEvent.tab();
    await expect.element(rate).toHaveValue('fast');
    await expect.element(button('Train')).toBeDisabled();
    await expect.element(button('Train')).toHaveAccessibleDescription(/^Learning rate: fast is not a valid value/);
    await rate.fill('0,02');
    await userEvent.tab();
    await expect.element(rate).toHaveValue('0.02');
    await expect.element(button('Train')).toBeEnabled();
    const seeds = page.getByLabelText('Seeds', { exact: true });
    await seeds.fill('');
    await userEvent.tab();
    await expect.element(button('Train')).toHaveAccessibleDescription(/^Seeds: the box is empty/);
  });

  test('all settings are visible, each with its help', async () => {
    await page.viewport(1440, 900);
    await addFiles('a.train', 'a.dev', 'a.test', 'glove.txt');
    await expect.element(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('tagsmith-documents');
    await button('All settings').click();
    const controls = page.getByRole('region', { name: 'Training controls' }).element().getBoundingClientRect();
    await vi.waitFor(() => {
      const { bottom } = page.getByLabelText('Tag scheme', { exact: true }).element().getBoundingClientRect();
      expect(bottom).toBeLessThan(controls.top);
    });
    await page.getByLabelText('Decoder', { exact: true }).selectOptions('softmax');
    await expect.element(page.getByText('Linear-chain CRF, or softmax for each token independently.')).toBeVisible();
    await vi.waitFor(() => expect(location.hash).toBe('#preset=tagsmith-documents&decoder=softmax'));
  });
});

describe('the keyboard focus', () => {
  const press = async (name: string) => {
    (button(name).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
  };

  test('moves from Train to Pause, and from Stop to Train', async () => {
    let answer: () => void = () => undefined;
    await addFiles('a.train');
    await expect.element(button('Train')).toBeEnabled();
    trainer.delays.set('start', new Promise((resolve) => (answer = resolve)));
    await press('Train');
    await expectStatus(/^Loading the run/);
    await expect.element(button('Train')).toHaveFocus();
    answer();
    await expect.element(button('Pause')).toHaveFocus();
    await press('Stop');
    await expect.element(button('Train')).toHaveFocus();
  });

  test('moves from Remove to Undo and back, and from Reset to the setting', async () => {
    await addFiles('a.train', 'model.zip');
    await expect.element(button('Remove model')).toBeVisible();
    await press('Remove a.train');
    await expect.element(button('Undo')).toHaveFocus();
    await press('Undo');
    await expect.element(button('Remove a.train')).toHaveFocus();
    await press('Remove model');
    await expect.element(button('Undo')).toHaveFocus();
    await page.getByRole('combobox', { name: 'Preset' }).selectOptions('ma-hovy');
    await page.getByLabelText('Epochs', { exact: true }).fill('7');
    await press('Reset Epochs to 50');
    await expect.element(page.getByLabelText('Epochs', { exact: true })).toHaveFocus();
  });

  test('in an open menu keeps T from training', async () => {
    await train();
    trainer.finishEpoch();
    await button('Save Loss').click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await userEvent.keyboard('t');
    await userEvent.keyboard('{Escape}');
    await expectStatus(/^Training/);
  });
});

describe('keyboard and layout', () => {
  test('T trains, pauses and resumes; / focuses the sentence box, where both are plain characters', async () => {
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

  test('single-letter shortcuts can be switched off, and stay off', async () => {
    await addFiles('a.train');
    await expect.element(button('Train')).toBeEnabled();
    await button('Help').click();
    await page.getByRole('switch', { name: 'Single letters are shortcuts' }).click();
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('t');
    await expect.poll(() => useRunStore.getState().run.phase).toBe('idle');
    expect(JSON.parse(localStorage.getItem(PREFERENCES_KEY)!)).toMatchObject({ state: { hasShortcuts: false } });
  });

  test('the cells of the matrix are reached by arrow keys', async () => {
    await train();
    trainer.finishEpoch();
    const matrix = page.getByRole('grid');
    await expect.element(matrix).toBeVisible();
    (matrix.element() as SVGElement).focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}');
    await expect.element(page.getByRole('gridcell')).toHaveAccessibleName(/^B-PER → I-PER: [+−]\d/);
    await userEvent.keyboard('{End}');
    await expect.element(page.getByRole('gridcell')).toHaveAccessibleName('B-PER → END: illegal in this scheme');
  });

  test('a narrow page shows one column at a time and does not scroll sideways', async () => {
    await page.viewport(390, 844);
    await train();
    await expect
      .element(page.getByRole('tab', { name: 'Studio', exact: true }))
      .toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('figure', { name: 'Loss' })).toBeVisible();
    await page.getByRole('tab', { name: 'Try' }).click();
    await expect.element(sentence).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  test('a page that becomes narrow keeps its columns, whose fields may be filled', async () => {
    const loss = page.getByRole('figure', { name: 'Loss' });
    await expect.element(loss).toBeVisible();
    const before = loss.element();
    await page.viewport(390, 844);
    await expect.element(page.getByRole('tab', { name: 'Data', exact: true })).toHaveAttribute('aria-selected', 'true');
    await page.viewport(1440, 900);
    await expect.element(loss).toBeVisible();
    expect(loss.element()).toBe(before);
  });

  test('at 1440 by 900 the page does not scroll during training', async () => {
    await train();
    trainer.finishEpoch();
    await sentence.fill('Angela Merkel flew to Berlin.');
    await expectStatus(/best dev F1/);
    expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(900);
  });
});
