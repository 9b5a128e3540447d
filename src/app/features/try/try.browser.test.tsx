import { legacyEncoder } from '../../../data/files/legacy-encodings.ts';
import { tryFiles } from './open-file.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, sentence } from '../../../../test/app/page-parts.ts';

const readings = page.getByRole('region', { name: 'Other readings' });

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
  await addFiles('model.zip');
});

test('other readings are shown if the model is not sure', async () => {
  await sentence.fill('She met May in Paris.');
  await expect.element(readings.getByRole('listitem').first()).toHaveTextContent(/^\.\d\d[A-Z]+ /);
  await sentence.fill('Mira Holt sailed from Oslo.'); // a sentence that it was trained on
  await expect.element(readings).not.toBeInTheDocument();
});

test('entities below the threshold are drawn faintly', async () => {
  await sentence.fill('She left Paris.');
  const mark = () => document.querySelector('[data-entity="LOC"]')!;
  await expect.element(page.getByText('Faint below')).toBeVisible();
  expect(mark().hasAttribute('data-faint')).toBe(false);
  (page.getByRole('slider', { name: 'Faint below' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await vi.waitFor(() => expect(mark().hasAttribute('data-faint')).toBe(true));
});

test('letters that the model has never seen are reported', async () => {
  await sentence.fill('She left Париж.');
  await expect.element(page.getByText(/never seen the letters П, а, р, и, ж, so .*Train it on text/)).toBeVisible();
});

test('text from right to left begins at the right', async () => {
  const direction = () => getComputedStyle(sentence.element()).direction;
  await sentence.fill('وصل أحمد إلى Oslo.');
  expect(direction()).toBe('rtl');
  await sentence.fill('Mira Holt sailed from Oslo.');
  expect(direction()).toBe('ltr');
});

test('a text whose words are apart, for a model of joined words, can be joined', async () => {
  const otherSpelling = { text: 'thăm Hà_Nội', reason: 'The training text joins words.', offer: 'Join known words' };
  const answer = { sentences: [], unknownLetters: [], milliseconds: 1 };
  trainer.answer('tag', ({ text }) => (text === 'thăm Hà Nội' ? { ...answer, otherSpelling } : answer));
  await sentence.fill('thăm Hà Nội');
  await expect.element(page.getByText('The training text joins words.')).toBeVisible();
  await page.getByRole('button', { name: 'Join known words' }).click();
  await expect.element(sentence).toHaveValue('thăm Hà_Nội');
  await expect.element(page.getByText('The training text joins words.')).not.toBeInTheDocument();
});

test('a text whose encoding was guessed is in the box, and the place to choose another one is named', async () => {
  await tryFiles([new File([legacyEncoder('koi8-r')('Вчера Иванов приехал в Казань.')], 'letter.txt')]);
  await expect.element(sentence).toHaveValue('Вчера Иванов приехал в Казань.');
  const where = 'Open letter.txt in the tab Documents to choose another encoding.';
  await expect.element(page.getByText(where)).toBeVisible();
});
