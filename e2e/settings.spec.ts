import { expectAccessible } from './fixtures/accessible.ts';
import { expect, test } from './fixtures/test.ts';

test('the address holds the recipe and restores it', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, { preset: 'ma-hovy', epochs: 7 });
  await expect(page.getByLabel('Preset')).toHaveValue('ma-hovy');
  await expect(studio.setting('Epochs')).toHaveValue('7');
  await expect(studio.setting('Learning rate')).toHaveValue('0.015');

  await page.getByRole('button', { name: 'All settings' }).click();
  await studio.setting('Decoder').selectOption('softmax');
  await studio.setting('Hidden units').fill('64');
  await expect(page).toHaveURL(/\?.*#preset=ma-hovy&epochs=7&hidden=64&decoder=softmax$/);
  await page.reload();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expect(page.getByLabel('Preset')).toHaveValue('ma-hovy');
  await expect(studio.setting('Epochs')).toHaveValue('7');
  await expect(studio.setting('Hidden units')).toHaveValue('64');
  await expect(studio.setting('Decoder')).toHaveValue('softmax');
  await page.getByRole('button', { name: 'Reset Hidden units to 200' }).click();
  await expect(page).toHaveURL(/#preset=ma-hovy&epochs=7&decoder=softmax$/);
});

test('invalid settings in the address are reported', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, { epochs: 0, cell: 'transformer', colour: 'red', batchSize: 4 });
  await expect(studio.messages).toContainText('epochs is 0: expected a whole number from 1 to 1000.');
  await expect(studio.messages).toContainText('cell is transformer: expected one of lstm, gru, rnn.');
  await expect(studio.messages).toContainText('Unknown setting colour.');
  await expect(studio.setting('Epochs')).not.toHaveValue('0');
  await expect(studio.setting('Batch size')).toHaveValue('4');

  await studio.setting('Batch size').fill('0');
  await expect(page.getByText('Expected a whole number from 1 to 512.')).toBeVisible();
  await studio.setting('Epochs').fill('5');
  await expect(page).toHaveURL(/#epochs=5&batchSize=4$/);
});

test('the device is chosen in the address or on the page, which says why others are unavailable', async ({
  page,
  studio,
}) => {
  const about = page.getByRole('button', { name: 'About the device' });
  await studio.open({ device: 'simd', sample: 'none' });
  await expect(page.getByLabel('Device', { exact: true })).toHaveValue('simd');
  await about.click();
  await expect(page.getByText(/^Used: .*SIMD/)).toBeVisible();

  await page.getByLabel('Device', { exact: true }).selectOption('webgpu');
  await expect(page).toHaveURL(/\?.*device=webgpu/);
  await expect(page.getByRole('banner').getByText(/^WebGPU, /)).toBeVisible();

  await studio.open({ device: 'abacus', sample: 'none' });
  await expect(studio.messages).toContainText('Unknown device abacus: expected one of auto, webgpu, simd.');
  // The only GPU here is a software adapter: slower than SIMD, so `auto` does not choose it.
  await expect(page.getByRole('banner').getByText(/SIMD, /)).toBeVisible();
  await about.click();
  await expect(page.getByText(/^WebGPU is not used: .*software/)).toBeVisible();
});

test('this device is measured on request: training steps on each device, as a table to copy', async ({
  page,
  studio,
}) => {
  await studio.open({ device: 'simd', sample: 'none' });
  await page.getByRole('button', { name: 'About the device' }).click();
  await page.getByRole('button', { name: 'Measure this device' }).click();
  await expect(page.getByText('Measuring.')).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('SIMD')).toContainText(/SIMD[\d,.]+/, { timeout: 90_000 });
  await expect(page.getByText(/^WebGPU: .*\(software\)/)).toBeVisible();
  await expect(page.getByText(/^Used: .*SIMD/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy table' })).toBeVisible();
  const programs = page.getByText('Programs of a step on WebGPU');
  if ((await programs.count()) > 0) await programs.click(); // an adapter without timestamps has none
  await expectAccessible(page);
});
