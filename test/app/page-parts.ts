import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleFile } from './sample-files.ts';

/** Controls of the page by their accessible names. */
export const tab = (name: string) => page.getByRole('tab', { name, exact: true });
export const row = (table: string, name: string | RegExp) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row', { name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
const status = page.getByRole('status', { name: 'Run status' });
export const sentence = page.getByRole('textbox', { name: 'Try a sentence' });

export async function expectStatus(text: RegExp): Promise<void> {
  await expect.element(status).toHaveTextContent(text);
}

/** Expands the card of a file, which is collapsed to one line. */
export async function openCard(name: string): Promise<void> {
  await button(`Details of ${name}`).click();
}

/** Opens a tab of the middle column. */
export async function openTab(name: string): Promise<void> {
  await tab(name).click();
}

export async function addFiles(...names: string[]): Promise<void> {
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), names.map(sampleFile));
}

export async function train(): Promise<void> {
  await addFiles('a.train', 'a.dev');
  await button('Train').click();
  await expectStatus(/^Training/);
}

/** Adds a training file, a dev file and vectors, and waits for the plan. */
export async function readyToTrain(): Promise<void> {
  await addFiles('a.train', 'a.dev', 'glove.txt');
  await expectStatus(/^Idle.*ready to train/);
}
