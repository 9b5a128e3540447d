import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { DOCUMENTS } from '../src/documents/planted.testing.ts';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { expect, test, type Download, type Page, type TestInfo } from '@playwright/test';

const MODEL = 'test/fixtures/model.zip';
const TEXT = 'Nora Field sails to Westmark. Field left Corner Bank on Sunday.';

/** Opens the page written by the command line from disk. The test fails on any request or violation of its policy. */
async function openPage(page: Page, info: TestInfo, size = 'exact', ...flags: string[]): Promise<() => string[]> {
  const path = info.outputPath('model.html');
  const command = ['bin/tagsmith.mjs', 'export', MODEL, '--as', 'page', '--size', size, '--out', path, ...flags];
  execFileSync(process.execPath, command);
  const problems: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) problems.push(`asked for ${request.url()}`);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(pathToFileURL(path).href);
  await expect(page.getByRole('status')).toContainText('Ready');
  return () => problems;
}

const marks = (page: Page) => page.getByRole('region', { name: 'Entities' }).locator('mark');
const textOf = (page: Page) => page.getByRole('region', { name: 'Entities' }).evaluate((region) => region.textContent);
const saved = async (download: Download) => readFileSync(await download.path(), 'utf8');

test('finds, redacts, copies and saves, from disk and without a request', async ({ page, context }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const problems = await openPage(page, info);
  await page.getByLabel('Text to tag').fill(TEXT);
  await expect(marks(page).first()).toHaveText('Nora FieldPER');
  await expect(marks(page).first()).toHaveAttribute('data-entity', 'PER');
  await expect(page.getByRole('status')).toHaveText(/^\d entities$/);

  await page.getByText('Pseudonyms').click();
  await expect.poll(() => textOf(page)).toContain('[PER 1] sails to [LOC 1].');
  await page.getByRole('button', { name: 'Copy text' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await textOf(page));
  await page.getByText('Redacted').click();
  await expect.poll(() => textOf(page)).toContain('[PER] sails to [LOC].');
  await page.getByRole('checkbox', { name: 'LOC' }).uncheck();
  await expect.poll(() => textOf(page)).toContain('[PER] sails to Westmark.');

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  expect(await saved(await csv)).toMatch(/^\uFEFFdocument,type,text,start,end,probability\nText,PER,Nora Field,0,10,/);
  await page.getByRole('checkbox', { name: 'LOC' }).check();
  const json = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save JSON' }).click();
  expect(JSON.parse(await saved(await json))).toMatchObject([
    {
      name: 'Text',
      text: TEXT,
      entities: [{ type: 'PER', text: 'Nora Field', start: 0, end: 10 }, { type: 'LOC' }, {}, {}],
    },
  ]);
  expect(problems()).toEqual([]);
});

test('reads dropped or chosen files, and rejects those that are not text', async ({ page }, info) => {
  const problems = await openPage(page, info, 'small');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page
    .getByLabel('Text files')
    .setInputFiles([
      file('one.txt', TEXT),
      file('long.txt', `${TEXT}\n`.repeat(2000)),
      file('image.txt', '\0\0\0'),
      file('empty.txt', ''),
    ]);
  await expect(page.getByRole('alert')).toContainText(/empty.txt: It has no text.*image.txt/);
  const list = page.getByRole('list', { name: 'Documents' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('status')).toContainText('entities');
  await list.getByRole('button', { name: /^long\.txt/ }).click();
  // Drawn incrementally: on a busy machine it may be incomplete.
  await expect.poll(async () => (await textOf(page)) === (await expectedText(page, 2000))).toBe(true);
  await list.getByRole('button', { name: 'Remove long.txt' }).click();
  await expect(list).toBeHidden();
  await expect.poll(() => textOf(page)).toContain('Nora Field');

  const transfer = await page.evaluateHandle((text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'dropped.txt', { type: 'text/plain' }));
    return dropped;
  }, TEXT);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop text files')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(list.getByRole('button', { name: /^dropped\.txt/ })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(page.getByRole('status')).toContainText('Ready');
  expect(problems()).toEqual([]);
});

test('tags the records of a table, whose texts are chosen, and keeps their other columns', async ({ page }, info) => {
  const problems = await openPage(page, info, 'small');
  const table =
    'id,subject,text\r\n7,News of the coast today,Nora Field sails to Westmark.\r\n9,Field left Corner Bank,\r\n';
  const buffer = Buffer.from(table);
  await page.getByLabel('Text files').setInputFiles([{ name: 'mail.csv', mimeType: 'text/csv', buffer }]);
  await expect(page.getByText('Texts: text')).toBeVisible();
  await expect(marks(page).first()).toHaveText('Nora FieldPER');
  await page.getByRole('checkbox', { name: 'text is a text', exact: true }).click(); // the last one stays
  await page.getByRole('checkbox', { name: 'subject is a text' }).check();
  await expect(page.getByText('Texts: subject, text')).toBeVisible();
  await expect(marks(page).last()).toHaveText(/Corner BankORG/);
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save table' }).click();
  const [header, ...rows] = (await saved(await csv)).split('\r\n');
  expect(header).toMatch(/^\uFEFFid,subject,text,predicted /);
  table
    .split('\r\n')
    .slice(1, 3)
    .forEach((row, i) => expect(rows[i]!.startsWith(`${row},`)).toBe(true));
  await page.getByText('Redacted').click();
  const redacted = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save text' }).click();
  expect(await saved(await redacted)).toMatch(/\r\n7,[^,]+the coast today,\[PER\] sails to \[LOC\]\.\r\n/);
  await expectAxeSilent(page);
  expect(problems()).toEqual([]);
});

/** The text with the labels of its entities, as the region shows it once everything is drawn. */
async function expectedText(page: Page, times: number): Promise<string> {
  const labels = await marks(page).evaluateAll((found, count) => {
    const perText = found.length / count;
    return found.slice(0, perText).map((mark) => [mark.firstChild?.textContent ?? '', mark.textContent] as const);
  }, times);
  let at = 0;
  let marked = '';
  for (const [name, shown] of labels) {
    const next = TEXT.indexOf(name, at);
    marked += TEXT.slice(at, next) + shown;
    at = next + name.length;
  }
  return `${marked}${TEXT.slice(at)}\n`.repeat(times);
}

test('a page with documents reads and redacts them; it warns, and doubtful entities are counted', async ({
  page,
}, info) => {
  const problems = await openPage(page, info, 'small', '--documents');
  await expect(page.getByText(/A model misses names\. .*Read the texts before you pass them on\./)).toBeVisible();
  const planted = { person: 'Nora Field', place: 'Westmark', lead: 'Sunday:' };
  const payload = (name: string, bytes: Uint8Array) => ({ name, mimeType: '', buffer: Buffer.from(bytes) });
  await page
    .getByLabel('Text files')
    .setInputFiles([
      payload('letter.docx', DOCUMENTS['letter.docx']!(planted).bytes),
      payload('scan.pdf', new TextEncoder().encode('%PDF-1.4')),
    ]);
  await expect(page.getByRole('alert')).toContainText('scan.pdf is a PDF, which this page does not read.');
  await expect(marks(page).filter({ hasText: 'Nora Field' }).first()).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^\d+ (entities|names)/); // all are there
  const entities = await marks(page).count();
  await page.getByLabel('Doubtful below').fill('1');
  await expect(page.getByLabel('Doubtful below').locator('xpath=..')).toContainText(`1.00 (${entities} here)`);
  await expect(page.locator('mark.unsure')).toHaveCount(entities);

  await page.getByText('Pseudonyms').click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save documents' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('letter.redacted.docx');
  const parts = Object.values(unzipSync(readFileSync(await download.path()))).map((part) =>
    new TextDecoder().decode(part),
  );
  const written = parts.join('\n').replaceAll(/<[^>]*>/g, '');
  expect(written).toContain('[PER 1]');
  expect(written).not.toMatch(/nora|\bfield/i);

  await page.getByLabel('Text files').setInputFiles([payload('mail.xlsx', workbook(MAIL))]);
  await expect(page.getByText('Texts: text')).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(/^\d+ (entities|names)/);
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save table' }).click();
  const rows = (await saved(await table)).split('\r\n');
  expect(rows[0]).toMatch(/^\uFEFFid,text,predicted /);
  expect(rows[1]).toMatch(/^7,Nora Field sails to Westmark\.,/);
  await page.getByText('Texts: text').click();
  await page.getByRole('button', { name: 'Read as a document' }).click();
  await expect(page.getByText('Texts: text')).toBeHidden();
  await expect(marks(page).filter({ hasText: 'PER 1' }).first()).toBeVisible();
  expect(problems()).toEqual([]);
});

const MAIL = [
  ['id', 'text'],
  ['7', 'Nora Field sails to Westmark.'],
  ['9', 'Field left Corner Bank on Sunday.'],
];

/** A workbook of Excel with one sheet. */
function workbook(rows: readonly string[][]): Uint8Array {
  const cell = (text: string, c: number, r: number) =>
    `<c r="${'AB'[c]}${r + 1}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const sheet = rows.map((row, r) => `<row r="${r + 1}">${row.map((text, c) => cell(text, c, r)).join('')}</row>`);
  const parts = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': `<worksheet><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

for (const { width, scheme } of [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const) {
  test(`is accessible at ${width} pixels in ${scheme}, and by keyboard`, async ({ page }, info) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await openPage(page, info);
    await page.keyboard.type(TEXT); // the text box has the focus
    await expect(marks(page).first()).toBeVisible();
    await expectAxeSilent(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
    await expect(page.getByRole('radio', { name: 'Marked' })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => textOf(page)).toContain('[PER] sails');
  });
}
