import { expect, test } from './fixtures/test.ts';

test('at 1280 × 720 each file is one line, and the recipe and Train are above the fold', async ({
  page,
  studio,
  device,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await studio.open({ device });
  await expect(studio.train).toBeEnabled();
  for (const name of ['sample.train', 'sample.dev', 'sample.test']) {
    const card = page.getByRole('listitem').filter({ has: studio.useOf(name) });
    expect((await card.boundingBox())!.height).toBeLessThan(40);
  }
  for (const label of ['Preset', 'Epochs', 'Learning rate', 'Seeds', 'Batch size']) {
    await expect(studio.setting(label)).toBeInViewport({ ratio: 1 });
  }
  await expect(studio.train).toBeInViewport({ ratio: 1 });
});

test('on a phone header, tabs and bar take less than a quarter of the height', async ({ page, studio, device }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await studio.open({ device });
  await expect(studio.train).toBeEnabled();
  await page.getByRole('tab', { name: 'Studio' }).click();
  const heights = await Promise.all(
    [
      page.getByRole('banner'),
      page.getByRole('tablist', { name: 'Columns' }),
      page.getByRole('tablist', { name: 'Views of the run' }),
      page.getByRole('region', { name: 'Training controls' }),
    ].map(async (part) => (await part.boundingBox())!.height),
  );
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(844 / 4);
});

test('on a phone the views are one row of tabs, and the chosen one is in view', async ({ page, studio, device }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await studio.open({ device });
  await page.getByRole('tab', { name: 'Studio' }).click();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const top = async (name: string) => (await tab(name).boundingBox())!.y;
  expect(await top('Lessons')).toBe(await top('Charts'));
  await expect(tab('Lessons')).not.toBeInViewport({ ratio: 1 });
  await tab('Charts').focus();
  await page.keyboard.press('ArrowLeft'); // to the last one
  await expect(tab('Lessons')).toHaveAttribute('aria-selected', 'true');
  await expect(tab('Lessons')).toBeInViewport({ ratio: 1 });
});

test('the fields of a new annotation set are on one line', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  await page.getByRole('tab', { name: 'Annotate' }).click();
  const top = async (name: string) => (await page.getByRole('textbox', { name, exact: true }).boundingBox())!.y;
  const labelTop = async (name: string) => (await page.locator('label', { hasText: name }).boundingBox())!.y;
  expect(await top('Name')).toBe(await top('Types'));
  expect(await labelTop('Name')).toBe(await labelTop('Types'));
});
