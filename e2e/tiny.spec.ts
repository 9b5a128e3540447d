import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { devFile, LEARNED, MEMORIZING_RECIPE, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

test('a student is trained in the export dialog, measured, and exported as a zip and a page', async ({
  page,
  studio,
  device,
  context,
}, info) => {
  await studio.open({ device, sample: 'none' }, MEMORIZING_RECIPE);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 120_000);

  await page.getByRole('button', { name: 'Export options' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export options' });
  const tiny = dialog.getByRole('radio', { name: 'Tiny' });
  await expect(dialog.getByRole('radio', { name: 'Small' })).toHaveAccessibleDescription(/dev\sF1/);
  await expect(tiny).toHaveAccessibleDescription(/not trained yet/);
  await tiny.check();
  await expect(dialog.getByRole('region', { name: 'Student' })).toContainText(/takes about \d+\s?(s|min)/);
  await expect(dialog.getByRole('region', { name: 'Student' })).toContainText(
    'On text of another kind a student loses',
  );
  await expect(dialog.getByRole('button', { name: 'Save as a zip' })).toBeDisabled();

  // Cancelling leaves nothing behind.
  await dialog.getByRole('button', { name: 'Train the student' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(tiny).toHaveAccessibleDescription(/not trained yet/);

  await dialog.getByRole('button', { name: 'Train the student' }).click();
  await expect(tiny).toHaveAccessibleDescription(/\d\skB\s·\s+dev\sF1\s[\d.]+/, { timeout: 60_000 });
  await expectAxeSilent(page, 'a student', { within: '[role=dialog]' });
  const zip = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a zip' }).click();
  const download = await zip;
  expect(download.suggestedFilename()).toBe('own-model-tiny.zip');
  const files = unzipSync(readFileSync(await download.path()));
  const config: unknown = JSON.parse(new TextDecoder().decode(files['config.json']));
  expect(config).toMatchObject({ precision: 'small', provenance: { student: { teachers: 1, texts: 0 } } });

  // The student is kept with the model: it can be saved again in another form.
  await page.getByRole('button', { name: 'Export options' }).click();
  await expect(tiny).toHaveAccessibleDescription(/dev\sF1/);
  await tiny.check();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a page' }).click();
  const path = info.outputPath('tiny.html');
  await (await saving).saveAs(path);
  const saved = await context.newPage();
  await saved.goto(pathToFileURL(path).href);
  const [{ text: sentence, entities }] = LEARNED as [(typeof LEARNED)[number]];
  await saved.getByLabel('Text to tag').fill(sentence);
  const marks = saved.getByRole('region', { name: 'Entities' }).locator('mark');
  await expect(marks).toHaveText(entities.map((entity) => `${entity.text}${entity.type}`));
});
