import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../test/app/mounted-app.tsx';
import { addFiles, button } from '../../../test/app/page-parts.ts';
import { workspaceRestored } from '../keep/workspace/store.ts';
import { noticeAdded } from '../stores/notices.ts';
import { settingChanged } from '../stores/recipe.ts';

beforeEach(async () => {
  await mountApp();
});

const messages = page.getByRole('log', { name: 'Messages' });
const dismiss = messages.getByRole('button', { name: /^Dismiss: / });
const shown = () => dismiss.elements().map((one) => one.getAttribute('aria-label')?.slice('Dismiss: '.length));

test('messages of all sources are one list: the latest error, the latest other, and the rest on demand', async () => {
  const restored = { hasOwn: true, missing: [], damaged: [], locked: [] };
  workspaceRestored({ ...restored, at: Date.now() - 3000 }, undefined);
  noticeAdded({ kind: 'error', title: 'Could not save', message: '' });
  noticeAdded({ kind: 'note', title: 'The recipe', message: '' });
  noticeAdded({ kind: 'note', title: 'The device', message: '' });
  await expect.poll(shown).toEqual(['Could not save', 'The device']);
  await button('2 more messages').click();
  await expect.poll(shown).toEqual(['Could not save', 'The device', 'The recipe', 'restored page']);
  await button('Show fewer').click();
  await addFiles('a.train');
  await expect.element(button('1 more message')).toBeVisible(); // no longer as it was restored
  await button('Dismiss all').click();
  await expect.poll(shown).toEqual([]);
});

test('an invalid setting of the address is named until the recipe changes', async () => {
  location.hash = '#preset=tagsmith-quick&learningRate=1000000';
  const message = messages.getByText('The address has an invalid setting');
  await expect.element(message).toBeVisible();
  await addFiles('a.train');
  await expect.element(message).toBeVisible();
  settingChanged('epochs', 7);
  await expect.element(message).not.toBeInTheDocument();
});
