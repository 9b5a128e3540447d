import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures/test.ts';

/** Half the size of the default, for speed. */
const RECIPE = 'epochs=3&hidden=100&learningRate=0.003';
/** Percent; this recipe reaches 78. */
const LEAST_DEV_F1 = 60;
/** On a software GPU an epoch of the sample takes minutes, and the page is the same on both devices. */
const ON_SIMD = { tag: '@simd' };
/** Cumulative layout shift; above this it "needs improvement". */
const GOOD_LAYOUT_SHIFT = 0.1;

const corpora = (name: string) => ({ name, mimeType: 'text/plain', buffer: readFileSync('public/sample/dev.conll') });

test(
  'the page opens with a corpus and vectors, and Train makes a tagger from them',
  ON_SIMD,
  async ({ page, studio, device }) => {
    await page.goto(`./?device=${device}#${RECIPE}`);
    await studio.waitFor('Idle');
    await studio.openCard('sample.train');
    await expect(page.getByText('1,031 sentences · 19,434 tokens')).toBeVisible();
    await expect(page.getByText('40,740 words')).toBeVisible();

    await studio.train.click();
    await studio.waitFor('Finished', 110_000);
    const [, , f1] = await studio.scoresOf('Overall');
    expect(Number(f1)).toBeGreaterThan(LEAST_DEV_F1);
    for (const width of [1260, 1440]) {
      await page.setViewportSize({ width, height: 800 }); // the narrowest width with three columns, and a common one
      const room = page.getByRole('table', { name: 'Entity scores' }).locator('..');
      await expect.poll(() => room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    }

    await studio.tag('Mira Holt flew from Oslo to Berlin with a delegation from Norway.');
    await expect
      .poll(() => studio.foundEntities())
      .toEqual(
        expect.arrayContaining([
          { type: 'LOC', text: 'Oslo' },
          { type: 'LOC', text: 'Berlin' },
          { type: 'LOC', text: 'Norway' },
        ]),
      );
  },
);

for (const width of [390, 800, 1440]) {
  test(
    `at ${width} pixels the layout does not shift while the sample loads`,
    ON_SIMD,
    async ({ page, studio, device }) => {
      await page.setViewportSize({ width, height: 823 });
      await studio.open({ device });
      await expect(page.getByText('40,740 words')).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) => {
              const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
              resolve(shifts.reduce((sum, { value }) => sum + value, 0));
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(0), 1000); // no shift was reported
          }),
      );
      expect(shift).toBeLessThan(GOOD_LAYOUT_SHIFT);
    },
  );
}

test('a training file replaces the sample, which can be restored', async ({ page, studio, device }) => {
  await studio.open({ device });
  await studio.addFiles([corpora('own.train')]);
  await expect(page.getByText('Sample corpus removed')).toBeVisible();
  const uses = page.getByLabel(/^Use of /);
  await expect(uses).toHaveCount(1);
  await expect(page.getByLabel('Use of own.train')).toHaveValue('train');
  await expect(page.getByText('40,740 words')).toBeVisible();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(uses).toHaveCount(4);
  await expect(page.getByLabel('Use of sample.train')).toHaveValue('train');
  await expect(page.getByLabel('Use of own.train')).toHaveValue('unused');
});

test('the page can open without the sample, which can be loaded later', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  await expect(studio.train).toBeDisabled();
  await page.getByRole('button', { name: 'Load the sample' }).click();
  await studio.openCard('sample.train');
  await expect(page.getByText('1,031 sentences · 19,434 tokens')).toBeVisible();
  await expect(studio.train).toBeEnabled();
});
