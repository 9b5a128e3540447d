import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, openTab } from '../../../../test/app/page-parts.ts';
import { taggedFile, taggedRecordsFile } from '../../../../test/app/score-samples.ts';

const tagAs = async (format: string) => {
  await button('Save predictions').click();
  await page.getByRole('menuitem', { name: format }).click();
};

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
  trainer.answer('tagFile', ({ format }) => taggedFile('notes.txt', format));
});

test('a text can be tagged once there is a model, and can be removed and restored', async () => {
  await addFiles('notes.txt');
  const card = page.getByRole('listitem').filter({ hasText: 'notes.txt' });
  await expect.element(card.getByText('105 characters · 105 B')).toBeVisible();
  await expect.element(card.getByText('Train or import a model to tag it.')).toBeVisible();
  await button('Remove notes.txt').click();
  await expect.element(page.getByText('notes.txt removed')).toBeVisible();
  await button('Undo').click();
  await expect.element(button('Remove notes.txt')).toBeVisible();
  await addFiles('model.zip');
  await expect.element(card.getByText('Train or import a model to tag it.')).not.toBeInTheDocument();
  await openTab('Score');
  await expect.element(button('Save predictions')).toBeVisible();
  await expect.element(button('Score')).not.toBeInTheDocument();
});

test('the button of a text leads to where it is tagged, also on a narrow page', async () => {
  await page.viewport(390, 844);
  await addFiles('model.zip', 'a.test', 'notes.txt');
  const choice = page.getByRole('combobox', { name: 'File to score or tag' });
  await button('Tag notes.txt').click();
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).toHaveDisplayValue('notes.txt (text)');
  await expect.element(button('Save predictions')).toBeVisible();
});

test.each([
  ['JSON lines', 'jsonl'],
  ['CoNLL', 'conll'],
  ['CSV of entities', 'csv'],
])('a text is tagged and saved as %s, with counts of the entities', async (label, format) => {
  await addFiles('model.zip', 'notes.txt');
  await openTab('Score');
  let saved: Promise<string> | undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe(`notes.predicted.${format}`);
    saved = fetch(this.href).then((response) => response.text());
  });
  await tagAs(label);
  await expect
    .element(page.getByText('notes.txt, tagged by model: 2,110 sentences, 40,332 tokens in 3 s'))
    .toBeVisible();
  const found = page.getByRole('list', { name: 'Found in notes.txt' }).getByRole('listitem');
  await expect.poll(() => found.elements().map((item) => item.textContent)).toEqual(['PER1,204', 'LOC311']);
  expect(click).toHaveBeenCalledOnce();
  click.mockRestore();
  expect(await saved).toBe(`as ${format}\n`);
});

test('records: the fields with texts are chosen on the card, and the results are a table', async () => {
  trainer.answer('tagFile', ({ format }) => taggedRecordsFile('mail.csv', format));
  await addFiles('model.zip', 'mail.csv');
  const card = page.getByRole('listitem').filter({ hasText: 'mail.csv' });
  await expect.element(card.getByText(/^2.records.·.\d+.characters/)).toBeVisible();
  await expect.element(card.getByText('Texts: text', { exact: true })).toBeVisible();
  await expect.element(card.getByText(/text by its name; subject could be texts, too/)).toBeVisible(); // open, as it is in doubt
  await expect.element(card.getByRole('cell', { name: 'Then she met Tom Arden.' })).toBeVisible();
  const isText = (field: string) => card.getByRole('checkbox', { name: `${field} is a text` });
  await isText('subject').click();
  await expect.element(card.getByText('Texts: subject, text')).toBeVisible();
  await isText('text').click();
  await expect.element(card.getByText('Texts: subject', { exact: true })).toBeVisible();
  await isText('subject').click(); // the last one stays
  await expect.element(isText('subject')).toBeChecked();
  await openTab('Score');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await tagAs('CSV of records');
  expect(trainer.lastAsked('tagFile')).toMatchObject({ format: 'table' });
  const records = page.getByRole('region', { name: 'Records', exact: true });
  await expect.element(records.getByText(/^All 2.records\.$/)).toBeVisible();
  await expect.element(records.getByText('1 cell begins with =.')).toBeVisible();
  await expect.element(records.getByRole('columnheader', { name: 'predicted PER' })).toBeVisible();
  await expect.element(records.getByRole('row', { name: /^9 Then she met Tom Arden\. Tom Arden$/ })).toBeVisible();
  click.mockRestore();
});

test('tagged sentences are shown in order or least sure first, and can be saved and opened', async () => {
  await addFiles('model.zip', 'notes.txt');
  await openTab('Score');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await button('Tag').click();
  const sentences = page.getByRole('region', { name: 'Sentences' });
  const items = sentences.getByRole('listitem');
  await expect.element(sentences.getByText('The first 60 of 2,110.')).toBeVisible();
  expect(click).not.toHaveBeenCalled();
  await expect.element(items.first().getByText('Sentence 1', { exact: true })).toBeVisible();
  await expect.poll(() => items.elements()).toHaveLength(50);
  await button('10 more sentences').click();
  await expect.poll(() => items.elements()).toHaveLength(60);
  await sentences.getByText('Least sure first').click();
  await expect.element(items.first().getByText('Sentence 60 · least sure of “Vale”: B-LOC, .41')).toBeVisible();
  await expect.poll(() => items.first().element().querySelector('mark')?.textContent).toBe('Vale');
  let saved: Promise<string> | undefined;
  click.mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('notes.least-sure.conll');
    saved = fetch(this.href).then((response) => response.text());
  });
  await button('Save as CoNLL').click();
  expect(await saved).toMatch(/^They O\nleft O\nVale B-LOC\n\nThey O\n/);
  click.mockRestore();
  await items.first().getByRole('button', { name: 'Try it' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Try a sentence' })).toHaveValue('They left Vale');
});

test('cancelled tagging saves nothing, and the focus moves to a nearby control', async () => {
  await addFiles('model.zip', 'notes.txt');
  await openTab('Score');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  trainer.delays.set('tagFile', new Promise(() => undefined));
  await tagAs('CoNLL');
  await expect.element(page.getByText('Tagging…')).toBeVisible();
  trainer.emit('progress', { task: 'tagging', name: 'notes.txt', done: 25, total: 100, unit: 'characters' });
  await expect.element(page.getByText('Tagging 25.0%…')).toBeVisible();
  await button('Cancel').click();
  await expect.element(button('Cancel')).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Tagging/)).not.toBeInTheDocument();
  expect(document.activeElement).toBe(button('Tag').element());
  expect(click).not.toHaveBeenCalled();
  click.mockRestore();
});
