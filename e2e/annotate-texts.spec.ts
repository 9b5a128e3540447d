import { marks, startSet, words } from './fixtures/annotation.ts';
import { textFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

test.describe('in a window of a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('words are marked by touch: taps, and a drag over two lines', async ({ page, studio, device, context }) => {
    await studio.open({ device, sample: 'none' }, {});
    await page.getByRole('tab', { name: 'Studio' }).tap();
    await startSet(page, 'Yesterday the ferry brought Nora Field from Westmark to Aldport.\nIvo stayed.', 'Touch');
    const token = (text: string) => words(page).getByRole('option', { name: text, exact: true });
    await token('Westmark').tap();
    await page.getByRole('button', { name: 'Mark as LOC' }).tap();
    await expect.poll(() => marks(page)).toEqual(['LOC Westmark']);

    const session = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] });
    const centre = async (text: string) => {
      const box = (await token(text).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await touch('touchStart', await centre('Nora'));
    await touch('touchMove', await centre('Field'));
    await page.waitForTimeout(300); // lifting a moving finger starts a fling, and the browser treats the next tap as its end
    await touch('touchEnd');
    await expect(words(page).getByRole('option', { selected: true })).toHaveText(['Nora', 'Field']);
    await page.getByRole('button', { name: 'Mark as PER' }).tap();
    await expect.poll(() => marks(page)).toEqual(['PER Nora Field', 'LOC Westmark']);

    await token('Westmark').tap();
    await page.getByRole('button', { name: 'Remove' }).tap();
    await expect.poll(() => marks(page)).toEqual(['PER Nora Field']);
    await page.getByRole('button', { name: 'Accept', exact: true }).tap();
    await expect(token('Ivo')).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});

test('in right-to-left text, the left arrow goes to the next word', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, 'وصلت سارة حداد إلى الميناء .', 'Arabic');
  await expect(words(page)).toHaveCSS('direction', 'rtl');
  await words(page).press('ArrowLeft');
  await words(page).press('Shift+ArrowLeft');
  await words(page).press('1');
  await expect.poll(() => marks(page)).toEqual(['PER سارة حداد']);
  await words(page).press('Alt+ArrowRight'); // its end, by a word
  await expect.poll(() => marks(page)).toEqual(['PER سارة']);
});

test('a sentence of 800 words can be marked from its first to its last word', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  const long = Array.from({ length: 800 }, (_, i) => `word${i}`);
  const file = textFile('long.jsonl', `${JSON.stringify({ tokens: long })}\n`);
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByLabel('Files to annotate').setInputFiles(file);
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await expect(words(page).getByRole('option')).toHaveCount(800);
  await words(page).press('1');
  await words(page).press('End');
  await words(page).press('Shift+ArrowLeft');
  await words(page).press('2');
  await expect.poll(() => marks(page)).toEqual(['PER word0', 'ORG word798 word799']);
  await expect(words(page).getByRole('option', { name: 'word799' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeInViewport();
});

test('guidelines and types are imported with the sentences that they belong to', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, 'The Heron left Aldport.', 'Ships');
  await page.getByText('Guidelines', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Guidelines' }).fill('Ships have names, boats have none.');
  await words(page).press('4'); // leaves the field
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const exportAs = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    return studio.downloaded(() => page.getByRole('menuitem', { name: format }).click());
  };
  const files = [await exportAs('JSON lines with all sentences'), await exportAs('Guidelines and provenance')];
  expect(files.map(({ name }) => name)).toEqual(['Ships.all.jsonl', 'Ships.about.json']);
  await page.getByRole('button', { name: 'Sets' }).click();
  await page
    .getByLabel('Files to annotate')
    .setInputFiles(files.map(({ name, bytes }) => textFile(name, bytes.toString())));
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await expect(page.getByRole('status', { name: 'Annotated' })).toHaveText('1 of 1 sentence annotated');
  await page.getByText('Guidelines', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Guidelines' })).toHaveValue('Ships have names, boats have none.');
});

test('the import can be undone and redone without a keyboard', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, 'The Heron left Aldport.', 'Ships');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(words(page)).toBeHidden();
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(words(page)).toContainText('The Heron left Aldport.');
});
