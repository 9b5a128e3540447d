const MARK = 'tagsmith.workspaces';

/**
 * Whether a page of this browser has kept a workspace. Known at once, without the database: a page without one begins to load the sample
 * before the rest of its code is there.
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
    // Storage is full or blocked: the workspace does not come back.
  }
}
