import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../test/app/mounted-app.tsx';
import { addFiles, button, openTab, readyToTrain } from '../../../test/app/page-parts.ts';
import { noticeAdded } from '../stores/notices.ts';
import { MAIN_BUTTON } from './navigation.ts';

beforeEach(() => mountApp());

/** Presses a button by keyboard. */
async function press(name: string): Promise<void> {
  const element = button(name);
  await expect.element(element).toBeEnabled();
  (element.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

/** The name of what has the focus. */
const focused = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;

test('a popover has the focus until Escape returns it to its button', async () => {
  await press('About the device');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  await userEvent.keyboard('{Tab}{Tab}');
  expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(focused).toBe('About the device');
});

test('after a question of a file is answered, the focus is on its card', async () => {
  const text = 'Mira X-PER\nleft O\nsoon O\n\nOslo B-LOC\nis O\nbig O\n\n'.repeat(8);
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), [new File([text], 'own.train')]);
  await press('yes, without them');
  await expect.poll(focused).toBe('Details of own.train');
});

test('buttons that disappear pass the focus on', async () => {
  await addFiles('a.train');
  await page.getByRole('textbox', { name: 'Seed', exact: true }).fill('7');
  await press('Undo 1 change');
  await expect.poll(focused).toBe('Preset');
  await openTab('Documents');
  const files = ['a.txt', 'b.txt'].map((name) => new File(['Mira left.'], name));
  await userEvent.upload(page.getByLabelText('Add documents', { exact: true }), files);
  await press('Remove a.txt');
  await expect.poll(focused).toBe('Remove b.txt');
});

test('a message that is dismissed passes the focus on to the next one, the last one to the main button', async () => {
  await readyToTrain();
  for (const title of ['One', 'Two']) noticeAdded({ kind: 'note', title, message: 'Read it.' });
  const first = page.getByRole('button', { name: /^Dismiss: / }).first();
  await expect.element(first).toBeVisible();
  const next = first.element().ariaLabel === 'Dismiss: One' ? 'Two' : 'One';
  await press(first.element().ariaLabel!);
  await expect.poll(focused).toBe(`Dismiss: ${next}`);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.id).toBe(MAIN_BUTTON);
});

test('deleting an annotation set moves the focus to Undo, and back', async () => {
  await openTab('Annotate');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Mira left Oslo.');
  const name = `own ${crypto.randomUUID()}`; // the page may have sets of other tests
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await press('Start annotating');
  await expect.element(page.getByRole('listbox')).toBeVisible(); // it gets the focus, so that no button keeps it
  await button('Sets').click();
  await press(`Delete ${name}`);
  await expect.poll(focused).toBe('Undo');
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe(`Delete ${name}`);
});

test('a view that replaces the one with the focus gets it', async () => {
  await openTab('Annotate');
  const isInPanel = () => document.activeElement?.id;
  await press('Project of several people');
  await expect.poll(isInPanel).toBe('run-view-panel-annotate');
  await expect.element(page.getByRole('textbox', { name: 'Your name' })).toBeVisible(); // loaded
  await userEvent.keyboard('{Tab}');
  await expect.poll(focused).toBe('Sets');
  await openTab('Lessons');
  await page.getByRole('button', { name: /^1 Finding names/ }).click();
  await expect.poll(isInPanel).toBe('lessons-top');
  const numbers = page.getByRole('button', { name: 'New numbers' }).first();
  await expect.element(numbers).toBeVisible();
  (numbers.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toBe('New numbers');
});
