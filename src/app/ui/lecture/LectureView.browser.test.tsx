import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LectureView } from './LectureView.tsx';

const TEXTS = { position: '', back: 'Back', forth: 'Forth', close: 'Close' };

/** Three slides: one with a wide figure, a tall one, and one that fits. */
function Slides() {
  const [slide, setSlide] = useState(0);
  return (
    <LectureView
      {...{ slide, texts: TEXTS }}
      title={`Slide ${slide}`}
      slides={3}
      onSlide={setSlide}
      onClose={() => undefined}
      language="en"
      opener="none"
    >
      {slide === 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section aria-label="Wide" tabIndex={0} style={{ overflowX: 'auto' }}>
          <div style={{ width: 5000, height: 20 }} />
        </section>
      )}
      {slide === 1 && <div style={{ height: 3000 }} />}
    </LectureView>
  );
}

async function open() {
  await page.viewport(800, 600);
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <MantineProvider>
      <Slides />
    </MantineProvider>,
  );
  onTestFinished(() => {
    root.unmount();
    element.remove();
  });
  await shows(0);
}

async function shows(slide: number): Promise<void> {
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe(`Slide ${slide}`);
}

test('arrow keys scroll what has the focus and is too wide, else they turn the slide', async () => {
  await open();
  const wide = page.getByRole('region', { name: 'Wide' });
  wide.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await shows(0);
  await expect.poll(() => wide.element().scrollLeft).toBeGreaterThan(0);
  page.getByRole('main').element().focus();
  // Not pressed, as Alt with an arrow leaves the page.
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, [modifier]: true }));
  await userEvent.keyboard('{ArrowRight}');
  await shows(1);
});

test('page keys turn the slide at its end, and a new slide begins at its top', async () => {
  await open();
  /** Not pressed, as the browser scrolls slowly. @returns whether it is left to the browser */
  const press = (key: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect(press('PageDown')).toBe(false);
  await shows(1);
  expect(press('PageDown')).toBe(true);
  scrollTo(0, 3000);
  expect(press('PageUp')).toBe(true);
  expect(press('PageDown')).toBe(false);
  await shows(2);
  expect(press('PageUp')).toBe(false);
  await shows(1);
  scrollTo(0, 1000);
  expect(press('ArrowLeft')).toBe(false);
  await shows(0);
  expect(press('ArrowRight')).toBe(false);
  await shows(1);
  expect(scrollY).toBe(0);
});
