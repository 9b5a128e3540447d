import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Problem } from '../../../../data/corpus.ts';
import { ThemeProvider } from '../../../look/ThemeProvider.tsx';
import { unusableFound } from '../store.ts';
import { Unusable } from './Unusable.tsx';

test('where an encoding was guessed, the place to choose another one is named', async () => {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
    unusableFound(undefined);
  });
  root.render(
    <ThemeProvider>
      <Unusable className={undefined} />
    </ThemeProvider>,
  );
  const problem: Problem = { file: 'a.txt', line: 1, severity: 'warning', kind: 'format', message: 'It is odd.' };
  const where = page.getByText(/^To choose another encoding, add the file under Data/);
  unusableFound({ problems: [problem], moreProblems: 0, rejected: [] });
  await expect.element(page.getByText('a.txt, line 1: It is odd.')).toBeVisible();
  await expect.element(where).not.toBeInTheDocument();
  unusableFound({ problems: [problem, { ...problem, kind: 'encoding' }], moreProblems: 0, rejected: [] });
  await expect.element(where).toBeVisible();
});
