import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { UnpackedModel } from './fixtures/unpacked-model.ts';
import { FIGURES_OF_ALL } from './fixtures/inside.ts';
import { expect, test } from './fixtures/test.ts';
import { whenKept } from './fixtures/kept.ts';
import { StudioPage } from './fixtures/studio-page.ts';

const TEXT = 'Barack Obama was born in Hawaii. Angela Merkel met him in Berlin.';

test('a feature CRF is trained on the sample, explained by its features, kept, trained further and exported', async ({
  page,
  studio,
  device,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`./?device=${device}`);
  await studio.waitFor('Idle');
  await page.getByLabel('Preset').selectOption('Feature CRF');

  await test.step('settings of a network are not shown', async () => {
    await page.getByRole('button', { name: 'All settings' }).click();
    await expect(studio.setting('Emissions')).toHaveValue('features');
    await expect(studio.setting('Feature frequency')).toBeVisible();
    await expect(studio.setting('Hidden units')).toBeHidden();
    await page.getByRole('button', { name: 'Fewer settings' }).click();
  });

  await studio.train.click();
  await studio.waitFor('Finished');
  const [, , f1] = (await studio.scoresOf('Overall')).map(Number);
  expect(f1).toBeGreaterThan(55);
  const tags = await studio.tagsOf(TEXT);
  expect(tags).toContain('Merkel I-PER');

  await test.step('Inside has its features, and no figure of a network', async () => {
    await page.getByRole('tab', { name: 'Inside', exact: true }).click();
    const bar = page.getByRole('toolbar', { name: 'Token' });
    await bar.getByRole('button', { name: /^Obama/ }).click();
    const figures = page.locator('[data-section] figure h2');
    await expect(figures).toHaveText([...FIGURES_OF_ALL, 'Features', 'Over time']);
    for (const name of await figures.allTextContents()) {
      const figure = page.getByRole('figure', { name, exact: true });
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.locator('svg').first()).toBeVisible();
      await expect(figure).not.toContainText('Computing');
    }
    const figure = page.getByRole('figure', { name: 'Features', exact: true });
    await expect(figure).toContainText(/“Obama”: \d+ active features of [\d,]+ add up to −?\d+\.\d\d for [BIES]-PER/);
    await expect(figure.getByRole('table', { name: 'Active at “Obama”' })).toContainText('suffix=ama');
    const emission = /add up to (\S+) for (\S+)\./.exec((await figure.textContent())!)!;
    const emissions = page.getByRole('figure', { name: 'Emissions', exact: true }).getByRole('table');
    const column = (await emissions.getByRole('columnheader').allTextContents()).indexOf(emission[2]!) - 1;
    await expect(
      emissions
        .getByRole('row', { name: /^Obama / })
        .getByRole('cell')
        .nth(column),
    ).toHaveText(emission[1]!);
    await figure.getByRole('button', { name: 'Save Features' }).click();
    const csv = await studio.downloaded(() => page.getByRole('menuitem', { name: 'CSV' }).click());
    expect(csv.bytes.toString()).toMatch(/^\uFEFF?list,feature,tag,weight,best_tag,best_weight\n/);
    const why = page.getByRole('figure', { name: 'Why this tag' });
    await expect(why).toContainText(/p\(.*“.*Obama.*”\) = /);
    await expect(why).toContainText('all features that read it are removed');
    await expectAxeSilent(page);
  });

  await test.step('the export dialog offers no student', async () => {
    await page.getByRole('button', { name: 'Export options' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export options' });
    await expect(dialog.getByRole('radio', { name: 'Small' })).toHaveAccessibleDescription(/dev\sF1/);
    await expect(dialog.getByRole('radio', { name: 'Tiny' })).toBeHidden();
  });

  await test.step('a saved page gives the same entities', async () => {
    const { bytes } = await studio.downloaded(() =>
      page.getByRole('dialog').getByRole('button', { name: 'Save as a page' }).click(),
    );
    const path = info.outputPath('model.html');
    writeFileSync(path, bytes);
    const saved = await context.newPage();
    await saved.goto(pathToFileURL(path).href);
    await saved.getByLabel('Text to tag').fill(TEXT);
    const marks = saved.getByRole('region', { name: 'Entities' }).locator('mark');
    const expected = await studio.foundEntities();
    await expect(marks).toHaveText(expected.map(({ text, type }) => `${text}${type}`));
    await saved.close();
  });

  await test.step('the exported model gives the same entities in JavaScript', async () => {
    const model = await studio.downloadModel();
    const tagger = await new UnpackedModel(model.bytes, info).tagger();
    const found = (await tagger.tag(TEXT)).flatMap(({ entities }) => entities);
    expect(found.map(({ type, text }) => ({ type, text }))).toEqual(await studio.foundEntities());
  });

  await test.step('it is there after a reload', async () => {
    await whenKept(page, /"model":"[^"]+"/);
    await whenKept(page, /Barack Obama/);
    await page.goto('about:blank');
    await page.goto(`./?device=${device}`);
    await expect(page.getByRole('region', { name: 'Restored page' })).toContainText('were restored');
    await expect(page.getByLabel('Preset')).toHaveValue('feature-crf');
    const again = new StudioPage(page);
    await expect.poll(() => again.tagsOf(TEXT)).toBe(tags);
  });

  await test.step('it is trained further', async () => {
    await studio.setting('Epochs').fill('2');
    await studio.trainFurther.click();
    await studio.waitFor('Finished');
    await expect(studio.status).toHaveText(/after 2 epochs/);
  });
});
