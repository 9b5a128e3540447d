import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { ThemeProvider } from '../../look/ThemeProvider.tsx';
import { EntityList } from './EntityList.tsx';

/** Width in pixels of the panel where the page is 1280 pixels wide. */
const NARROWEST = 255;

test.each(['LOC', 'ORGANIZACAO', 'JURISPRUDENCIA', 'DOCUMENTO_PROCESSUAL'])('%s is not shortened', async (type) => {
  const element = document.createElement('div');
  element.style.width = `${NARROWEST}px`;
  document.body.append(element);
  const root = createRoot(element);
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  const entities = ['Supremo Tribunal Federal', 'Lei 9.099'].map((text, i) => ({
    type,
    text,
    start: 1000 * i,
    end: 1000 * i + text.length,
    probability: 0.987,
  }));
  root.render(
    <ThemeProvider>
      <EntityList entities={entities} explain={() => undefined} />
    </ThemeProvider>,
  );
  const names = () => [...element.querySelectorAll(`[title="${type}"] *`)];
  await expect.poll(() => names().length).toBeGreaterThan(0);
  expect(names().filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)).toEqual([]);
  expect(element.querySelector('table')!.getBoundingClientRect().width).toBeLessThanOrEqual(NARROWEST);
});
