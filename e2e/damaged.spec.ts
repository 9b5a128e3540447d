import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { startSet } from './fixtures/annotation.ts';
import { expect, test } from './fixtures/test.ts';

// What the browser keeps, damaged on the disk.

/** Overwrites a line of the log of the only set, once the log has this many lines. @returns whether it has */
function damageLine(page: Page, line: number, lines: number): Promise<boolean> {
  return page.evaluate(
    async ([at, wanted]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const database = await done(indexedDB.open('tagsmith'));
      const log = database.transaction('set-log', 'readwrite').objectStore('set-log');
      const keys = await done(log.getAllKeys());
      if (keys.length === wanted) await done(log.put('damaged', keys[at!]));
      database.close();
      return keys.length === wanted;
    },
    [line, lines],
  );
}

test('a set with a damaged log stays in the list, is described, and goes on in a repaired copy', async ({
  page,
  studio,
  device,
}) => {
  const progress = page.getByRole('status', { name: 'Annotated' });
  await studio.open({ device, sample: 'none' });
  await startSet(page, 'Nora sails.\nIvo stays.\nAda leaves.\n', 'Letters');
  for (const count of [1, 2, 3]) {
    await page.keyboard.press('Enter');
    await expect(progress).toHaveText(`${count} of 3 sentences annotated`);
  }
  // Name, types and text, then the three sentences, of which the second is damaged.
  await expect.poll(() => damageLine(page, 4, 6)).toBe(true);
  await page.reload();
  await studio.waitFor('Idle');
  await page.getByRole('tab', { name: 'Annotate' }).click();
  await page.getByRole('button', { name: 'Open Letters' }).click();

  await expect(page.getByRole('heading', { name: 'Letters is damaged' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Damage' })).toHaveText('Log, line 5: no entry');
  await expectAccessible(page);
  const { name, bytes } = await studio.downloaded(() =>
    page.getByRole('button', { name: 'Save the stored data' }).click(),
  );
  expect(name).toBe('Letters.log.jsonl');
  expect(bytes.toString().trim().split('\n')).toHaveLength(7); // the record and six lines
  expect(bytes.toString()).toContain('{"line":4,"stored":"damaged"}');
  await page.getByRole('button', { name: 'Open a repaired copy' }).click();
  await expect(progress).toHaveText('2 of 3 sentences annotated');
  await page.getByRole('button', { name: 'Sets' }).click();
  await expect(page.getByRole('list', { name: 'Annotation sets' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Open Letters (repaired)' })).toBeVisible();
});
