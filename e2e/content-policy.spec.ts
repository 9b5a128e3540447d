import { devFile, trainFile } from './fixtures/corpus.ts';
import { expectViolations } from './fixtures/policy-violations.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

// Each test with `fixtures/test.ts` expects no violations. These tests check that violations are blocked and detected.

test('the policy is in the page and in the headers of its files, and both block other origins', async ({
  page,
  violations,
}) => {
  const response = await page.goto('./?sample=none');
  const header = response?.headers()['content-security-policy'];
  const meta = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(header).toBe(`${meta}; frame-ancestors 'self'`);
  expect(meta).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);

  const refusals = await page.evaluate(async () => {
    const refused = async (action: () => unknown) => {
      try {
        await action();
        return false;
      } catch {
        return true;
      }
    };
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    document.body.setAttribute('style', 'outline-offset: 7px');
    const { outlineWidth, outlineOffset } = getComputedStyle(document.body);
    return {
      'a foreign request': await refused(() => fetch('http://page.invalid/')),
      'HTML from text': await refused(() => document.body.insertAdjacentHTML('beforeend', '<p></p>')),
      'a foreign worker': await refused(() => new Worker('http://page.invalid/worker.js')),
      // In a separate task, since the debugger, which runs this, may evaluate.
      'a function from text': await new Promise((resolve) => {
        setTimeout(() => void refused(() => Reflect.construct(Function, ['return 1'])).then(resolve));
      }),
      'a style element': outlineWidth !== '7px',
      'a style attribute': outlineOffset !== '7px',
    };
  });
  expect(Object.entries(refusals).filter(([, isRefused]) => !isRefused)).toEqual([]);
  await expectViolations(page, violations, [
    'connect-src',
    'insertAdjacentHTML',
    'Function',
    'Worker constructor',
    'style-src-elem',
    'style-src-attr',
  ]);
});

test('the policy of the header applies to the trainer', async ({ page, violations, device }) => {
  await new StudioPage(page).open({ device, sample: 'none' });
  const [trainer] = page.workers();
  const isRefused = await trainer!.evaluate(() =>
    fetch('http://worker.invalid/').then(
      () => false,
      () => true,
    ),
  );
  expect(isRefused).toBe(true);
  await expectViolations(trainer!, violations, ['worker.invalid']);
});

test('under the policy figures have their colours, change with the theme, and are saved', async ({
  page,
  studio,
  device,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await studio.open({ device, sample: 'none' }, { epochs: 2, patience: 0, hidden: 24, charFeatures: 8, batchSize: 4 });
  await studio.addFiles([trainFile(10), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);

  const figure = studio.figure('F1 by entity');
  const strokes = () =>
    figure.locator('path.recharts-curve').evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke));
  await expect.poll(async () => new Set(await strokes()).size).toBeGreaterThan(2); // one for each type
  const light = await strokes();
  expect(light).not.toContain('none');
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await page.getByRole('button', { name: /^Theme: light/ }).click();
  await expect.poll(strokes).not.toEqual(light);
  await page.getByRole('button', { name: /^Theme: dark/ }).click();
  await expect.poll(strokes).toEqual(light);

  const save = async (format: string) => {
    await figure.getByRole('button', { name: 'Save F1 by entity' }).click();
    return studio.downloaded(() => page.getByRole('menuitem', { name: format }).click());
  };
  const svg = (await save('SVG')).bytes.toString();
  for (const colour of new Set(light)) expect(svg).toContain(`stroke: ${colour}`);
  const png = (await save('PNG')).bytes;
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);
});
