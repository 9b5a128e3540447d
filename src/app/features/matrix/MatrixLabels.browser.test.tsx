import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { bioesTags } from '../../../../test/app/samples.ts';
import { matrixLayout } from './layout.ts';
import { MatrixLabels } from './MatrixLabels.tsx';

/** The labels of a matrix, and where its cells begin. */
async function draw(types: number, width: number): Promise<{ texts: SVGTextElement[]; left: number }> {
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
  return { texts: [...element.querySelectorAll('text')], left };
}

/** The type names or letters beside the rows, from the top. */
async function labelsBesideRows(types: number, label: RegExp, width = 360): Promise<SVGTextElement[]> {
  const { texts, left } = await draw(types, width);
  return texts.filter((text) => label.test(text.textContent) && text.getBoundingClientRect().right < left);
}

const namesBesideRows = (types: number, width?: number) => labelsBesideRows(types, /^T\d+$/, width);

test('names are beside their rows if they do not overlap', async () => {
  expect(await namesBesideRows(4)).toHaveLength(4);
  expect(await namesBesideRows(12)).toHaveLength(12);
  expect(await namesBesideRows(40)).toEqual([]);
});

test('many names on a narrow page are smaller, and do not overlap', async () => {
  const names = await namesBesideRows(18, 288);
  expect(names).toHaveLength(18);
  const boxes = names.map((text) => text.getBoundingClientRect());
  const gaps = boxes.slice(1).map(({ top }, i) => top - boxes[i]!.bottom);
  expect(Math.min(...gaps)).toBeGreaterThan(-1); // the box of a text is taller than its glyphs
});

test('letters beside rows are no larger than the rows', async () => {
  const letters = await labelsBesideRows(7, /^[OBIES]$/, 330);
  const [first, second] = letters.map((text) => text.getBoundingClientRect());
  const row = second!.y - first!.y;
  expect(row).toBeLessThan(10);
  expect(parseFloat(getComputedStyle(letters[0]!).fontSize)).toBeLessThanOrEqual(row);
});

test('END has a gap to the letter before it', async () => {
  const { texts } = await draw(7, 330);
  const end = texts.find(({ textContent }) => textContent === 'END')!.getBoundingClientRect();
  const letters = texts.filter(({ textContent }) => /^[OBIES]$/.test(textContent));
  const before = letters.map((text) => text.getBoundingClientRect()).filter(({ left, y }) => left < end.left && Math.abs(y - end.y) < 8); // prettier-ignore
  expect(before.length).toBeGreaterThan(20);
  expect(end.left - Math.max(...before.map(({ right }) => right))).toBeGreaterThan(3);
});
