const MARK = 'tagsmith.workspaces';

/**
 * Whether a page of this browser has stored a workspace. This is known synchronously, without the database, so that a page without one can
 * start loading the sample before the rest of its code.
 */
export function hasKeptWorkspace(): boolean {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false; // storage is blocked
  }
}

export function workspaceMarked(): void {
  try {
    localStorage.setItem(MARK, 'kept');
  } catch {
    // Storage is full or blocked: the workspace will not be restored.
  }
}
