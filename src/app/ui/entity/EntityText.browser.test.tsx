import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { EntityText } from './EntityText.tsx';

async function show(text: string, start: number, end: number) {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  root.render(<EntityText text={text} entities={[{ type: 'LOC', start, end, probability: 0.9 }]} />);
  await expect.poll(() => box.querySelector('mark')).not.toBeNull();
  return { paragraph: getComputedStyle(box.querySelector('p')!), mark: getComputedStyle(box.querySelector('mark')!) };
}

test('right-to-left text and its marks have their own direction', async () => {
  const hebrew = 'היא גרה בתל אביב עם Ada.';
  const city = await show(hebrew, 8, 16);
  expect(city.paragraph.direction).toBe('rtl');
  expect(city.mark).toMatchObject({ direction: 'rtl', unicodeBidi: 'isolate' });
  const name = await show(hebrew, 20, 23);
  expect(name.paragraph.direction).toBe('rtl');
  expect(name.mark).toMatchObject({ direction: 'ltr', unicodeBidi: 'isolate' });
  const first = await show('תל אביב (2015).', 0, 7); // no letter outside of the mark
  expect(first.paragraph.direction).toBe('rtl');
  expect((await show('Ada left תל אביב.', 9, 16)).paragraph.direction).toBe('ltr');
});
