import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

// A first visit, before the service worker checks files, on which a file of the page arrives broken.

test.use({ serviceWorkers: 'block' });

const ANSWERS: Record<string, (route: Route) => Promise<void>> = {
  missing: (route) => route.fulfill({ status: 404, body: '' }),
  'a login page': (route) => route.fulfill({ contentType: 'text/html', body: '<html>Log in</html>' }),
  'cut off': async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    await route.fulfill({ response, body: body.subarray(0, body.length >> 1) });
  },
};

async function openWith(page: Page, file: RegExp, answer: (route: Route) => Promise<void>) {
  await page.route((url) => file.test(url.pathname), answer);
  await page.goto('?device=simd&sample=none');
}

for (const [what, answer] of Object.entries(ANSWERS)) {
  test(`the page's script is ${what}: the page says so and can be loaded again`, async ({ page }) => {
    await openWith(page, /assets\/index-[^/]*\.js$/, answer);
    await expect(page.getByRole('alert')).toContainText(/could not start: index-.*\.js could not be (loaded|run)/);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('status', { name: 'Run status' })).toContainText('Idle');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

test('a script of a tab is missing: its place says so, and the rest of the page goes on', async ({ page }) => {
  await openWith(page, /AnnotatePanel-[^/]*\.js$/, ANSWERS['missing']!);
  await page.getByRole('tab', { name: 'Annotate', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await expect(page.getByText('AnnotatePanel', { exact: false }).first()).toContainText('did not arrive');
  await page.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Loss' })).toBeVisible();
});

test('the script that stores runs is missing: a message says so', async ({ page }) => {
  await openWith(page, /start-keeping-[^/]*\.js$/, ANSWERS['missing']!);
  await expect(page.getByText(/start-keeping-.*\.js did not arrive/)).toBeVisible();
});

const WRITES_MODELS = /\/(export-files|bundle)-[^/]*\.js$/;

test('the script that writes models is missing: a run says so before it begins', async ({ page, studio }) => {
  await page.route((url) => WRITES_MODELS.test(url.pathname), ANSWERS['missing']!);
  await studio.open({ device: 'simd' }, { epochs: 1 });
  await studio.train.click();
  await expect(studio.status).toContainText(/export-files-.*\.js of the studio did not arrive\. Reload the page/);
  await page.unrouteAll();
  await page.reload();
  await studio.train.click();
  await studio.waitFor('Training');
});

test('the script that writes models is gone after a run: the model can be exported', async ({ page, studio }) => {
  await studio.openTrained('simd', 'preset=tagsmith-quick&epochs=1');
  await page.route((url) => WRITES_MODELS.test(url.pathname), ANSWERS['missing']!);
  const download = page.waitForEvent('download');
  await studio.exportModel.click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
});
