import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleFile } from './sample-files.ts';

/** Controls of the page by their accessible names. */
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
  await page.getByRole('tab', { name, exact: true }).click();
}

export async function addFiles(...names: string[]): Promise<void> {
  await userEvent.upload(page.getByLabelText('Add files', { exact: true }), names.map(sampleFile));
}

export async function train(): Promise<void> {
  await addFiles('a.train', 'a.dev');
  await button('Train').click();
  await expectStatus(/^Training/);
}
