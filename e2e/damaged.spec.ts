import type { Page } from '@playwright/test';
import { smallEncoder } from '../test/helpers/small-encoder.ts';
import { expectAccessible } from './fixtures/accessible.ts';
import { startSet, words } from './fixtures/annotation.ts';
import { devFile, trainFile } from './fixtures/corpus.ts';
import { whenKept } from './fixtures/kept.ts';
import { expect, test } from './fixtures/test.ts';
import { weightsOf } from './fixtures/weights.ts';

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

/** Damages what is stored while no studio is open, which might store it again, and opens the studio. */
async function whileAway<T>(page: Page, damage: () => Promise<T>): Promise<T> {
  const address = page.url();
  await page.route('**/favicon.ico', (route) => route.fulfill({ body: '' })); // a picture has no link to its icon
  await page.goto('./icons/icon.svg'); // of the same origin
  const result = await damage();
  await page.goto(address);
  return result;
}

/**
 * Gives random places of three stored records values of other kinds, cuts or overwrites their files, or damages a
 * text.
 *
 * @returns the stores
 */
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
      if (value instanceof Blob && below(2) > 0) {
        const at = below(value.size);
        return below(2) > 0 ? value.slice(0, at) : new Blob([value.slice(0, at), '\0', value.slice(at + 1)]);
      }
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
    const texts = Object.keys(localStorage);
    const text = texts[below(texts.length)];
    if (text !== undefined) {
      const before = localStorage.getItem(text)!;
      localStorage.setItem(
        text,
        below(2) > 0 ? before.slice(0, below(before.length)) : JSON.stringify(changed(before)),
      );
      damaged.push(text);
    }
    while (damaged.length < 4) {
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
    const stores = await whileAway(page, () => damageRandomly(page, seed));
    await test.step(`${seed}: ${stores.join(', ')}`, async () => {
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

/** Replaces the only value of a store: one of its fields, or a byte of a file by another one. */
function replaceStored(page: Page, store: string, field: string): Promise<void> {
  return page.evaluate(
    async ([name, key]) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error!);
        });
      const withOtherByte = async (file: Blob) => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = ~bytes[middle]!;
        return new Blob([bytes]);
      };
      const database = await done(indexedDB.open('tagsmith'));
      const records = (mode: IDBTransactionMode) => database.transaction(name!, mode).objectStore(name!);
      const id = (await done(records('readonly').getAllKeys()))[0]!;
      const value: unknown = await done(records('readonly').get(id));
      const damaged = value instanceof Blob ? await withOtherByte(value) : { ...(value as object), [key!]: 'damaged' };
      await done(records('readwrite').put(damaged, id));
      database.close();
    },
    [store, field],
  );
}

const NAMED: [store: string, field: string, said: string][] = [
  ['workspaces', 'recipe', 'Stored damaged, and not restored: the recipe.'],
  ['workspaces', 'files', 'how the files are used'],
  ['runs', 'recipe', 'Stored runs are damaged'],
  ['files', '', 'Stored damaged, and not restored: own.train.'],
  ['models', '', 'Could not use the model of Run 1'],
];

test('what is stored damaged of the files, the recipe, the model and the runs is named', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { epochs: 2, hidden: 8, charFeatures: 4, wordDim: 8 });
  await studio.addFiles([trainFile()]);
  await studio.train.click();
  await studio.waitFor('Finished');
  for (const [store, field, said] of NAMED) {
    await whenKept(page, /"crc".*"model":"[^"]/);
    await whenKept(page, /"model":\{/, 'runs');
    await test.step(`${store} ${field}`, async () => {
      await whileAway(page, () => replaceStored(page, store, field));
      await studio.waitFor('Idle');
      await expect(studio.messages).toContainText(said);
    });
    if (store === 'files') await studio.addFiles([trainFile()]);
  }
});

/** Overwrites a part of each file of features with zeros, or cuts it. @returns their number */
function damageFeatures(page: Page, at: number, isCut: boolean): Promise<number> {
  return page.evaluate(
    async ([share, cut]) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('features');
      let count = 0;
      for await (const handle of folder.values()) {
        const file = await (handle as FileSystemFileHandle).getFile();
        const writable = await (handle as FileSystemFileHandle).createWritable({ keepExistingData: true });
        const position = Math.floor(file.size * (share as number));
        if (cut) await writable.truncate(position);
        else await writable.write({ type: 'write', position, data: new Uint8Array(8) });
        await writable.close();
        count++;
      }
      return count;
    },
    [at, isCut],
  );
}

test('features of an encoder that are stored damaged are computed again: a run gives the same weights', async ({
  page,
  studio,
  device,
}) => {
  await studio.open({ device, sample: 'none' }, { epochs: 3, hidden: 8, charFeatures: 4, wordDim: 8 });
  const encoder = Object.entries(smallEncoder({ external: true })).map(([name, contents]) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(contents),
  }));
  await studio.addFiles([trainFile(), devFile, ...encoder]);
  const trained = async () => {
    await studio.train.click();
    await studio.waitFor('Finished');
    return weightsOf(studio);
  };
  const whole = await trained();
  for (const [at, isCut] of [
    [0, false],
    [0.4, false],
    [0.7, true],
  ] as const) {
    await whenKept(page, /"crc"/);
    expect(await whileAway(page, () => damageFeatures(page, at, isCut))).toBe(1);
    await studio.waitFor('Idle');
    expect((await trained()).equals(whole)).toBe(true);
  }
});
