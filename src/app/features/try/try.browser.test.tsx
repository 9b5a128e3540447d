import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';

const readings = page.getByRole('region', { name: 'Other readings' });
const box = page.getByRole('textbox', { name: 'Try a sentence' });

let unmount: () => void;

beforeEach(async () => {
  ({ unmount } = await mountApp());
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), [new File(['x'], 'model.zip')]);
});

afterEach(() => unmount());

test('where the model is not sure, the other readings of the sentence are told', async () => {
  await box.fill('She met May in Paris.');
  await expect.element(readings.getByRole('listitem')).toHaveTextContent('.21PER May');
  await box.fill('She left Paris.');
  await expect.element(readings).not.toBeInTheDocument();
});
