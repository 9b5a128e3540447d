import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { theme } from '../../look/theme.ts';
import { MenuButton } from './MenuButton.tsx';

test('the menu opens with its first command focused, and returns the focus to its button', async () => {
  const main = document.createElement('main');
  document.body.append(main);
  const root = createRoot(main);
  onTestFinished(() => {
    root.unmount();
    main.remove();
  });
  const chosen: string[] = [];
  const items = ['SVG', 'CSV'].map((label) => ({ label, onClick: () => chosen.push(label) }));
  root.render(
    <MantineProvider theme={theme}>
      <MenuButton button={<button type="button">Save</button>} items={items} />
    </MantineProvider>,
  );
  const button = page.getByRole('button', { name: 'Save' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');

  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'SVG' })).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');

  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');

  await userEvent.click(button);
  await userEvent.click(page.getByRole('menuitem', { name: 'CSV' }));
  expect(chosen).toEqual(['CSV']);
});
