/** The last part of a path, with either kind of slash. */
export function nameIn(path: string): string {
  return path.replace(/^.*[\\/]/, '');
}

/** A path or a name without its last extension. */
export function withoutExtension(path: string): string {
  return path.replace(/\.[^./\\]*$/, '');
}
