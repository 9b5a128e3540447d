import type { Page } from '@playwright/test';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = { epochs: 1, hidden: 8, wordDim: 8, charDim: 4, charFeatures: 4 };
/** CSS pixels: WCAG 2.2, 2.5.8. */
const SMALLEST_TARGET = 24;

test('the document has a language, title and description, and its headings are in order', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' });
  await expect(page).toHaveTitle('Tagsmith');
  const { description, lang, mode, viewport, levels } = await page.evaluate(() => ({
    description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? '',
    lang: document.documentElement.lang,
    mode: document.compatMode,
    viewport: document.querySelector<HTMLMetaElement>('meta[name=viewport]')?.content ?? '',
    levels: [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => Number(tagName.slice(1))),
  }));
  expect(description.length).toBeGreaterThan(40);
  expect(lang).toBe('en');
  expect(mode, 'no quirks').toBe('CSS1Compat');
  expect(viewport).not.toMatch(/user-scalable=no|maximum-scale/);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  levels.slice(1).forEach((level, i) => expect(level).toBeLessThanOrEqual(levels[i]! + 1));
});

test('all targets on a narrow page are large enough to touch', async ({ page, studio, device }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await studio.open({ device, sample: 'none' });
  await studio.addFiles([trainFile(), devFile]);
  await expect(studio.train).toBeEnabled();
  for (const tab of ['Data', 'Studio', 'Try']) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    expect.soft(await smallTargets(page), tab).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, `${tab} fits`).toBeLessThanOrEqual(390);
  }
});

/** Targets below the minimum size. For a hidden input the target is its label. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('button, select, [role=tab], summary, label:has(input)').evaluateAll(
    (elements, smallest) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.width < smallest || box.height < smallest))
        .map(({ element, box }) => `${element.ariaLabel ?? element.textContent}: ${box.width} x ${box.height}`),
    SMALLEST_TARGET,
  );
}

test('works without deprecated APIs', async ({ page, studio, device }) => {
  await page.addInitScript(() => {
    const reports: string[] = [];
    Object.assign(globalThis, { reports });
    new ReportingObserver((all) => all.forEach(({ body }) => reports.push(JSON.stringify(body))), {
      types: ['deprecation', 'intervention'],
      buffered: true,
    }).observe();
  });
  await studio.open({ device, sample: 'none' }, RECIPE);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished');
  await studio.tag('Nora Field sails.');
  await expect(studio.entities).toContainText('Nora Field sails.');
  await page.getByRole('button', { name: 'Save Loss' }).click();
  const { bytes } = await studio.downloaded(() => page.getByRole('menuitem', { name: 'PNG' }).click());
  expect(bytes.length).toBeGreaterThan(1000);
  expect(await page.evaluate(() => (globalThis as unknown as { reports: string[] }).reports)).toEqual([]);
});
