import { localText } from '../../../lib/browser-text.ts';

const MARK = 'tagsmith.workspaces';

/**
 * Whether a page of this browser has stored a workspace. This is known synchronously, without the database, so that a page without one can
 * start loading the sample before the rest of its code.
 */
export const hasKeptWorkspace = (): boolean => localText.read(MARK) !== null;

/** If it cannot be written, the workspace will not be restored. */
export function workspaceMarked(): void {
  localText.write(MARK, 'kept');
}
