import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { writeServiceWorker } from '../scripts/service-worker.ts';
import { serveFolder } from './fixtures/static-server.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

// The studio as GitHub Pages serves it: below a path, without headers. The service worker adds them.

const PATH = '/project/studio/';
const SMALL = 'epochs=400&patience=0&hidden=24&charFeatures=8&batchSize=4';

/** Counts the pages that a tab loads. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

async function openHere(page: Page, url: string): Promise<StudioPage> {
  const studio = new StudioPage(page);
  await page.goto(url);
  await studio.waitFor('Idle');
  return studio;
}

async function deviceReport(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'About the device' }).click();
  const text = await page.getByText(/^Used: /).innerText();
  await page.keyboard.press('Escape');
  return text;
}

/** Waits until the studio is stored. */
async function waitUntilStored(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Help' }).click();
  await expect(page.getByText('The studio is stored in this browser')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
}

const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);

test('on a host without headers all threads train, after one reload', async ({ page }) => {
  const host = await serveFolder('dist', PATH);
  const loads = countLoads(page);
  const studio = await openHere(page, `${host.url}?device=simd&sample=none#${SMALL}`);
  expect(await isIsolated(page)).toBe(true);
  const cores = Math.min(await page.evaluate(() => navigator.hardwareConcurrency), 8);
  expect(await deviceReport(page)).toContain(cores === 1 ? 'one thread' : `${cores} threads`);
  expect(page.url()).toContain(SMALL);
  await waitUntilStored(page);
  expect(loads()).toBe(2);

  // The next visit needs no reload. Workers get the policy with their script.
  const again = await page.context().newPage();
  const loadsAgain = countLoads(again);
  await openHere(again, `${host.url}?device=simd&sample=none`);
  expect(await isIsolated(again)).toBe(true);
  const policies = await again.evaluate(async () => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
    const answer = await fetch(scripts.find((name) => name.includes('trainer.worker')) ?? '');
    return answer.headers.get('content-security-policy');
  });
  expect(policies).toContain("connect-src 'self'");
  expect(loadsAgain()).toBe(1);
  await studio.waitFor('Idle');
  await host.close();
});

test('a page that cannot be isolated is reloaded once at most, and works', async ({ page }) => {
  const host = await serveFolder('dist', PATH);
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
  });
  const loads = countLoads(page);
  await openHere(page, `${host.url}?device=simd&sample=none`);
  await page.reload();
  await new StudioPage(page).waitFor('Idle');
  await waitUntilStored(page);
  expect(loads()).toBe(3); // the first load, the automatic reload, and the reload above
  await host.close();
});

test('without the network the page opens, loads its sample and trains', async ({ page }) => {
  const host = await serveFolder('dist', PATH);
  const studio = await openHere(page, `${host.url}?device=simd#${SMALL}`);
  await waitUntilStored(page);
  await host.close();
  await page.reload();
  await studio.waitFor('Idle');
  expect(await isIsolated(page)).toBe(true);
  await expect(studio.train).toBeEnabled({ timeout: 60_000 });
  await studio.train.click();
  await studio.waitForScores();
  await expect(studio.figure('Loss').locator('path.recharts-curve').first()).toBeVisible();
  await studio.stop.click();
  await studio.waitFor('Stopped');
  await studio.tag('Angela Merkel flew to Berlin.');
  await page.getByRole('tab', { name: 'Inside' }).click();
  await expect(page.getByRole('figure', { name: 'Emissions' })).toBeVisible();
});

test('a stored script that is not the file of the build is replaced at the next load', async ({ page }) => {
  const host = await serveFolder('dist', PATH);
  const studio = await openHere(page, `${host.url}?device=simd&sample=none`);
  await waitUntilStored(page);
  // As after a login page of a network was stored in place of the page's script.
  const damageScript = async (text: string) => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module]')!.src;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const stored = await cache.match(script);
      if (stored !== undefined) await cache.put(script, new Response(text, { headers: stored.headers }));
    }
    return script;
  };
  const script = await page.evaluate(damageScript, '<html>Log in</html>');
  await page.reload();
  await studio.waitFor('Idle');
  await waitUntilStored(page);
  const texts = await page.evaluate(async (url) => {
    const stored = await caches.match(url);
    return { isStored: stored !== undefined, text: (await stored?.text())?.slice(0, 6) };
  }, script);
  expect(texts.isStored).toBe(true);
  expect(texts.text).not.toBe('<html>');
  await host.close();
});

test('a new version is offered, not during a run, and does not change other tabs', async ({ page }, info) => {
  const folder = copyOfStudio(info);
  const host = await serveFolder(folder, PATH);
  const url = `${host.url}?device=simd#${SMALL}`;
  const studio = await openHere(page, url);
  await waitUntilStored(page);
  const other = await page.context().newPage();
  await openHere(other, url);

  await publishNextVersion(folder);
  await page.reload();
  await studio.waitFor('Idle');
  await expect(page.locator('html')).not.toHaveAttribute('data-version', '2');
  await expect(studio.messages).toContainText('A new version of Tagsmith is ready', { timeout: 60_000 });
  const update = page.getByRole('button', { name: 'Update', exact: true });
  await studio.train.click();
  await studio.waitFor('Training', 60_000);
  await expect(studio.messages).toContainText('when the run has ended');
  await expect(update).toBeHidden();
  await studio.stop.click();
  await studio.waitFor('Stopped');

  await update.click();
  await expect(page.locator('html')).toHaveAttribute('data-version', '2');
  await studio.waitFor('Idle');
  expect(await isIsolated(page)).toBe(true);
  await expect(studio.messages).not.toContainText('A new version');

  // The other tab still has the previous version, whose scripts the host no longer has.
  await expect(other.locator('html')).not.toHaveAttribute('data-version', '2');
  await other.getByRole('button', { name: 'Help' }).click();
  await expect(other.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await host.close();
});

test('files that are opened with the installed studio are read', async ({ page, studio, device }) => {
  await page.addInitScript(() => {
    // Like the browser when a file is opened with the studio: queues the files until there is a consumer.
    const getFile = async () => new File(['Nora\tB-PER\n\nLund\tB-LOC\n'], 'own.train');
    const launchQueue = { setConsumer: (consume: (launch: unknown) => void) => consume({ files: [{ getFile }] }) };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
  });
  await studio.open({ device });
  await expect(studio.useOf('own.train')).toHaveValue('train');
});

function copyOfStudio(info: TestInfo): string {
  const folder = info.outputPath('studio');
  cpSync('dist', folder, { recursive: true });
  return folder;
}

/** A version with a different page and without the help dialog. */
async function publishNextVersion(folder: string): Promise<void> {
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<html ', '<html data-version="2" '));
  const assets = join(folder, 'assets');
  for (const name of readdirSync(assets)) if (name.startsWith('HelpDialog')) rmSync(join(assets, name));
  await writeServiceWorker(folder);
}
