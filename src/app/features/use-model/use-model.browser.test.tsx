import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, train } from '../../../../test/app/page-parts.ts';

const panel = page.getByRole('region', { name: 'Use the model elsewhere' });

test('the page shows programs that use the exported model', async () => {
  await mountApp();
  await expect.element(panel).not.toBeInTheDocument();
  await addFiles('model.zip');
  await expect.element(panel.getByLabelText('Program in Python')).toHaveTextContent('unzip model.zip -d model');
  await panel.getByText('JavaScript', { exact: true }).click();
  await expect.element(panel.getByLabelText('Program in JavaScript')).toHaveTextContent('unzip model.zip -d model');
  await panel.getByText('Terminal', { exact: true }).click();
  await expect.element(panel.getByLabelText('Program in Terminal')).toHaveTextContent('npx tagsmith tag model.zip');
  await train();
  await expect.element(panel).not.toBeInTheDocument();
  await button('Stop').click();
  await expect.element(panel).toBeVisible();
});
