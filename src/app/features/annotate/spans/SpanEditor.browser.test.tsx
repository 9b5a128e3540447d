import { MantineProvider } from '@mantine/core';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_TYPES } from '../../../../annotation/sets/set.ts';
import { sentence } from '../../../../annotation/testing.ts';
import { resetStores } from '../../../../../test/app/reset-stores.ts';
import { theme } from '../../../look/theme.ts';
import { startEditing } from '../agreement/actions.ts';
import { AgreementPage } from '../agreement/AgreementPage.tsx';
import { agreementChanged } from '../agreement/store.ts';
import { comparedOf } from '../agreement/testing.ts';
import { Desk } from '../desk/Desk.tsx';
import { createSetOf } from '../sets/actions.ts';

const TEXT = 'Nora Field sails to Westmark .';

async function openDesk(): Promise<ReactElement> {
  await createSetOf('letters', DEFAULT_TYPES, [sentence(TEXT)]);
  return <Desk />;
}

function openAgreement(): ReactElement {
  const ada = [sentence(TEXT, [{ start: 3, end: 4, type: 'MISC' }])];
  agreementChanged({ phase: 'done', compared: comparedOf([ada, [sentence(TEXT)]], DEFAULT_TYPES) });
  startEditing();
  return <AgreementPage sets={[]} />;
}

const words = page.getByRole('listbox', { name: 'Words of the sentence' });
const word = (text: string) => words.getByRole('option', { name: text, exact: true });
const element = (text: string) => word(text).element() as HTMLElement;

const marks = () =>
  [...words.element().querySelectorAll('mark')].map(
    (mark) =>
      `${mark.dataset['entity']} ${[...mark.querySelectorAll('[data-token]')].map((token) => token.textContent).join(' ')}`,
  );

const selected = () =>
  [...words.element().querySelectorAll('[aria-selected=true]')].map(({ textContent }) => textContent).join(' ');

/** Sends an event of a finger on a word. All events of a contact go to the element of the first one, as in browsers. */
function touch(type: string, at: string, target = at, buttons = 1): void {
  const { left, top, width, height } = element(at).getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  const options = { bubbles: true, pointerType: 'touch', isPrimary: true, button: 0, buttons, clientX, clientY };
  element(target).dispatchEvent(new PointerEvent(type, options));
}

describe.each([
  { view: 'the desk', open: openDesk, before: [] as string[] },
  { view: 'the agreement', open: openAgreement, before: ['MISC to'] },
])('in $view', ({ open, before }) => {
  beforeEach(async () => {
    resetStores();
    await page.viewport(1200, 900);
    const main = document.createElement('main');
    document.body.append(main);
    const root = createRoot(main);
    onTestFinished(() => {
      root.unmount();
      main.remove();
    });
    root.render(<MantineProvider theme={theme}>{await open()}</MantineProvider>);
    await vi.waitUntil(() => document.activeElement !== document.body && document.activeElement === words.query());
  });

  test('a finger that moves over words selects them', async () => {
    touch('pointerdown', 'Nora');
    touch('pointermove', 'Field', 'Nora');
    touch('pointermove', 'sails', 'Nora');
    await expect.poll(selected).toBe('Nora Field sails');
    touch('pointermove', 'Field', 'Nora');
    touch('pointerup', 'Field', 'Nora', 0);
    touch('pointermove', 'Westmark', 'Nora', 0);
    await expect.poll(selected).toBe('Nora Field');
    await page.getByRole('button', { name: 'Mark as PER' }).click();
    await expect.poll(marks).toEqual(['PER Nora Field', ...before]);
  });

  test('a mouse drags; with Shift it extends the selection', async () => {
    await userEvent.dragAndDrop(word('sails'), word('Nora'));
    await expect.poll(selected).toBe('Nora Field sails');
    await userEvent.click(word('Field'));
    await userEvent.keyboard('{Shift>}');
    await userEvent.click(word('to'));
    await userEvent.keyboard('{/Shift}');
    await expect.poll(selected).toBe('Field sails to');
  });

  test('a double click marks with the type that was used last', async () => {
    await userEvent.dblClick(word('Nora'));
    await expect.poll(marks).toEqual(['PER Nora', ...before]);
    await userEvent.keyboard('3');
    await expect.poll(marks).toEqual(['LOC Nora', ...before]);
    await userEvent.dblClick(word('Westmark'));
    await expect.poll(marks).toEqual(['LOC Nora', ...before, 'LOC Westmark']);
  });

  test('keys move and extend the selection, mark and remove', async () => {
    expect(marks()).toEqual(before);
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(selected).toBe('Nora Field');
    await userEvent.keyboard('2');
    await expect.poll(marks).toEqual(['ORG Nora Field', ...before]);
    await userEvent.keyboard('{Backspace}');
    await userEvent.keyboard('{ArrowLeft}{Delete}');
    await expect.poll(marks).toEqual(before);
  });
});
