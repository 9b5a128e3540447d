import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { scoresAt } from '../../../../test/app/samples.ts';
import { ScoreTable } from './ScoreTable.tsx';

const TYPES = ['PER', 'ORGANIZATION', 'GEOPOLITICAL_ENTITY', 'WORK_OF_ART'];

test('long names do not overlap the numbers', async () => {
  const column = document.createElement('div');
  column.style.width = '280px'; // the width on a phone, or beside the charts
  document.body.append(column);
  const root = createRoot(column);
  onTestFinished(() => {
    root.unmount();
    column.remove();
  });
  root.render(<ScoreTable label="Entity scores" name="F1" scores={scoresAt(1, TYPES)} placeholder="" />);
  await expect.element(page.getByRole('rowheader', { name: 'GEOPOLITICAL_ENTITY' })).toBeVisible();
  expect(column.scrollWidth).toBe(280);
  column.style.width = '340px';
  const parts = [...column.querySelectorAll('wbr')].flatMap(({ previousSibling, nextSibling }) => [
    previousSibling!,
    nextSibling!,
  ]);
  const lines = parts.map((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return [part.textContent, range.getClientRects().length];
  });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter(([, count]) => count !== 1)).toEqual([]); // broken between words, not letters
  await expect.element(page.getByRole('columnheader', { name: 'Precision', exact: true })).toHaveTextContent(/^P$/);
});
