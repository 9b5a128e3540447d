import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountApp } from '../../../test/app/mounted-app.tsx';
import { openTab } from '../../../test/app/page-parts.ts';
import { resetStores } from '../../../test/app/reset-stores.ts';
import { corpusFile } from '../../../test/app/samples.ts';
import { inspectByName } from '../../../test/app/tag-by-name.ts';
import { startOf } from '../../annotation/sets/history.ts';
import { sentence, setOf } from '../../annotation/testing.ts';
import { trellisOf } from '../../insight/trellis.ts';
import { PiecesList } from '../features/annotate/pieces/PiecesList.tsx';
import { piecesLoaded } from '../features/annotate/pieces/store.ts';
import { setOpened } from '../features/annotate/store.ts';
import { AnnotatedTypes } from '../features/data/AnnotatedTypes.tsx';
import { sentenceOf } from '../features/inside/inspected.ts';
import { SentenceBar } from '../features/inside/SentenceBar.tsx';
import { theme } from '../look/theme.ts';

const LONG = 'RECHTSVORSCHRIFTENBEZEICHNUNG';

/** Renders a part of the page with the width of a phone or of a column. */
function render(part: ReactElement, width: number): void {
  resetStores();
  const main = document.createElement('main');
  main.style.width = `${width}px`;
  document.body.append(main);
  const root = createRoot(main);
  onTestFinished(() => {
    root.unmount();
    main.remove();
  });
  root.render(<MantineProvider theme={theme}>{part}</MantineProvider>);
}

const widthOf = (element: Element) => element.getBoundingClientRect().width;

test('on a phone the choice of a long tag leaves half of the bar to the words', async () => {
  const found = sentenceOf(inspectByName('Angela Merkel left Paris .'), 0);
  const tags = found.tags.map((tag) => tag.replace(/-.*/, `-${LONG}`));
  render(<SentenceBar trellis={trellisOf({ ...found, tags })} />, 360);
  const words = page.getByRole('toolbar', { name: 'Token' });
  await expect.element(words).toBeVisible();
  expect(widthOf(words.element())).toBeGreaterThan(150);
});

test('a long type and what it is read as have a line each, not one for each letter', async () => {
  const file = corpusFile(1, 'a.train', 'train', 100, 2000, 0.01);
  const types = [LONG, `${LONG}EN`];
  const summary = { ...file.summary, types: types.map((type) => ({ type, count: 2 })) };
  const settings = { typesAs: { [LONG]: `${LONG}EN` } };
  const reading = { ...file.reading, types, settings };
  render(<AnnotatedTypes file={{ ...file, summary, reading }} isFixed={false} />, 260);
  await page.getByText(/^Types annotated here/).click();
  const name = page.getByText(`${LONG} is read as`, { exact: true });
  await expect.element(name).toBeVisible();
  expect(widthOf(name.element())).toBeGreaterThan(100);
  const choice = page.getByLabelText(`${LONG} of a.train is read as`);
  const [below, above] = [choice, name].map((one) => one.element().getBoundingClientRect());
  expect(below!.top).toBeGreaterThanOrEqual(above!.bottom - 1);
  expect(below!.right).toBeLessThanOrEqual(260 + document.querySelector('main')!.getBoundingClientRect().left);
});

test('before there are suggestions, the list says where they come from', async () => {
  const set = setOf([sentence('Nora sails'), sentence('Ivo stays')]);
  render(<PiecesList set={set} />, 600);
  setOpened('letters', startOf(set));
  piecesLoaded(new Map([0, 1].map((id) => [id, []])));
  await expect.element(page.getByText(/^Nothing is suggested yet\. Suggestions come from the model/)).toBeVisible();
});

test('a page that becomes narrow shows the column that has the focus', async () => {
  await mountApp();
  await openTab('Runs');
  await page.viewport(390, 844);
  const studio = page.getByRole('tab', { name: 'Studio', exact: true });
  await expect.element(studio).toHaveAttribute('aria-selected', 'true');
});

test('checkboxes and sliders have the accent of the page', async () => {
  render(
    <>
      <input type="checkbox" aria-label="box" />
      <input type="range" aria-label="slider" />
      <span style={{ color: 'var(--accent)' }}>accent</span>
    </>,
    300,
  );
  const accent = page.getByText('accent', { exact: true });
  await expect.element(accent).toBeVisible();
  const { color } = getComputedStyle(accent.element());
  expect(color).not.toBe('rgb(0, 0, 0)');
  for (const name of ['box', 'slider']) {
    expect(getComputedStyle(page.getByLabelText(name, { exact: true }).element()).accentColor).toBe(color);
  }
});
