import type { FileId } from '../../../workers/wire/protocol.ts';
import { fileChosen } from '../../stores/inspect.ts';
import { tabChosen } from '../../stores/view.ts';

/** The control that chooses the file to score or tag, by its id in the document. */
export const FILE_CHOICE = 'file-to-score';

/** Chooses the file, and goes to where it is scored or tagged. */
export function goToFile(id: FileId): void {
  fileChosen(id);
  tabChosen('try');
  // The tab is drawn first, where there are tabs.
  requestAnimationFrame(() => document.getElementById(FILE_CHOICE)?.focus());
}
