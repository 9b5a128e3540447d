import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { marks, startSet, words } from './fixtures/annotation.ts';
import { LEARNED, textFile, TO_ANNOTATE } from './fixtures/corpus.ts';
import { expect, test } from './fixtures/test.ts';

const RECIPE = { epochs: 60, patience: 0, hidden: 24, charFeatures: 8, batchSize: 4, learningRate: 0.01 };
const KEYS: Readonly<Record<string, string>> = { PER: '1', ORG: '2', LOC: '3' };
const TEXT = TO_ANNOTATE.map(({ words }) => `${words.join(' ')}\n`).join('');

const progress = (page: Page) => page.getByRole('status', { name: 'Annotated' });

/** Opens the tab, creates a set from a text, and shows its first sentence, by keyboard. */
async function startSetByKeyboard(page: Page, text: string, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Charts' }).focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await page.keyboard.insertText(text);
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(words(page)).toBeFocused();
}

async function openSet(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: `Open ${name}` }).click();
}

/** Marks the spans of a sentence, whose first word is selected, and accepts it. */
async function annotate(page: Page, { spans }: (typeof TO_ANNOTATE)[number]): Promise<void> {
  let at = 0;
  for (const { start, length, type } of spans) {
    for (; at < start; at++) await page.keyboard.press('ArrowRight');
    for (let i = 1; i < length; i++, at++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press(KEYS[type]!);
  }
  await page.keyboard.press('Enter');
}

test('raw text is annotated and trained on by keyboard alone, and survives a reload', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, RECIPE);
  await startSetByKeyboard(page, TEXT, 'Letters');
  await expect(progress(page)).toHaveText('0 of 12 sentences annotated');
  for (const sentence of TO_ANNOTATE.slice(0, 7)) await annotate(page, sentence);
  await page.keyboard.press('3'); // of the eighth
  await expect(progress(page)).toHaveText('7 of 12 sentences annotated');

  await page.reload();
  await studio.waitFor('Idle');
  await openSet(page, 'Letters');
  await expect(progress(page)).toHaveText('7 of 12 sentences annotated');
  await expect.poll(() => marks(page)).toEqual(['LOC Ships']);
  await page.keyboard.press('u');
  await expect.poll(() => marks(page)).toEqual([]);
  await page.keyboard.press('u'); // undoes the sentence accepted before the reload
  await expect(progress(page)).toHaveText('6 of 12 sentences annotated');
  await expect.poll(() => marks(page)).toEqual(['PER Nora Field', 'ORG Corner Bank']);
  await page.keyboard.press('Shift+U');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Home');
  for (const sentence of TO_ANNOTATE.slice(7)) await annotate(page, sentence);
  await expect(progress(page)).toHaveText('12 of 12 sentences annotated');

  const exportAs = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    return studio.downloaded(() => page.getByRole('menuitem', { name: format }).click());
  };
  const first = await exportAs('JSON lines (spaCy, Prodigy)');
  expect(first.name).toBe('Letters.jsonl');
  await page.getByRole('button', { name: 'Sets' }).click();
  await page.getByLabel('Files to annotate').setInputFiles(textFile('Letters.jsonl', first.bytes.toString()));
  await page.getByRole('button', { name: 'Start annotating' }).click();
  await expect(progress(page)).toHaveText('12 of 12 sentences annotated');
  const second = await exportAs('JSON lines (spaCy, Prodigy)');
  expect(second.bytes.toString()).toBe(first.bytes.toString());

  await page.getByRole('button', { name: 'Use as training data' }).click();
  await expect(studio.useOf('Letters-2.train.jsonl')).toHaveValue('train');
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: 'Use as training data' }).click(); // replaces the file
  await expect(studio.useOf('Letters-2.train.jsonl')).toHaveCount(1);
  await expect(page.getByRole('tab', { name: 'Charts' })).toHaveAttribute('aria-selected', 'true');
  await studio.train.click();
  await studio.waitFor('Finished', 110_000);
  const [learnt] = LEARNED;
  await studio.tag(learnt!.text);
  await expect.poll(() => studio.foundEntities()).toEqual(learnt!.entities);
});

test('after 150 sentences in the order of the queue, F1 has an interval; a run can learn from the others, too', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  const people = ['Nora', 'Ada', 'Tom', 'Ines', 'Mira'];
  const text = Array.from({ length: 400 }, (_, i) => `${people[i % people.length]} wrote letter ${i} .\n`).join('');
  await startSet(page, text, 'Queue');
  for (let i = 1; i <= 150; i++) {
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(progress(page)).toHaveText(`${i} of 400 sentences annotated`);
  }
  const quality = page.getByText(/^F1 [\d.]+ \(95% interval [\d.]+ to [\d.]+\), on 1[2-7] sentences set aside$/);
  await expect(quality).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Use as training data' }).click();
  await expect(studio.useOf('Queue.train.jsonl')).toHaveValue('train');
  await expect(studio.useOf('Queue.open.conll')).toHaveValue('unused');
  const choice = page.getByRole('switch', { name: 'Learn from text without labels' });
  await expect(choice).toHaveAccessibleDescription(/label Queue\.open\.conll; a student/);
});

test('no edits are lost with two pages on one set, or a page closed at once', async ({
  page,
  studio,
  device,
  context,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, TEXT, 'Shared');
  const other = await context.newPage();
  await other.goto(page.url());
  await openSet(other, 'Shared');
  await expect(words(other)).toBeFocused();

  await Promise.all([page.keyboard.press('1'), other.keyboard.press('f')]);
  await expect(progress(page)).toHaveText('0 of 12 sentences annotated, 1 flagged');
  await page.keyboard.press('PageDown');
  await annotate(page, TO_ANNOTATE[1]!);
  await expect(progress(other)).toHaveText('1 of 12 sentences annotated, 1 flagged');
  await page.close();

  await other.reload();
  await openSet(other, 'Shared');
  await expect(progress(other)).toHaveText('1 of 12 sentences annotated, 1 flagged');
  await other.keyboard.press('Home');
  await words(other).press('PageUp');
  await words(other).press('PageUp');
  await expect.poll(() => marks(other)).toEqual(['PER Nora']);
  await other.close();
});

test('edits made right before the tab is killed are not lost', async ({ page, studio, device, context }) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, TEXT, 'Killed');
  await page.keyboard.press('1');
  await expect.poll(() => marks(page)).toEqual(['PER Nora']);
  await page.evaluate(holdDatabase);
  await page.keyboard.press('3');
  await page.keyboard.press('f');
  await expect(progress(page)).toHaveText('0 of 12 sentences annotated, 1 flagged');

  const crashed = page.waitForEvent('crash');
  const session = await context.newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined); // the request gets no response
  await crashed;
  const reopened = await context.newPage();
  await reopened.goto(page.url());
  await openSet(reopened, 'Killed');
  await expect(progress(reopened)).toHaveText('0 of 12 sentences annotated, 1 flagged');
  await words(reopened).press('PageUp');
  await expect.poll(() => marks(reopened)).toEqual(['LOC Nora']);
});

/** Keeps a transaction of the log open, which blocks writes. Resolves when it has begun. */
async function holdDatabase(): Promise<void> {
  const opening = indexedDB.open('tagsmith');
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  const log = opening.result.transaction('set-log', 'readwrite').objectStore('set-log');
  await new Promise<void>((resolve) => {
    const readOn = () => {
      log.count().addEventListener('success', () => {
        resolve();
        readOn();
      });
    };
    readOn();
  });
}

test('by mouse: drag, double click, mark all; rules; a set is deleted and restored', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, {});
  await startSet(page, TEXT, 'Mouse');
  const token = (text: string) => words(page).getByRole('option', { name: text, exact: true });
  await token('Nora').hover();
  await page.mouse.down();
  await token('Field').hover();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Mark as PER' }).click();
  await page.getByRole('button', { name: 'Mark as LOC' }).focus();
  await page.keyboard.press('ArrowUp');
  await token('Westmark').dblclick();
  await expect.poll(() => marks(page)).toEqual(['PER Nora Field', 'PER Westmark']);
  await page.keyboard.press('3');
  await expect.poll(() => marks(page)).toEqual(['PER Nora Field', 'LOC Westmark']);

  const review = page.getByRole('region', { name: 'Mark all' });
  await page.keyboard.press('m');
  await expect(review.getByRole('button', { name: /^Mark \d places/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(review).toBeHidden();
  await expect(words(page)).toBeFocused();
  await page.getByRole('button', { name: 'Mark all' }).click();
  await expect(review.getByRole('checkbox')).toHaveCount(3);
  await review.getByRole('checkbox').first().uncheck();
  await review.getByRole('button', { name: 'Mark 2 places' }).click();
  await expect(review).toBeHidden();

  await page.getByText('Rules', { exact: true }).click();
  await page.getByLabel('Rules or names').setInputFiles(textFile('names.tsv', 'Rail Works\tORG\nWestmark\tLOC\n'));
  const rules = page.getByRole('list', { name: 'Rules of the set' }).getByRole('listitem');
  await expect(rules).toHaveText([/^ORG Names names\.tsv\d+ matches · /, /^LOC Names names\.tsv\d+ matches · /]);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(() => marks(page)).toEqual(['LOC Westmark', 'ORG Rail Works']);
  await expect(words(page).getByRole('group', { name: /ORG.*suggested/ })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect.poll(() => marks(page)).toEqual(['ORG Rail Works']);

  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sets' }).click();
  await page.getByRole('button', { name: 'Delete Mouse' }).click();
  await expect(page.getByRole('button', { name: 'Open Mouse' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Open Mouse' }).click();
  await expect(progress(page)).toHaveText('1 of 12 sentences annotated');
});

test('a model learns while sentences are annotated, and suggests the rest', async ({ page, studio, device }) => {
  await studio.open({ device, sample: 'none' }, {});
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await expect(page.getByRole('form', { name: 'New set' })).toBeVisible();
  const records = TO_ANNOTATE.map(({ words, spans }) => {
    const offsetOf = (word: number) => words.slice(0, word).join(' ').length + (word === 0 ? 0 : 1);
    const label = spans.map(({ start, length, type }) => {
      const begin = offsetOf(start);
      return [begin, begin + words.slice(start, start + length).join(' ').length, type];
    });
    return { text: words.join(' '), label };
  });
  const accepted = [...records, ...records, ...records];
  const open = records.map(({ text }) => ({ text }));
  const lines = [...accepted, ...open].map((record) => `${JSON.stringify(record)}\n`).join('');
  await studio.dropFile(textFile('letters.jsonl', lines));
  await expect(progress(page)).toHaveText('33 of 48 sentences annotated'); // one record has no label, so it counts as open
  await expect(page.getByRole('status', { name: 'Model status' })).toHaveText(/^Trained on \d+ sentences in/, {
    timeout: 60_000,
  });
  // Each open sentence is a copy of one that the model was trained on, unless it is set aside.
  const queue = page.getByRole('list', { name: 'Queue' }).getByRole('button');
  const suggested = words(page).locator('mark[data-suggested]');
  const showSuggestions = async () => {
    let next = 0;
    await expect(async () => {
      await queue.nth(next++ % (await queue.count())).click();
      await expect(suggested.first()).toBeVisible({ timeout: 2000 }); // not every sentence has a suggestion
    }).toPass({ timeout: 120_000 });
  };
  await showSuggestions();
  await words(page).press('Space'); // also accepts a suggestion that Enter does not accept because it is doubtful
  const shown = await marks(page);
  expect(shown).not.toEqual([]);
  const sentence = await words(page).getAttribute('data-sentence');
  await words(page).press('Enter');
  await expect(progress(page)).toHaveText('34 of 48 sentences annotated');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(words(page)).toHaveAttribute('data-sentence', sentence!);
  await expect(suggested).toHaveCount(0);
  expect(await marks(page)).toEqual(shown);

  const learnt = await page.getByRole('status', { name: 'Model status' }).innerText();
  await page.reload();
  await studio.waitFor('Idle');
  await openSet(page, 'letters');
  await expect(page.getByRole('status', { name: 'Model status' })).toHaveText(learnt); // the same seconds: the same model
  await showSuggestions();
});
