import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, expectStatus, openTab, sentence } from '../../../../test/app/page-parts.ts';
import { trainFor } from '../../../../test/app/run-parts.ts';
import { StudioError } from '../../../lib/errors.ts';
import { recordChanged, useHistoryStore } from '../../stores/runs/history.ts';
import { inspectionCleared, inspectionFailed, lectureOpened, useInsideStore } from '../../stores/inside.ts';
import { FIGURES } from './figures/registry.ts';

/** Not drawn for the model of the file, which has no documents and no attention; Over time needs a run. */
const NOT_DRAWN = ['document', 'attention', 'features', 'over-time'];
const shown = FIGURES.filter(({ name }) => !NOT_DRAWN.includes(name));
const figureOf = (name: string) => document.querySelector(`[data-section="${name}"] figure`)!;
const textsIn = (name: string, cells: string) =>
  Array.from(figureOf(name).querySelectorAll(cells), (cell) => cell.textContent);
const WAIT = { timeout: 20_000 };

test(
  'every figure of the list is drawn with its table, and a stage leads to its figure',
  { timeout: 120_000 },
  async () => {
    await mountApp();
    await addFiles('model.zip');
    await sentence.fill('Angela Merkel left Paris.');
    await openTab('Inside');
    for (const { name, title } of shown) {
      await vi.waitFor(() => {
        figureOf(name).scrollIntoView();
        expect(textsIn(name, 'h2')).toEqual([title]);
        expect(textsIn(name, 'svg[data-figure]')).not.toEqual([]);
        expect(textsIn(name, 'table, ol')).not.toEqual([]);
      }, WAIT);
    }
    expect(textsIn('account', 'tbody th')).toEqual(['Angela', 'Merkel', 'left', 'Paris', '.', 'END']);
    expect(textsIn('emissions', 'thead th').slice(0, 2)).toEqual(['Token', 'O']);
    await vi.waitFor(
      () =>
        expect(textsIn('why', 'thead th').slice(0, 3)).toEqual(['Word', 'Change in log p without it', 'p without it']),
      WAIT,
    );

    // A changed score is in the sum of the account, until it is reset.
    const scoreIn = () => textsIn('account', 'dl > div:first-child dd')[0];
    const before = scoreIn();
    const editor = page.getByRole('group', { name: 'What if?' });
    await editor.getByRole('spinbutton', { name: /→ END$/ }).fill('17');
    await vi.waitFor(() => expect(textsIn('account', 'tbody tr:last-child td')).toContain('17.00'), WAIT);
    expect(scoreIn()).not.toBe(before);
    await editor.getByRole('button', { name: 'Reset scores' }).click();
    await vi.waitFor(() => expect(scoreIn()).toBe(before), WAIT);

    await page
      .getByRole('region', { name: 'Network', exact: true })
      .getByRole('button', { name: /^Emissions/ })
      .click();
    await vi.waitFor(() => {
      const { top } = figureOf('emissions').getBoundingClientRect();
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(250); // below the tabs and the bar of tokens
    }, WAIT);
  },
);

test('Over time stays as it is when a sentence arrives', { timeout: 60_000 }, async () => {
  await mountApp();
  await addFiles('model.zip');
  await openTab('Inside');
  const overTime = () => document.querySelector('[data-section="over-time"]');
  await vi.waitFor(() => expect(overTime()).not.toBeNull(), WAIT);
  const before = overTime();
  await sentence.fill('Angela Merkel left Paris.');
  await vi.waitFor(() => expect(figureOf('trellis')).not.toBeNull(), WAIT);
  expect(overTime()).toBe(before);
});

test('one click trains the same recipe with softmax, and shows both models', { timeout: 60_000 }, async () => {
  const trainer = await mountApp();
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await sentence.fill('Angela Merkel left Paris.');
  await openTab('Inside');
  const figure = page.getByRole('figure', { name: 'Softmax and CRF' });
  await figure.getByRole('button', { name: 'Train the same recipe with softmax' }).click();
  await expectStatus(/^Training ablation.*The recipe with softmax/);
  await expect.element(figure).toHaveTextContent(/Training the same recipe with softmax/);
  const { config } = trainer.lastAsked('ablate') as { config: { decoder: string } };
  expect(config.decoder).toBe('crf'); // the row changes it
  trainer.finishEpoch();
  trainer.done('finished');
  const both = figure.getByRole('table', { name: 'Two models' });
  await expect.element(both.getByRole('rowheader').nth(0)).toHaveTextContent('Run 1 (CRF)');
  await expect
    .element(both.getByRole('rowheader').nth(1))
    .toHaveTextContent('The recipe with softmax, seed 1 (softmax)');
  await expect.element(button('Train the same recipe with softmax')).not.toBeInTheDocument();

  // Another name does not end the comparison.
  const { id } = useHistoryStore.getState().records.find(({ name }) => name.startsWith('The recipe with'))!;
  recordChanged(id, { name: 'Mine' });
  await expect.element(both.getByRole('rowheader').nth(1)).toHaveTextContent('Mine (softmax)');
});

test('a model that is not trained leaves the one that was chosen', { timeout: 60_000 }, async () => {
  const trainer = await mountApp();
  await addFiles('a.train', 'a.dev');
  await trainFor(trainer, 1);
  await trainFor(trainer, 1);
  await sentence.fill('Angela Merkel left Paris.');
  await openTab('Inside');
  const figure = page.getByRole('figure', { name: 'Softmax and CRF' });
  const other = figure.getByLabelText('Another model');
  const both = figure.getByRole('table', { name: 'Two models' });
  await other.selectOptions('Run 1 (CRF)');
  await expect.element(both.getByRole('rowheader').nth(1)).toHaveTextContent('Run 1 (CRF)');
  const failed = figure.getByText(/^The model with softmax was not trained: Out of memory/);
  const fail = () => trainer.fail(new StudioError('Internal', 'Out of memory.'));
  for (const [end, problems] of [
    [fail, 1],
    [() => trainer.done('stopped'), 0],
  ] as const) {
    await figure.getByRole('button', { name: 'Train the same recipe with softmax' }).click();
    await expectStatus(/^Training ablation.*The recipe with softmax/);
    await expect.element(failed).not.toBeInTheDocument();
    end();
    await expectStatus(/^(?!Training)/);
    await expect.element(both.getByRole('rowheader').nth(1)).toHaveTextContent('Run 1 (CRF)');
    await expect.poll(() => failed.elements()).toHaveLength(problems);
  }
});

test('the lecture view has a figure a slide, and closes at the figure', { timeout: 60_000 }, async () => {
  await mountApp();
  await addFiles('model.zip');
  await sentence.fill('Angela Merkel left Paris.');
  await openTab('Inside');
  await button('Lecture view').click();
  const figures = () =>
    Array.from(document.querySelectorAll('[data-section]'), (one) => one.getAttribute('data-section'));
  await expect.element(page.getByRole('heading', { name: /^Inside: Angela Merkel left Paris/ })).toBeVisible();
  expect(figures()).toEqual(['network']);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(figures()).toEqual(['trellis']);
  // In the toolbar of words, the arrow keys choose a word.
  await page
    .getByRole('toolbar', { name: 'Token' })
    .getByRole('button', { name: /^Merkel/ })
    .click();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(figures()).toEqual(['trellis']);
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(figures()).toContain('over-time'), WAIT);
  await expect.element(button('Lecture view')).toHaveFocus();

  // The address has the slide, and Back returns to it.
  expect(location.search).not.toContain('slide');
  history.back();
  await vi.waitFor(() => expect(figures()).toEqual(['trellis']), WAIT);
  expect(location.search).toContain('slide=trellis');
  history.forward();
  await vi.waitFor(() => expect(figures()).toContain('over-time'), WAIT);
});

test('a lecture does not open again by itself', () => {
  for (const end of [inspectionCleared, () => inspectionFailed({ code: 'Internal', message: '', stack: undefined })]) {
    lectureOpened('trellis');
    end();
    expect(useInsideStore.getState().slide).toBeUndefined();
  }
});
