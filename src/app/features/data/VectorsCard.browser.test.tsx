import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { VECTORS } from '../../../../test/app/samples.ts';
import { ThemeProvider } from '../../look/ThemeProvider.tsx';
import { useRecipeStore } from '../../stores/recipe.ts';
import type { VectorsFile } from '../../../workers/wire/payloads.ts';
import { VectorsCard } from './VectorsCard.tsx';

function show(vectors: VectorsFile): HTMLElement {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <ThemeProvider>
      <VectorsCard vectors={vectors} />
    </ThemeProvider>,
  );
  return element;
}

test('what was left off when they were read is on the card, and is no problem', async () => {
  const note = 'Each line begins with its number, which was left off.';
  const element = show({
    ...VECTORS,
    problems: [{ file: VECTORS.name, line: 0, severity: 'warning', kind: 'form', message: note }],
  });
  await expect.element(page.getByText(note)).toBeVisible();
  expect(element.textContent).not.toContain('problem');
});

test('vectors that distinguish capitals are named, and their words are looked up as written in one click', async () => {
  const { lowercase } = VECTORS.coverage!;
  const { exact, lowercase: lowered, none } = lowercase.matched;
  const asWritten = {
    ...lowercase,
    matched: {
      ...lowercase.matched,
      exact: { types: exact.types + 8000, tokens: exact.tokens + 40_000 },
      lowercase: { types: lowered.types - 6000, tokens: lowered.tokens - 38_000 },
      none: { types: none.types - 2000, tokens: none.tokens - 2000 },
    },
  };
  const element = show({
    ...VECTORS,
    coverage: { lowercase, asWritten, warning: 'They distinguish capitals.' },
  });
  await expect.element(page.getByText('They distinguish capitals.')).toBeVisible();
  await expect.element(page.getByText('87.7% of words, 97.6% of tokens known')).toBeVisible();
  await page.getByRole('button', { name: 'Look words up as written' }).click();
  expect(useRecipeStore.getState().recipe.config.lowercase).toBe(false);
  await expect.element(page.getByText('96.1% of words, 98.5% of tokens known')).toBeVisible();
  expect(element.textContent).not.toContain('capitals');
});
