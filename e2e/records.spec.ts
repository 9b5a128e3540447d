import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures/test.ts';

// A table of texts without labels: its rows are tagged, and come back with their ids and other columns.

const TABLE = [
  'ticket,subject,body,score',
  '17,Report from the coast,"Nora Field sails to Westmark, ""today"".",-2',
  '18,Nothing new on Sunday,,5',
  '19,Nora Field and the bank,Field left Corner Bank on Sunday.,0',
];

test('the rows of a table are tagged, with the chosen fields as texts', async ({ page, studio }) => {
  await studio.open({ device: 'simd', sample: 'none' });
  await studio.addFiles([
    { name: 'model.zip', mimeType: 'application/zip', buffer: readFileSync('test/fixtures/model.zip') },
    { name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE.join('\r\n')) },
  ]);
  await expect(page.getByText('was trained with other settings')).toBeVisible(); // it moves the tabs down
  const card = page.getByRole('listitem').filter({ hasText: 'tickets.csv' });
  await expect(card.getByText('Texts: body')).toBeVisible();
  await card.getByRole('checkbox', { name: 'subject is a text' }).check();
  await expect(card.getByText('Texts: subject, body')).toBeVisible();
  await page.getByRole('tab', { name: 'Score' }).click();
  const { name, bytes } = await studio.downloaded(async () => {
    await page.getByRole('button', { name: 'Save predictions' }).click();
    await page.getByRole('menuitem', { name: 'CSV of records' }).click();
  });
  expect(name).toBe('tickets.predicted.csv');
  const [header, ...rows] = bytes.toString().split('\r\n');
  expect(header).toMatch(/^\uFEFFticket,subject,body,score,predicted /);
  TABLE.slice(1).forEach((row, i) => expect(rows[i]!.startsWith(row)).toBe(true));
  expect(rows[0]).toContain('Nora Field');
  await expect(page.getByRole('region', { name: 'Records', exact: true }).getByRole('row')).toHaveCount(4);
});
