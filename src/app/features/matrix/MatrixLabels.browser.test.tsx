import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { bioesTags } from '../../../../test/app/samples.ts';
import { matrixLayout } from './layout.ts';
import { MatrixLabels } from './MatrixLabels.tsx';

/** The vertical positions of the type names beside the rows, from the top. */
async function namesBesideRows(types: number, width = 360): Promise<DOMRect[]> {
  const tags = bioesTags(Array.from({ length: types }, (_, i) => `T${i}`));
  const layout = matrixLayout(tags, width, 340);
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
  return [...element.querySelectorAll('text')]
    .filter((text) => /^T\d+$/.test(text.textContent))
    .map((text) => text.getBoundingClientRect())
    .filter(({ right }) => right < left);
}

test('names are beside their rows if they do not overlap', async () => {
  expect(await namesBesideRows(4)).toHaveLength(4);
  expect(await namesBesideRows(12)).toHaveLength(12);
  expect(await namesBesideRows(40)).toEqual([]);
});

test('many names on a narrow page are smaller, and do not overlap', async () => {
  const names = await namesBesideRows(18, 288);
  expect(names).toHaveLength(18);
  const gaps = names.slice(1).map(({ top }, i) => top - names[i]!.bottom);
  expect(Math.min(...gaps)).toBeGreaterThan(-1); // the box of a text is taller than its glyphs
});
