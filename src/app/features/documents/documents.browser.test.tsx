import { legacyEncoder } from '../../../data/files/legacy-encodings.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { page, userEvent } from 'vitest/browser';
import type { PacedTrainer } from '../../../../test/app/paced-trainer.ts';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, openTab } from '../../../../test/app/page-parts.ts';
import { useChoicesStore } from './choices.ts';

let trainer: PacedTrainer;

beforeEach(async () => {
  trainer = await mountApp();
  trainer.answer('tagBlocks', ({ texts }) =>
    texts.map((_, block) => ({ block, start: 0, end: 4, type: 'PER', probability: 0.9 })),
  );
  await openTab('Documents');
});

async function importModel(): Promise<void> {
  await addFiles('model.zip');
  await expect.element(button('Tag again')).toBeEnabled();
}

const add = (...names: string[]) =>
  userEvent.upload(
    page.getByLabelText('Add documents', { exact: true }),
    names.map((name) => new File(['Nora sails.'], name)),
  );
const text = page.getByRole('region', { name: 'Text of a.txt' });
const wayOf = (type: string) =>
  page.getByRole('region', { name: 'Save documents' }).getByLabelText(type, { exact: true });
const saving = page.getByRole('status', { name: 'Saving' });

/** Whether the browser asks before it closes the page. */
function isAsked(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

test('Cancel removes documents that are not done; the browser asks as long as they would be lost', async () => {
  await add('a.txt');
  await expect.element(button('a.txt 0 entities, not tagged')).toBeVisible();
  await importModel();
  await button('Tag again').click();
  await expect.element(button('a.txt 1 entity')).toBeVisible();
  expect(isAsked()).toBe(false);
  let answer = () => {};
  trainer.delays.set('tagBlocks', new Promise<void>((resolve) => (answer = resolve)));
  onTestFinished(() => answer());
  await add('b.txt', 'c.txt');
  await expect.element(page.getByText('1 of 3 done')).toBeVisible();
  expect(isAsked()).toBe(true);
  await button('Cancel').click();
  await expect.element(button('Remove b.txt')).not.toBeInTheDocument();
  await expect.element(button('Cancel')).not.toBeInTheDocument();
  await expect.element(button('a.txt 1 entity')).toBeVisible();
  expect(isAsked()).toBe(false);
});

test('the list of documents has rows of one height, so that a part of the fourth is seen', async () => {
  await page.viewport(390, 844);
  await add(`${'a-long-name-'.repeat(8)}.txt`, ...['b', 'c', 'd', 'e'].map((name) => `${name.repeat(24)}.txt`));
  const items = page.getByRole('list', { name: 'Documents' }).getByRole('listitem');
  await expect.poll(() => items.elements()).toHaveLength(5);
  const list = page.getByRole('list', { name: 'Documents' }).element().getBoundingClientRect();
  const [first, , , fourth] = items.elements().map((element) => element.getBoundingClientRect());
  expect(first!.height).toBe(fourth!.height);
  expect(list.bottom - fourth!.top).toBeGreaterThan(8);
});

test('a long name of a type stays above its choice', async () => {
  const type = 'RECHTSVORSCHRIFTENBEZEICHNUNG';
  trainer.answer('tagBlocks', () => [{ block: 0, start: 0, end: 4, type, probability: 0.9 }]);
  await add('a.txt');
  await importModel();
  await button('Tag again').click();
  const label = page.getByRole('region', { name: 'Save documents' }).getByText(type, { exact: true });
  await expect.element(label).toBeVisible();
  const right = (element: Element) => Math.round(element.getBoundingClientRect().right);
  expect(right(label.element())).toBeLessThanOrEqual(right(wayOf(type).element()));
});

test('the browser asks about what was decided since the documents were saved', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => click.mockRestore());
  trainer.answer('exportModel', () => ({ name: 'model.zip', contents: new Blob(['model']) }));
  await add('a.txt', 'b.txt');
  await importModel();
  await button('Tag again').click();
  await expect.element(button('b.txt 1 entity')).toBeVisible();
  expect(isAsked()).toBe(false);
  await text.getByText('Nora', { exact: true }).click();
  await userEvent.keyboard('a');
  await vi.waitFor(() => expect(isAsked(), 'a decision').toBe(true));
  await button('Save documents').click();
  await expect.element(saving).toHaveTextContent('Saved 2 documents.');
  expect(isAsked(), 'saved').toBe(false);
  await text.getByText('Nora', { exact: true }).click();
  await userEvent.keyboard('{Delete}');
  await expect.element(button('a.txt 0 entities')).toBeVisible();
  expect(isAsked(), 'removed since').toBe(true);
  await button('Save documents').click();
  await vi.waitFor(() => expect(isAsked(), 'saved again').toBe(false));
});

test('a list of own names is read again after it was edited', async () => {
  await add('a.txt');
  await importModel();
  await userEvent.selectOptions(wayOf('PER'), 'Invented name');
  const own = page.getByLabelText('Own names for PER');
  for (const [names, count] of [
    ['Tove\n', '1 name'],
    ['Tove\nKai\n', '2 names'],
  ] as const) {
    await userEvent.upload(own, new File([names], 'names.txt'));
    await expect.element(page.getByText(count, { exact: true })).toBeVisible();
    // A browser reports no change if the input still holds the file of that name.
    await expect.element(own).toHaveValue('');
  }
});

test('own names are used; choices are kept for the next visit, documents and names are not', async () => {
  let saved: Promise<ArrayBuffer> | undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved = fetch(this.href).then((response) => response.arrayBuffer());
  });
  onTestFinished(() => click.mockRestore());
  await add('a.txt', 'broken.pdf');
  await expect.element(button('broken.pdf cannot be read')).toBeVisible();
  await button('Save documents').click();
  await expect.element(saving).toHaveTextContent('1 document saved without a search for entities: a.txt');
  await importModel();
  await button('Tag again').click();
  await expect.element(button('a.txt 1 entity')).toBeVisible();
  await userEvent.selectOptions(wayOf('PER'), 'Invented name');
  const own = page.getByLabelText('Own names for PER');
  await userEvent.upload(own, new File([' \n'], 'none.txt'));
  await expect.element(saving).toHaveTextContent('There are no names in none.txt.');
  await userEvent.upload(own, new File(['Tove Lind\nKai Holm\n'], 'names.txt'));
  await expect.element(page.getByText('2 names', { exact: true })).toBeVisible();
  trainer.answer('exportModel', () => ({ name: 'model.zip', contents: new Blob(['model']) }));
  await page.getByLabelText('Save only when every doubtful entity was looked at').click();
  await button('Save documents').click();
  await expect.element(saving).toHaveTextContent('Saved 1 document.');
  await expect.element(saving).toHaveTextContent('1 document not read, and not saved: broken.pdf');
  expect(strFromU8(unzipSync(new Uint8Array((await saved)!))['a.txt']!)).toBe('Lind sails.');

  const stored = localStorage.getItem('tagsmith.documents')!;
  expect(Object.values(localStorage).join()).not.toMatch(/Nora|Tove/);
  useChoicesStore.setState(useChoicesStore.getInitialState());
  localStorage.setItem('tagsmith.documents', stored);
  await useChoicesStore.persist.rehydrate();
  await expect.element(wayOf('PER')).toHaveDisplayValue('Invented name');
  await expect.element(page.getByLabelText('Save only when every doubtful entity was looked at')).not.toBeChecked();
});

test('a text that is not UTF-8 is read in the encoding that is chosen', async () => {
  const koi = legacyEncoder('koi8-r');
  const files = [new File([koi('Вчера Иванов приехал в Казань.')], 'a.txt')];
  await userEvent.upload(page.getByLabelText('Add documents', { exact: true }), files);
  await expect.element(text).toHaveTextContent('Вчера Иванов');
  await userEvent.selectOptions(page.getByLabelText('Encoding of a.txt'), 'windows-1251');
  const wrong = new TextDecoder('windows-1251').decode(koi('Вчера'));
  await expect.element(text).toHaveTextContent(wrong);
  await expect.element(page.getByText('Read, as you chose, in')).toBeVisible();
});
