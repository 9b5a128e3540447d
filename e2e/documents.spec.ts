import { readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { DOCUMENTS } from '../src/documents/planted.testing.ts';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { words } from './fixtures/annotation.ts';
import { MEMORIZING_RECIPE, devFile, trainFile } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const PLANTED = { person: 'Nora Field', place: 'Westmark', lead: 'Ivo Lund met' };

test('documents are read, corrected, saved without their names, and restored with the key', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, MEMORIZING_RECIPE);
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished', 60_000);

  await page.getByRole('tab', { name: 'Documents', exact: true }).click();
  const files = ['letter.docx', 'letter.eml'].map((name) => DOCUMENTS[name]!(PLANTED));
  const payload = files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: Buffer.from(bytes) }));
  await page.getByLabel('Add documents', { exact: true }).setInputFiles(payload);
  const documents = page.getByRole('list', { name: 'Documents' });
  await expect(documents.getByRole('button', { name: /letter\.eml \d+ entit/ })).toBeVisible();
  const text = page.getByRole('region', { name: 'Text of letter.docx' });
  await expect(text.locator('mark[data-entity=PER]', { hasText: 'Nora Field' }).first()).toBeVisible();

  // A name that was missed is marked by hand, everywhere, with the key of its type.
  await text.locator('p', { hasText: 'Write.' }).dblclick({ position: { x: 8, y: 14 } });
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('Write');
  await page.keyboard.press('1');
  await expect(text.locator('mark', { hasText: 'Write' })).toBeVisible();

  await expectAxeSilent(page, 'corrected', { within: 'main' });

  await page.getByLabel('Save only when every doubtful entity was looked at').uncheck();
  await page.getByRole('region', { name: 'Save documents' }).getByLabel('PER').selectOption('Pseudonym: [PER 3]');
  await page.getByLabel('Passphrase of a key file').fill('correct horse');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save documents', exact: true }).click();
  const saved = unzipSync(readFileSync(await (await saving).path()));
  expect(Object.keys(saved)).toEqual(['letter.docx', 'letter.eml', 'manifest.jsonl', 'tagsmith.key']);
  const manifest = new TextDecoder().decode(saved['manifest.jsonl']);
  expect(manifest).toMatch(/^\{"model":\{"name":"[^"]+","sha256":"[\da-f]{64}"\},"threshold":0\.8,"mustReview":false,/);
  const parts = Object.values(unzipSync(saved['letter.docx']!)).map((part) => new TextDecoder().decode(part));
  expect(parts.join('\n').replaceAll(/<[^>]*>/g, '')).not.toMatch(/nora|\bfield|westmark/i);

  await page.getByLabel('Names of').selectOption('All documents');
  await page.getByRole('button', { name: 'Save table', exact: true }).click();
  const table = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Entities of all documents (CSV)' }).click();
  const rows = readFileSync(await (await table).path(), 'utf8');
  expect(rows).toMatch(/^letter\.docx,paragraph 1,\d+,\d+,Nora Field,PER,[\d.]+,model,nora field$/m);
  expect(rows).toMatch(/^letter\.eml,/m);

  const redacted = Object.entries(saved).map(([name, bytes]) => ({ name, mimeType: '', buffer: Buffer.from(bytes) }));
  const restoring = page.waitForEvent('download');
  await page.getByLabel('Restore with a key file').setInputFiles(redacted);
  const restored = unzipSync(readFileSync(await (await restoring).path()));
  const body = new TextDecoder().decode(unzipSync(restored['letter.docx']!)['word/document.xml']);
  expect(body.replaceAll(/<[^>]*>/g, '')).toContain('Ivo Lund met Nora Field (Westmark).');
});

const payload = (name: string, bytes = DOCUMENTS[name]!(PLANTED).bytes) => ({
  name,
  mimeType: '',
  buffer: Buffer.from(bytes),
});
const zip = (...names: string[]) =>
  payload('all.zip', zipSync(Object.fromEntries(names.map((name) => [name, DOCUMENTS[name]!(PLANTED).bytes]))));

test('documents go where they are dropped: Try, Score, Annotate, Documents', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' });
  const box = page.getByRole('textbox', { name: 'Try a sentence' });
  await studio.dropFile(payload('letter.docx'), box);
  await expect(box).toHaveValue(/Ivo Lund met Nora Field \(Westmark\)\./);
  const long = payload('long.md', new TextEncoder().encode('Nora Field sails. '.repeat(1000)));
  await page.getByLabel('File to try').setInputFiles(long);
  await expect(page.getByText('The box has its first 10,000 of 17,999 characters.')).toBeVisible();

  await page.getByRole('tab', { name: 'Score', exact: true }).click();
  await studio.dropFile(payload('letter.eml'));
  const card = page.getByRole('listitem').filter({ hasText: 'letter.eml' });
  await expect(card.getByText(/^Text of a document, /)).toBeVisible();

  await page.getByRole('tab', { name: 'Annotate', exact: true }).click();
  await studio.dropFile(zip('letter.odt', 'letter.html'));
  await expect(words(page)).toContainText('Nora Field');
  await expect(page.getByText('letter.odt, paragraph 1')).toBeVisible();

  await page.getByRole('tab', { name: 'Documents', exact: true }).click();
  await studio.dropFile(zip('letter.docx', 'letter.txt'));
  const documents = page.getByRole('list', { name: 'Documents' });
  await expect(documents.getByRole('button', { name: /^letter\.(docx|txt) / })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Text of letter.docx' })).toContainText('Ivo Lund met Nora Field');
});
