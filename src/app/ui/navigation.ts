import { defined } from '../../lib/assert.ts';
import type { FileId } from '../../workers/wire/payloads.ts';
import { targetRequested } from '../stores/inside.ts';
import { textTyped } from '../stores/sentence.ts';
import { runViewChosen, selectIsWide, useStudyStore } from '../stores/runs/study.ts';
import { fileChosen, tabChosen } from '../stores/view.ts';

// Navigation from a panel to a control of another one. Panels do not import each other, so the controls are found by these ids.
export const ADD_FILES = 'add-files';
export const SENTENCE_BOX = 'sentence';
export const FILE_CHOICE = 'file-to-score';

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
 * Focuses an element after the next render if the focused element has been removed. Otherwise keyboard navigation would restart at the top
 * of the page.
 */
export function focusNext(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById(id)?.focus();
  });
}
