import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = { epochs: 2, patience: 0, hidden: 8, charDim: 4, charFeatures: 4, batchSize: 6 };

/** Hides that the GPU is a software adapter: `auto` would not consider one. */
const DISGUISE = `
  const info = { vendor: 'acme', architecture: 'rocket', device: '', description: '', isFallbackAdapter: false };
  for (const [name, value] of Object.entries(info)) Object.defineProperty(GPUAdapterInfo.prototype, name, { value });
`;

test('with a GPU, Train times both devices once and uses the faster one; the page shows both times', async ({
  page,
  studio,
}) => {
  await page.route(/\/trainer\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${DISGUISE}${await response.text()}` });
  });
  const used = page.getByRole('banner').getByText(/^(WebGPU|WebAssembly SIMD), /);
  const about = page.getByRole('button', { name: 'About the device' });
  const seen = page.getByText(
    /^(WebGPU|SIMD) is not used: A training step takes [\d.]+ ms on acme rocket, [\d.]+ ms on WebAssembly SIMD/,
  );

  await studio.open({ device: 'auto', sample: 'none' }, RECIPE);
  await expect(used).toHaveText('WebGPU, acme rocket');
  await about.click();
  await expect(page.getByText(/^SIMD is not used: .* Train first times a few steps on both/)).toBeVisible();
  await page.keyboard.press('Escape');
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await expect(studio.status).toContainText(/^Loading the run: timing a few steps on (acme rocket|WebAssembly SIMD)/);
  await studio.waitFor('Finished', 120_000);
  await about.click();
  const verdict = await seen.innerText();
  await page.keyboard.press('Escape');
  await expect(used).toHaveText(verdict.startsWith('WebGPU') ? /^WebAssembly SIMD/ : 'WebGPU, acme rocket');

  await page.reload(); // the files are restored
  await studio.train.click();
  await studio.waitFor('Finished', 120_000);
  await about.click();
  expect(await seen.innerText(), 'remembered, not timed again').toBe(verdict);
});
