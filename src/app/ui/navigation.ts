import { useEffect, useRef } from 'react';
import { defined } from '../../lib/assert.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { targetRequested } from '../stores/inside.ts';
import { textTyped } from '../stores/sentence.ts';
import { runViewChosen, selectIsWide, useStudyStore, type RunView } from '../stores/runs/study.ts';
import { fileChosen, tabChosen } from '../stores/view.ts';

// Navigation from a panel to a control of another one. Panels do not import each other, so the controls are found by these ids.
export const ADD_FILES = 'add-files';
export const SENTENCE_BOX = 'sentence';
export const FILE_CHOICE = 'file-to-score';
export const MAIN_BUTTON = 'main-button';
/** The button that dismisses the first message. */
export const FIRST_DISMISS = 'dismiss-first';
/** The panel of a tab of the middle column. */
export const viewPanel = (view: RunView): string => `run-view-panel-${view}`;

/** Opens the browser's file chooser. */
export function chooseFiles(): void {
  defined(document.getElementById(ADD_FILES), () => 'There is no input for files.').click();
}

export function goToSentenceBox(): void {
  if (selectIsWide(useStudyStore.getState())) runViewChosen('charts'); // Annotate hides the third column
  tabChosen('try');
  focusWhenDrawn(SENTENCE_BOX);
}

/** Opens a sentence in the sentence box. */
export function trySentence(text: string): void {
  textTyped(text);
  goToSentenceBox();
}

/** Opens Inside for the sentence in the box. */
export function goToInside(): void {
  tabChosen('run');
  runViewChosen('inside');
}

/** Shows why the token at a character of a text has its tag. */
export function explainAt(text: string, offset: number): void {
  textTyped(text);
  targetRequested({ text, offset });
  goToInside();
}

/** Shows in Inside where the sentence in the box takes, or could take, a transition between two tags. */
export function explainStep(from: string, to: string): void {
  targetRequested({ from, to });
  goToInside();
}

/** Chooses a file to be scored or tagged. */
export function goToFile(id: FileId): void {
  fileChosen(id);
  tabChosen('run');
  runViewChosen('score');
  focusWhenDrawn(FILE_CHOICE);
}

/** Focuses an element after the next render, as it may be in another tab. */
function focusWhenDrawn(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/**
 * Focuses an element after the next render if the focused element has been removed: a control, or a region, in which keyboard navigation
 * then begins.
 *
 * @param choices elements or their ids; the first that can have the focus gets it
 */
export function focusNext(...choices: (string | Element | null | undefined)[]): void {
  requestAnimationFrame(() => {
    for (const choice of choices) {
      if (document.activeElement !== document.body) return;
      const next = typeof choice === 'string' ? document.getElementById(choice) : choice;
      if (next instanceof HTMLElement && next.isConnected && !next.matches(':disabled')) focusNow(next);
    }
  });
}

function focusNow(next: HTMLElement): void {
  next.focus({ preventScroll: true });
  if (document.activeElement === next) return;
  next.tabIndex = -1; // only for now: a click in a region would otherwise focus it
  next.focus({ preventScroll: true });
  next.addEventListener('blur', () => next.removeAttribute('tabindex'), { once: true });
}

/** When a button has removed its row of a list, focuses that of the next or the previous row. @param otherwise if there is none */
export function focusNeighbour(button: Element, otherwise: string): void {
  const row = button.closest('li');
  const neighbours = [row?.nextElementSibling, row?.previousElementSibling];
  focusNext(...neighbours.map((other) => other && [...other.querySelectorAll('button')].at(-1)), otherwise);
}

/** Focuses a region if the view in it that had the focus is replaced by another one. */
export function useFocusOnChange(view: string | undefined, region: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current !== view) focusNext(region);
    shown.current = view;
  }, [view, region]);
}
