import type { Page } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { startSet, words } from './fixtures/annotation.ts';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
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

/** Gives random places of three stored records values of other kinds, or cuts their files. @returns the stores */
function damageRandomly(page: Page, seed: number): Promise<string[]> {
  return page.evaluate(async (start) => {
    let state = start;
    const below = (count: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    const odd = [
      null,
      true,
      -1,
      NaN,
      2 ** 53,
      '',
      '__proto__',
      'a'.repeat(1e5),
      [],
      [[]],
      {},
      new Date(NaN),
      { length: 1e9 },
    ];
    const changed = (value: unknown): unknown => {
      if (value instanceof Blob && below(2) > 0) return value.slice(0, below(value.size));
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
      if (keys.length === 0 || below(8) === 0) return odd[below(odd.length)];
      const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
        string,
        unknown
      >;
      const key = keys[below(keys.length)]!;
      copy[key] = changed(copy[key]);
      return copy;
    };
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
    const database = await done(indexedDB.open('tagsmith'));
    const damaged: string[] = [];
    while (damaged.length < 3) {
      const name = database.objectStoreNames[below(database.objectStoreNames.length)]!;
      const store = database.transaction(name, 'readwrite').objectStore(name);
      const keys = await done(store.getAllKeys());
      if (keys.length === 0) continue;
      const key = keys[below(keys.length)]!;
      await done(store.put(changed(await done(store.get(key))), key));
      damaged.push(name);
    }
    database.close();
    return damaged;
  }, seed);
}

test('a page whose records are damaged at random opens, lists its runs and sets, and can be used', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { epochs: 2, hidden: 8, charFeatures: 4, wordDim: 8 });
  await studio.addFiles([trainFile(), devFile]);
  await studio.train.click();
  await studio.waitFor('Finished');
  await startSet(page, 'Nora sails.\nIvo stays.\n', 'Letters');
  await page.keyboard.press('Enter');
  await whenKept(page, /"crc"/);
  for (const seed of [1, 2, 3, 4]) {
    const stores = await damageRandomly(page, seed);
    await test.step(`${seed}: ${stores.join(', ')}`, async () => {
      await page.reload();
      await studio.waitFor('Idle');
      await page.getByRole('tab', { name: 'Runs', exact: true }).click();
      await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(1);
      await page.getByRole('tab', { name: 'Annotate' }).click();
      await page
        .getByRole('button', { name: /^Open / })
        .first()
        .click();
      await expect(words(page).or(page.getByRole('heading', { name: / is damaged$/ }))).toBeVisible();
      await studio.addFiles([trainFile()]);
      await expect(studio.train).toBeEnabled();
    });
  }
});
