import type { Locator, Page } from '@playwright/test';
import { expectAxeSilent } from './fixtures/accessible.ts';
import { marks, startSet, words } from './fixtures/annotation.ts';
import { textFile } from './fixtures/corpus.ts';
import { StudioPage } from './fixtures/studio-page.ts';
import { expect, test } from './fixtures/test.ts';

const TEXT = 'Nora sails.\nIvo stays.\nAda leaves.\n';

const progress = (page: Page) => page.getByRole('status', { name: 'Annotated' });
const project = (page: Page) => page.getByRole('status', { name: 'Project' });
const row = (page: Page) => page.getByRole('list', { name: 'Sets of the project' }).getByRole('listitem');

/** Opens the page of the project, which shows a choice of one. */
async function openProject(page: Page, person: string): Promise<void> {
  await page.getByRole('button', { name: 'Project of several people' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(person);
}

/** Adds a set with one annotated sentence to the open project. */
async function annotateFirst(page: Page): Promise<void> {
  await startSet(page, TEXT, 'Letters');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await expect(progress(page)).toHaveText('1 of 3 sentences annotated');
  await page.getByRole('button', { name: 'Sets' }).click();
}

/** The rules of the open set. */
async function rulesOf(page: Page): Promise<Locator> {
  await page.getByText('Rules', { exact: true }).click();
  return page.getByRole('list', { name: 'Rules of the set' }).getByRole('listitem');
}

test('two people annotate offline, merge their archives, and decide where they differ', async ({
  page,
  studio,
  device,
  browser,
}, { project: { use } }) => {
  await studio.open({ device, sample: 'none' });
  await annotateFirst(page);
  await page.getByRole('button', { name: 'Open Letters' }).click();
  await rulesOf(page);
  await page.getByLabel('Rules or names').setInputFiles(textFile('ports.tsv', 'Westmark\tLOC\n'));
  await page.getByRole('button', { name: 'Sets' }).click();
  await openProject(page, 'Ada');
  await page.getByRole('button', { name: 'New archive' }).click();
  await page.getByRole('button', { name: 'Add Letters' }).click();
  await expect(row(page)).toContainText('3 sentences, ada 1');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The archive has changes that are not saved.');
  await page.getByRole('button', { name: 'Stay' }).click();
  const save = (of: StudioPage) =>
    of.downloaded(() => of.page.getByRole('button', { name: 'Save the archive' }).click());
  const first = await save(studio);
  const zip = (buffer: Buffer) => ({ name: 'project.zip', mimeType: 'application/zip', buffer });

  const context = await browser.newContext(use);
  const ben = new StudioPage(await context.newPage());
  await ben.open({ device, sample: 'none' });
  await ben.page.getByRole('tab', { name: 'Annotate' }).click();
  await openProject(ben.page, 'Ben');
  await ben.page.getByLabel('Project archive').setInputFiles(zip(first.bytes));
  await ben.page.getByRole('switch', { name: 'Take over what others have annotated' }).uncheck({ force: true });
  await ben.page.getByRole('button', { name: 'Annotate Letters' }).click();
  await words(ben.page).waitFor();
  await expect(progress(ben.page)).toHaveText('0 of 3 sentences annotated');
  await expect(await rulesOf(ben.page)).toHaveText([/^LOC Names ports\.tsv0 matches/]);
  await words(ben.page).focus();
  await ben.page.keyboard.press('ArrowRight');
  await ben.page.keyboard.press('1');
  for (const count of [1, 2]) {
    await ben.page.keyboard.press('Enter');
    await expect(progress(ben.page)).toHaveText(`${count} of 3 sentences annotated`);
  }
  await ben.page.getByRole('button', { name: 'Sets' }).click();
  const second = await save(ben);
  await expect(row(ben.page)).toContainText('3 sentences, ada 1, ben 2, 1 differs');
  await context.close();

  await page.getByLabel('Copy to merge').setInputFiles(zip(second.bytes));
  await expect(row(page)).toContainText('3 sentences, ada 1, ben 2, 1 differs');
  await expectAxeSilent(page);
  await page.getByRole('button', { name: 'Resolve Letters' }).click();
  await expect(page.getByRole('status', { name: 'Resolved' })).toHaveText('0 of 2 resolved');
  for (const count of [1, 2]) {
    await page.keyboard.press('ArrowRight'); // Ben's
    await expect(page.getByRole('status', { name: 'Resolved' })).toHaveText(`${count} of 2 resolved`);
  }
  await page.getByRole('button', { name: 'Project', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The decisions are not saved.');
  await page.getByRole('button', { name: 'Stay' }).click();
  await studio.downloaded(() => page.getByRole('button', { name: 'Save the decisions' }).click());
  await expect(project(page)).toHaveText('1 set saved to project.');
  await expect(row(page)).toHaveText(/3 sentences, ada 1, ben 2Update/);
  await page.getByRole('button', { name: 'Annotate Letters' }).click();
  await expect(progress(page)).toHaveText('2 of 3 sentences annotated'); // the second is Ben's
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect.poll(() => marks(page)).toEqual(['PER sails']);
});

test('a project in a folder is written as plain files, and opened again', async ({ page, studio, device }) => {
  await page.addInitScript(() => {
    const showDirectoryPicker = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('shared', { create: true });
    Object.defineProperty(globalThis, 'showDirectoryPicker', { value: showDirectoryPicker });
  });
  await studio.open({ device, sample: 'none' });
  await annotateFirst(page);
  await openProject(page, 'Ada');
  await page.getByRole('button', { name: 'Open a folder' }).click();
  await page.getByRole('button', { name: 'Add Letters' }).click();
  await page.getByRole('button', { name: 'Add the recipe' }).click();
  await expect(project(page)).toHaveText('recipes/tagsmith.json was added.');
  await page.getByRole('button', { name: 'Save to the folder' }).click();
  await expect(project(page)).toHaveText('1 set saved to shared.');

  await page.reload();
  await studio.waitFor('Idle');
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await openProject(page, 'Ada');
  await page.getByRole('button', { name: 'Open a folder' }).click();
  await expect(row(page)).toContainText('3 sentences, ada 1');
  await expect(page.getByRole('button', { name: 'Use recipes/tagsmith.json' })).toBeVisible();

  // A line of the log that another program has cut is named; the rest is used.
  expect(await cutLastLine(page)).toBe(1);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Open a folder' }).click();
  const problems = page.getByRole('group').filter({ hasText: 'problem in the files; everything else is used' });
  await expect(problems.getByRole('listitem')).toHaveText(/^sets\/[^/]+\/log\/.*\.jsonl, line \d+: /);
  await expect(row(page)).toContainText('3 sentences');
});

/** Cuts the last line of each log in the folder. @returns their number */
function cutLastLine(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const open = (folder: FileSystemDirectoryHandle, name: string) => folder.getDirectoryHandle(name);
    const sets = await open(await open(await navigator.storage.getDirectory(), 'shared'), 'sets');
    let count = 0;
    for await (const set of sets.values()) {
      for await (const log of (await open(set as FileSystemDirectoryHandle, 'log')).values()) {
        const file = log as FileSystemFileHandle;
        const text = (await (await file.getFile()).text()).trimEnd();
        const writable = await file.createWritable();
        await writable.write(text.slice(0, text.lastIndexOf('\n') + 20));
        await writable.close();
        count++;
      }
    }
    return count;
  });
}
