import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, sentence } from '../../../../test/app/page-parts.ts';

const readings = page.getByRole('region', { name: 'Other readings' });

beforeEach(async () => {
  await mountApp();
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
