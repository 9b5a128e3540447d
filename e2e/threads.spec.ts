import type { Page } from '@playwright/test';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';
import type { StudioPage } from './fixtures/studio-page.ts';

/** Large enough for kernels to use several threads. */
const RECIPE = { epochs: 2, patience: 0, hidden: 200, batchSize: 12 };

async function deviceReport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'About the device' }).click();
  const report = page.getByText(/^Used: /).locator('..');
  const text = await report.innerText();
  await page.keyboard.press('Escape');
  return text;
}

async function trainToEnd(studio: StudioPage): Promise<void> {
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);
}

test('simd trains with one thread per core, up to 8', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  const cores = Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 8);
  expect(await deviceReport(page)).toContain(cores === 1 ? 'one thread' : `${cores} threads`);
  await trainToEnd(studio);
});

test('simd trains with the number of threads in the address', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none', threads: '3' }, RECIPE);
  expect(await deviceReport(page)).toContain('3 threads');
  await trainToEnd(studio);
});

test('without isolation, and without service workers, simd trains on one thread, and the page says how to enable more', async ({
  page,
  studio,
  device,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const isolation = /^cross-origin-(opener|embedder)-policy$/;
      const headers = Object.entries(response.headers()).filter(([name]) => !isolation.test(name));
      await route.fulfill({ response, headers: Object.fromEntries(headers) });
    },
  );
  await studio.open({ device, sample: 'none' }, RECIPE);
  const report = await deviceReport(page);
  expect(report).toContain('one thread');
  expect(report).toContain('Cross-Origin-Opener-Policy: same-origin');
  await trainToEnd(studio);
});
