import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, sentence } from '../../../../test/app/page-parts.ts';

const readings = page.getByRole('region', { name: 'Other readings' });

beforeEach(async () => {
  await mountApp();
  await addFiles('model.zip');
});

test('other readings are shown if the model is not sure', async () => {
  await sentence.fill('She met May in Paris.');
  await expect.element(readings.getByRole('listitem')).toHaveTextContent('.21PER May');
  await sentence.fill('She left Paris.');
  await expect.element(readings).not.toBeInTheDocument();
});
