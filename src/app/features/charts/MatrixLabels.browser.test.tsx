import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { bioesTags } from '../../../../test/app/samples.ts';
import { matrixLayout } from './matrix-layout.ts';
import { MatrixLabels } from './MatrixLabels.tsx';

/** How many of the types of a matrix are named beside their rows. */
async function namesBesideRows(types: number): Promise<number> {
  const tags = bioesTags(Array.from({ length: types }, (_, i) => `T${i}`));
  const layout = matrixLayout(tags, 360, 340);
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  root.render(
    <svg width={layout.width} height={layout.height}>
      <MatrixLabels tags={tags} layout={layout} active={undefined} />
    </svg>,
  );
  await expect.poll(() => element.querySelector('text')).not.toBeNull();
  const left = element.querySelector('svg')!.getBoundingClientRect().left + layout.left;
  return [...element.querySelectorAll('text')].filter(
    (text) => /^T\d+$/.test(text.textContent) && text.getBoundingClientRect().right < left,
  ).length;
}

test('names stand beside their rows, as long as they do not run into each other', async () => {
  expect(await namesBesideRows(4)).toBe(4);
  expect(await namesBesideRows(12)).toBe(12);
  expect(await namesBesideRows(40)).toBe(0);
});
