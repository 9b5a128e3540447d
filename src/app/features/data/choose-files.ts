import { defined } from '../../../lib/assert.ts';

export const ADD_FILES = 'add-files';

/** Opens the browser's file chooser: the one input for files of all kinds. */
export function chooseFiles(): void {
  defined(document.getElementById(ADD_FILES), () => 'There is no input for files.').click();
}
