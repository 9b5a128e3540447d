import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { serveFolder } from './fixtures/static-server.ts';
import { expect, test } from './fixtures/test.ts';

const VITERBI = 'sample=none&tab=lessons&lesson=10-viterbi&task=viterbi';

test('a reader fills a Viterbi table by keyboard, and it checks', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}&${VITERBI}&level=3&seed=7&lang=en`);
  await studio.waitFor('Idle');
  const task = page.getByRole('region', { name: 'The Viterbi table', exact: true });
  await expect(task.getByLabel('Level')).toHaveValue('3'); // as in the link

  // The reader computes with the numbers on the page.
  const numbers = (name: string) =>
    task
      .getByRole('table', { name })
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => Array.from(row.querySelectorAll('td'), (cell) => cell.textContent)));
  const parsed = (rows: (string | null)[][]) =>
    rows.map((row) => row.map((text) => (text === '−∞' ? -Infinity : Number(text!.replace('−', '-')))));
  const emissions = parsed(await numbers('Emissions'));
  const [start, ...transitions] = parsed(await numbers('Transitions, from row to column'));
  const indices = [0, 1, 2];
  const best = [indices.map((k) => start![k]! + emissions[k]![0]!)];
  const origins: number[][] = [];
  for (const t of [1, 2]) {
    const totals = indices.map((k) => indices.map((j) => best[t - 1]![j]! + transitions[j]![k]!));
    origins.push(totals.map((row) => row.indexOf(Math.max(...row))));
    best.push(totals.map((row, k) => Math.max(...row) + emissions[k]![t]!));
  }
  const path = [best[2]!.indexOf(Math.max(...best[2]!))];
  for (const t of [1, 0]) path.unshift(origins[t]![path[0]!]!);

  // Row by row, with Tab from field to field.
  const tags = ['O', 'B-LOC', 'I-LOC'];
  await task.getByRole('textbox').first().focus();
  for (const k of indices) {
    for (const t of indices) {
      if (best[t]![k] === -Infinity) continue;
      await page.keyboard.type(best[t]![k]!.toFixed(1));
      await page.keyboard.press('Tab');
      if (t === 0) continue;
      await page.keyboard.type(tags[origins[t - 1]![k]!]!);
      await page.keyboard.press('Tab');
    }
  }
  for (const tag of path) {
    await page.keyboard.type(tags[tag]!);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter'); // on Check
  await expect(task.getByText('All right.')).toBeVisible();
  await expect(page.getByText('1 of 37 tasks solved')).toBeVisible();
  await expectAxeSilent(page);
});

test('an edited score moves the path; languages, lecture and worksheet', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}&${VITERBI.replace('&task=viterbi', '')}&lang=en`);
  await studio.waitFor('Idle');
  const figure = page.getByRole('figure', { name: 'One step with numbers' });
  await expect(figure).toContainText('B-PER O O B-LOC');
  await expect(figure.getByRole('button', { name: 'lives, O: 4.60' })).toBeVisible();
  const field = figure.getByRole('spinbutton', { name: 'Emission of Paris, B-PER' });
  await field.fill('9');
  await expect(figure).toContainText('B-PER O O B-PER');
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-valuenow', '8.9');
  await figure.getByRole('button', { name: 'Forbidden. Allow O → I-PER' }).click();
  await expect(figure.getByRole('spinbutton', { name: 'Transition O → I-PER' })).toHaveValue('0.00');
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(figure).toContainText('B-PER O O B-LOC');

  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.getByRole('heading', { name: 'Der beste Weg', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'lives, O: 4,60' })).toBeVisible();
  await page.getByLabel('Sprache').selectOption('Tiếng Việt');
  await expect(page.getByRole('heading', { name: 'Đường đi tốt nhất', exact: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAxeSilent(page);

  await page.getByRole('button', { name: 'Chế độ giảng bài' }).click();
  await expect(page.getByText(/^Trang 1 trên 4/)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^Trang 2 trên 4/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Một bước bằng số' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('slide')).toBe('2');
  await expectAxeSilent(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Phiếu bài tập' }).click();
  await expect(page.getByRole('heading', { name: 'Lời giải: Đường đi tốt nhất' })).toBeVisible();
  await expectAxeSilent(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Đường đi tốt nhất', exact: true })).toBeVisible();
});

test('a figure stays beside its text, and does not cover a task', async ({ page, studio, device }) => {
  await page.goto(`./?device=${device}&tab=lessons&lesson=13-scores&lang=en`);
  await studio.waitFor('Idle');
  const figure = page.getByRole('figure').first();
  const task = page.getByRole('region', { name: 'Precision, recall and F1' }).first();
  await expect(task).toBeAttached();
  await figure.hover();
  for (let i = 0; i < 12; i++) {
    const [above, below] = [await figure.boundingBox(), await task.boundingBox()];
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
    await page.mouse.wheel(0, 80);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
});

test('a task in a frame of another site: no studio around it, and no storage', async ({
  page,
  baseURL,
  violations,
}) => {
  const lesson = `${baseURL}?embed&task=average&seed=2&lang=en`;
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: denied });
  });
  const folder = mkdtempSync(join(tmpdir(), 'course-'));
  writeFileSync(join(folder, 'index.html'), `<iframe src="${lesson}" width="700" height="500"></iframe>`);
  const course = await serveFolder(folder);
  await page.goto(course.url);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('region', { name: 'The mean of words' })).toBeVisible();
  await frame.getByRole('button', { name: 'Check' }).click();
  await expect(frame.getByText('0 of 2 right')).toBeVisible();
  await expect(frame.getByRole('tab')).toHaveCount(0);
  expect(violations).toEqual([]);
  expect(page.workers()).toEqual([]);
  // The studio itself stays out of frames.
  const policy = async (query: string) =>
    (await page.request.get(`${baseURL}${query}`)).headers()['content-security-policy'];
  expect(await policy('')).toContain("frame-ancestors 'self'");
  expect(await policy('?embed')).toContain('frame-ancestors *');
  await course.close();
  rmSync(folder, { recursive: true });
});
