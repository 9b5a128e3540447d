import { marks, words } from './fixtures/annotation.ts';
import { textFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const CSV =
  'nr,year,text,lang\n7,2024,"Ada Brandt left early. Ines stayed.",en\n9,2023,,de\n3,2022,Okafor sank the boat. It rained.,en\n';

test('records keep their fields and order; sentences are merged and split, by mouse and keys', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByLabel('Files to annotate').setInputFiles(textFile('letters.csv', CSV));
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await expect(words(page)).toBeVisible();
  const text = () => words(page).getByRole('option').allTextContents();
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await words(page).press('Home');
  await words(page).press('Shift+ArrowRight');
  await words(page).press('1');
  await expect.poll(() => marks(page)).toEqual(['PER Ada Brandt']);
  const first = await text();

  await button('Merge with next').click();
  await expect.poll(async () => (await text()).length).toBeGreaterThan(first.length);
  await expect.poll(() => marks(page)).toEqual(['PER Ada Brandt']);
  const merged = await text();
  await words(page).press('u');
  await expect.poll(text).toEqual(first);
  await words(page).press('Shift+u');
  await expect.poll(text).toEqual(merged);

  await words(page).getByRole('option', { name: 'Brandt', exact: true }).click();
  await expect(button('Split here')).toBeDisabled(); // within a span
  await words(page).getByRole('option', { name: 'Ines', exact: true }).click();
  await words(page).press('x');
  await expect.poll(text).toEqual(merged.slice(0, merged.indexOf('Ines')));
  await button('Accept').click();
  await expect.poll(text).toEqual(merged.slice(merged.indexOf('Ines')));
  await words(page).press('Shift+J');
  await expect.poll(text).toEqual(merged);
  await button('Accept').click();
  await expect.poll(text).toContain('Okafor');
  await expect(button('Merge with previous')).toHaveCount(0); // another record

  await page.reload();
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await button('Open letters').click();
  await expect.poll(text).toContain('Okafor');
  await button('Export').click();
  const saved = await studio.downloaded(() =>
    page.getByRole('menuitem', { name: 'CSV, a row for each record' }).click(),
  );
  expect(saved.bytes.toString()).toBe(
    '\uFEFFnr,year,text,lang,annotated PER,annotated\r\n7,2024,Ada Brandt left early. Ines stayed.,en,Ada Brandt,all\r\n9,2023,,de,,all\r\n3,2022,Okafor sank the boat. It rained.,en,,none\r\n',
  );
});
