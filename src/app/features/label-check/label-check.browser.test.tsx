import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mountApp } from '../../../../test/app/mounted-app.tsx';
import { addFiles, button, openCard } from '../../../../test/app/page-parts.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { keepingSwitched } from '../../stores/preferences.ts';
import { updateFile } from '../../files/update-file.ts';

const dialog = page.getByRole('dialog', { name: /^Check labels of/ });
const decided = dialog.getByRole('status', { name: 'Decided' });

async function check(name: string): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: name });
  await card.getByRole('button', { name: 'Check labels', exact: true }).click();
  await expect.element(dialog).toHaveAccessibleName(`Check labels of ${name}`);
}

/** Whether the page asks before it is closed. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

async function close(): Promise<void> {
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
}

test('decisions stay while the labels of another file are checked, and go when the file is read in another way', async () => {
  const trainer = await mountApp();
  const span = { start: 0, end: 1, type: 'PER' };
  trainer.answer('checkLabels', () => ({
    file: 'a.train',
    findings: [
      {
        sentence: 0,
        line: 1,
        kind: 'missed',
        tokens: ['Ada', 'left'],
        spans: [],
        labelled: undefined,
        labelledProbability: 0.1,
        suggested: span,
        suggestedProbability: 0.9,
        doubt: 1,
        case: 0,
      },
    ],
    listed: 1,
    total: 1,
    weights: [[0, 0.7]],
    seconds: 1,
  }));
  trainer.answer('correctLabels', () => ({ name: 'a.train', contents: new Blob(['Ada B-PER']) }));
  const checks = () => trainer.asked.filter(({ name }) => name === 'checkLabels').length;
  await addFiles('a.train', 'a.dev');
  for (const name of ['a.train', 'a.dev']) await openCard(name);
  await check('a.train');
  await dialog.getByRole('button', { name: 'Fix' }).click();
  await expect.element(decided).toHaveTextContent('1 label fixed');
  await close();
  await check('a.dev');
  await expect.element(decided).toHaveTextContent('0 labels fixed');
  await close();
  await check('a.train');
  await expect.element(decided).toHaveTextContent('1 label fixed');
  expect(checks()).toBe(2);
  keepingSwitched(false);
  await expect.poll(asks).toBe(true);
  await dialog.getByRole('button', { name: 'Save corrected file' }).click();
  await expect.poll(asks).toBe(false);
  keepingSwitched(true);
  await close();

  const { id } = selectFiles(useWorkspaceStore.getState()).find(({ name }) => name === 'a.train')!;
  await updateFile(id, { scheme: 'IO' });
  await check('a.train');
  await expect.element(decided).toHaveTextContent('0 labels fixed');
  expect(checks()).toBe(3);
  await expect.element(button('Fix')).toHaveAttribute('aria-pressed', 'false');
});
