import { expectAxeSilent } from './fixtures/accessible.ts';
import { expectExplained, FIGURES } from './fixtures/inside.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = 'epochs=1&hidden=20&learningRate=0.005';

test.use({ onePage: true }); // with this model; the last test reopens the page, so it is last

test('each figure is described, has a table, and is saved as SVG, PNG and CSV', async ({ page, studio, device }) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag('New York City is amazing.');
  await expectExplained(page, 'City');
  const names = await page.locator('[data-section] figure h2').allTextContents();
  expect(names).toEqual(expect.arrayContaining([...FIGURES]));
  for (const name of names) {
    await test.step(name, async () => {
      const figure = page.getByRole('figure', { name, exact: true });
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('figcaption p')).toHaveText(/^.{40,}\.$/);
      await expect(figure.getByRole('table').or(figure.getByRole('list')).first()).toBeAttached();
      await expect(figure.locator('svg[data-figure]').first()).toBeVisible();
      const save = async (format: string) => {
        await figure.getByRole('button', { name: `Save ${name}`, exact: true }).click();
        return studio.downloaded(() => page.getByRole('menuitem', { name: format }).click());
      };
      const svg = await save('SVG');
      expect(svg.bytes.toString()).toMatch(/^<svg [^]*<text[^]*<\/svg>$/);
      expect(svg.bytes.toString(), 'what is pinned is in its place').not.toMatch(/data-pinned="[^"]*" transform/);
      const png = await save('PNG');
      expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
      const csv = await save('CSV');
      expect(csv.bytes.toString().trim().split('\n').length).toBeGreaterThan(3);
      expect([svg.name, png.name, csv.name]).toEqual(
        ['svg', 'png', 'csv'].map((ending) => `${name.toLowerCase().replaceAll(' ', '-')}.${ending}`),
      );
    });
  }
});

test('one selection shows in all figures, and they scroll together', async ({ page, studio, device }) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag(`Yesterday ${Array.from({ length: 38 }, (_, i) => `word${i}`).join(' ')} Oslo`);
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  const aligned = ['Emissions', 'Trellis', 'Account', 'Softmax and CRF'];
  /** The scroll positions of the figures, each once it is in view. */
  const positions = async () => {
    const found: number[] = [];
    for (const name of aligned) {
      const drawing = page.getByRole('figure', { name, exact: true }).locator('svg[data-figure]');
      await drawing.evaluate((svg) => svg.scrollIntoView({ block: 'start' }));
      await drawing.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ); // the observer of what is in view
      found.push(await drawing.evaluate((svg) => Math.round(svg.parentElement!.scrollLeft)));
    }
    return found;
  };
  for (const name of aligned) {
    const figure = page.getByRole('figure', { name, exact: true });
    await expect(figure.locator('svg[data-figure]')).toContainText('word5');
  }
  // Where tokens are drawn: all columns are equally wide.
  const columns = await Promise.all(
    aligned.map((name) =>
      page
        .getByRole('figure', { name, exact: true })
        .locator('svg[data-figure] text')
        .evaluateAll((texts) => texts.find((text) => text.textContent.startsWith('word5'))!.getBoundingClientRect().x),
    ),
  );
  for (const x of columns) expect(Math.abs(x - columns[0]!)).toBeLessThan(1);

  await page.getByRole('toolbar', { name: 'Token' }).getByRole('button', { name: /^Oslo/ }).click();
  for (const name of [...aligned, 'Network']) {
    const active = page.getByRole('figure', { name, exact: true }).locator('[data-selected]');
    await expect(active.first()).toContainText('Oslo');
  }
  await expect.poll(async () => new Set(await positions()).size).toBe(1);
  expect((await positions())[0]).toBeGreaterThan(0);
  const emissions = page.getByRole('figure', { name: 'Emissions', exact: true }).locator('svg[data-figure]');
  await emissions.evaluate((svg) => {
    svg.scrollIntoView({ block: 'start' });
    svg.parentElement!.scrollLeft = 100;
  });
  await expect.poll(positions).toEqual([100, 100, 100, 100]);
});

test('a long sentence is scrolled within its figures, also on a phone', async ({ page, studio, device }) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag(`Yesterday ${Array.from({ length: 38 }, (_, i) => `word${i}`).join(' ')} Oslo`);
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await expect(page.getByRole('figure', { name: 'Account' }).getByLabel(/^Tag of /)).toHaveCount(40);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('figure', { name: 'Trellis' })).toBeVisible();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(tooWide).toBe(false);
  const choice = await page.getByRole('figure', { name: 'Account' }).getByLabel('Tag of Oslo').boundingBox();
  expect(choice!.width).toBeGreaterThan(90); // its tag can be read
});

test('softmax beside the CRF in one click, the lecture view, and a lesson with the model in use', async ({
  page,
  studio,
  device,
}) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag('New York City is amazing.');
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  const figure = page.getByRole('figure', { name: 'Softmax and CRF' });
  await figure.getByRole('button', { name: 'Train the same recipe with softmax' }).click();
  await expect(figure.getByRole('table', { name: 'Two models' }).getByRole('rowheader')).toHaveText(
    ['Run 1 (CRF)', 'The recipe with softmax, seed 1 (softmax)'],
    { timeout: 110_000 },
  );
  await studio.waitFor('Finished');

  await page.getByRole('button', { name: 'Lecture view' }).click();
  for (const name of ['Network', 'Emissions', 'Trellis']) {
    await expect(page.getByRole('figure')).toHaveCount(1);
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expectAxeSilent(page);
    await page.keyboard.press('ArrowRight');
  }
  await expect(page.getByRole('figure', { name: 'Account' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Lessons' })).toBeHidden();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  await page.getByRole('button', { name: /The best path/ }).first().click(); // prettier-ignore
  const lesson = page.getByRole('figure', { name: 'One step with numbers' });
  await lesson.getByRole('combobox', { name: 'Numbers' }).selectOption('own');
  await expect(lesson.getByRole('button', { name: /^Paris, S-/ }).first()).toBeVisible();
  await expect(lesson.getByText(/of the 17 tags/)).toBeVisible();
  await expectAxeSilent(page);
});

test('an ablation with a softmax row: its models compared on one sentence', async ({ page, studio, device }) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag('New York City is amazing.');
  await page.getByRole('tab', { name: 'Ablation', exact: true }).click();
  const rows = ['BiLSTM + softmax', 'BiLSTM + CRF'];
  await expect(page.getByRole('checkbox').first()).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) {
    const name = await box.evaluate((input) => input.parentElement?.textContent);
    await box.setChecked(rows.includes(name ?? ''));
  }
  await page.getByRole('switch', { name: 'Keep the models' }).click();
  await page.getByRole('button', { name: 'Run ablation' }).click();
  await expect(page.getByText(/^Finished: 1 epoch, seed 1\./)).toBeVisible({ timeout: 200_000 });

  const [softmax, crf] = ['BiLSTM + softmax, seed 1 (softmax)', 'BiLSTM + CRF, seed 1 (CRF)'];
  const figure = page.getByRole('figure', { name: 'Softmax and CRF' });
  const table = figure.getByRole('table', { name: 'Two models' });
  const use = async (name: string, other: string) => {
    await page.getByRole('tab', { name: 'Runs', exact: true }).click();
    await page.getByRole('button', { name: `Actions for ${name.replace(/ \(.*/, '')}` }).click();
    await page.getByRole('menuitem', { name: 'Use model' }).click();
    await page.getByRole('tab', { name: 'Inside', exact: true }).click();
    await figure.getByLabel('Another model').selectOption({ label: other });
    await expect(table.getByRole('rowheader')).toHaveText([name, other]);
    const read = async (row: number) =>
      (await table.getByRole('row').nth(row).getByRole('cell').allTextContents()).sort();
    return { own: await read(1), other: await read(2) };
  };
  // Every state of the table, also one that lasts for a single frame.
  await page.evaluate(() => {
    const states = new Set<string>();
    const texts = (row: Element) => Array.from(row.querySelectorAll('th, td'), ({ textContent }) => textContent);
    new MutationObserver(() => {
      for (const { textContent, parentElement } of document.querySelectorAll('caption'))
        if (textContent === 'Two models')
          states.add(JSON.stringify(Array.from(parentElement!.querySelectorAll('tbody tr'), texts)));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { states });
  });
  const first = await use(crf, softmax);
  await expect(figure.getByText(/^BiLSTM \+ CRF, seed 1 \(CRF\): /)).toBeVisible();
  // Each row shows the model that it names: after swapping them, both have the same tags and probabilities.
  const second = await use(softmax, crf);
  await use('Run 1 (CRF)', crf); // the other model has been computed, the current one not yet
  expect(second).toEqual({ own: first.other, other: first.own });
  expect(first.own).not.toEqual(first.other);
  const states = await page.evaluate(() => [...(window as unknown as { states: Set<string> }).states]);
  const names = new Set(states.map((state) => (JSON.parse(state) as string[][]).map(([name]) => name).join(', ')));
  expect(names.size).toBeGreaterThanOrEqual(3);
  expect(states).toHaveLength(names.size);
});

test('the address has the tab, the sentence and the token; Back returns, and a link leads there', async ({
  page,
  studio,
  device,
}) => {
  await studio.openTrained(device, RECIPE);
  await studio.tag('Berlin is large. New York City is amazing.');
  const selected = (name: string) => page.getByRole('tab', { name, exact: true, selected: true });
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  await expect(page).toHaveURL(/\?device=simd&tab=runs#/);
  await page.getByRole('tab', { name: 'Inside', exact: true }).click();
  await expect(page).toHaveURL(/tab=inside#/);
  const sentence = page.getByLabel('Sentence', { exact: true });
  await sentence.selectOption('1');
  await expect(page).toHaveURL(/tab=inside&sentence=2#/);
  const city = page.getByRole('toolbar', { name: 'Token' }).getByRole('button', { name: /^City/ });
  await city.click();
  await expect(page).toHaveURL(/tab=inside&sentence=2&token=3#/);
  const link = page.url();

  await page.goBack();
  await expect(sentence).toHaveValue('0');
  await page.goBack();
  await expect(selected('Runs')).toBeVisible();
  await page.goBack();
  await expect(selected('Charts')).toBeVisible();
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await expect(city).toHaveAttribute('aria-pressed', 'true');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(selected('Inside')).toBeVisible();
  await expect(sentence).toHaveValue('1'); // the page has stored the model and the text
  await expect(city).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(link);
});
