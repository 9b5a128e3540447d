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
  const heights = await Promise.all(
    [
      page.getByRole('banner'),
      page.getByRole('tablist', { name: 'Columns' }),
      page.getByRole('region', { name: 'Training controls' }),
    ].map(async (part) => (await part.boundingBox())!.height),
  );
  expect(heights.reduce((sum, height) => sum + height, 0)).toBeLessThan(844 / 4);
});
