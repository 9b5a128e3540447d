/**
 * The browser's own files behind what the trainer holds, so that a trainer that broke down can be given everything again. Only
 * handles: their bytes stay on the disk.
 */
const kept = new Set<File>();
/** Those of them that the page brought itself. */
const sample = new WeakSet<File>();

export function keepSample(files: readonly File[]): void {
  for (const file of files) sample.add(file);
}

export function isSample(file: File): boolean {
  return sample.has(file);
}

export function keepFiles(files: readonly File[]): void {
  for (const file of files) kept.add(file);
}

/** Takes files away, to be read again. */
export function takeKeptFiles(isWanted: (file: File) => boolean): File[] {
  const files = [...kept].filter(isWanted);
  for (const file of files) kept.delete(file);
  return files;
}

/** Whether a file of this name was read as itself, and not out of a zip. */
export function isKept(name: string): boolean {
  return [...kept].some((file) => file.name === name);
}
