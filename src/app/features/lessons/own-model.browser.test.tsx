import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, openTab } from '../../../../test/app/page-parts.ts';
import { languageChosen } from './store.ts';
import { placeChosen } from './use-place.ts';

test('a figure of a CRF takes its numbers from the model in use', { timeout: 60_000 }, async () => {
  await mountApp();
  languageChosen('en');
  await openTab('Lessons');
  placeChosen({ chapter: '10-viterbi' });
  const figure = page.getByRole('figure', { name: 'One step with numbers' });
  const emission = figure.getByRole('spinbutton', { name: 'Emission of Anna, O' });
  const numbers = figure.getByLabelText('Numbers');
  await expect.element(emission).toHaveValue('0.30');
  await expect.element(numbers).not.toBeInTheDocument(); // without a model

  await addFiles('model.zip');
  await numbers.selectOptions('own');
  await expect.element(figure).toHaveTextContent(/of the \d+ tags.* of the probability/);
  await expect.element(emission).not.toHaveValue('0.30');

  const sentence = figure.getByRole('textbox', { name: 'Sentence' });
  await sentence.fill('Angela Merkel left Paris');
  await expect.element(figure.getByRole('spinbutton', { name: /^Emission of Merkel, / }).first()).toBeVisible();
  await sentence.fill('one two three four five six seven eight nine');
  await expect.element(figure).toHaveTextContent('room for one sentence of up to 8 words');

  await numbers.selectOptions('lesson');
  await expect.element(emission).toHaveValue('0.30');
  await numbers.selectOptions('own');
  await page.getByRole('button', { name: /^Remove model/ }).click();
  await expect.element(emission).toHaveValue('0.30'); // the model is gone
  placeChosen({ chapter: undefined });
});
