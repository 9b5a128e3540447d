import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, openTab, sentence } from '../../../../test/app/page-parts.ts';

const errors = page.getByRole('region', { name: 'Errors' });
const items = () => errors.getByRole('list', { name: 'Errors' }).getByRole('listitem').elements();

beforeEach(async () => {
  await mountApp();
  await addFiles('model.zip', 'a.test');
  await openTab('Score');
  await button('Score').click();
});

test('errors are shown in their sentences, twenty at a time', async () => {
  await expect.element(errors.getByText('120 errors', { exact: true })).toBeVisible();
  await vi.waitFor(() => expect(items()).toHaveLength(20));
  const [first] = items();
  expect(first).toHaveTextContent(/^Line 1Try it.*Missed: PER.*Spurious: MISC.*Wrong type: ORG as LOC/);
  const [gold, predicted] = [...first!.querySelectorAll('dd')].map((side) =>
    [...side.querySelectorAll('mark:not([data-aside])')].map((mark) => mark.getAttribute('data-entity')),
  );
  expect(gold).toEqual(['PER', 'ORG', 'LOC', 'PER']);
  expect(predicted).toEqual(['MISC', 'LOC', 'LOC', 'ORG']);
  await button('4 more sentences').click();
  await vi.waitFor(() => expect(items()).toHaveLength(24));
  await expect.element(page.getByRole('button', { name: /\d more/ })).not.toBeInTheDocument();
});

test('types that are unknown to the model are reported', async () => {
  await expect.element(page.getByText('F1, strict')).toBeVisible();
  await expect.element(page.getByText(/^The model has no tags for/)).not.toBeInTheDocument();
  await addFiles('other.test');
  await page.getByRole('combobox', { name: 'File to score or tag' }).selectOptions('other.test (test)');
  await button('Score').click();
  await expect.element(page.getByText(/^The model has no tags for these types.*: RIVER\./)).toBeVisible();
});

test('errors are filtered by kind and type, also by keyboard', async () => {
  const missed = errors.getByRole('button', { name: /^Missed 24/ });
  const misc = errors.getByRole('button', { name: /^MISC 24/ });
  await expect.element(missed).toBeVisible();
  missed.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(missed).toHaveAttribute('aria-pressed', 'true');
  await expect.element(errors.getByText('24 of 120 errors')).toBeVisible();
  await vi.waitFor(() => expect(items()).toHaveLength(20));
  await misc.click();
  await expect.element(errors.getByText('0 of 120 errors')).toBeVisible();
  await missed.click();
  await expect.element(missed).toHaveAttribute('aria-pressed', 'false');
  await vi.waitFor(() => expect(items().every((item) => /Spurious: MISC/.test(item.textContent))).toBe(true));
  expect(items().some((item) => item.textContent.includes('Missed'))).toBe(false);
  await misc.click();
  await vi.waitFor(() => expect(items()[0]).toHaveTextContent(/Missed: PER/));
});

test('the confusion of types', async () => {
  const table = page.getByRole('table', { name: 'Confusion of types' });
  const cells = (name: string) =>
    table
      .getByRole('row', { name })
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent);
  await expect.element(table).toBeVisible();
  // LOC, MISC, ORG, PER, none
  expect(cells('PER')).toEqual(['0', '0', '24', '1,700', '24']);
  expect(cells('none')).toEqual(['0', '24', '0', '0', '']);
});

test('an error can be opened in the sentence box', async () => {
  await errors.getByRole('button', { name: 'Try it' }).nth(2).click();
  await expect.element(sentence).toHaveValue('Nora told Siemens in New Lisbon about Ivo Field .');
  await vi.waitFor(() => expect(document.activeElement).toBe(sentence.element()));
});

test.each([
  ['CSV', 'a.test.errors.csv', /^line,kind,goldType,.*\n1,missed,PER,Nora,0,1,,,,,Nora told/],
  ['JSON lines', 'a.test.errors.jsonl', /^\{"line":1,"kind":"missed","gold":\{"type":"PER","text":"Nora"/],
])('errors are saved as %s', async (format, name, contents) => {
  let saved: Promise<string> | undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe(name);
    saved = fetch(this.href).then((response) => response.text());
  });
  await button('Save errors').click();
  await page.getByRole('menuitem', { name: format }).click();
  await vi.waitFor(() => expect(click).toHaveBeenCalledOnce());
  click.mockRestore();
  expect(await saved).toMatch(contents);
});
