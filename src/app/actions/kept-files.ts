/**
 * The browser's own files behind what the trainer holds, by name, so that a trainer that broke down can be given
 * everything again. Of a person's files they are handles: the bytes stay on the disk.
 */
const kept = new Map<string, File>();
/** Those of them that the page brought itself. */
const sample = new WeakSet<File>();

export function keepSample(files: readonly File[]): void {
  for (const file of files) sample.add(file);
}

export function isSample(file: File): boolean {
  return sample.has(file);
}

export function keepFiles(files: readonly File[]): void {
  for (const file of files) kept.set(file.name, file);
}

/** Takes files away, to be read again. */
export function takeKeptFiles(isWanted: (file: File) => boolean): File[] {
  const files = [...kept.values()].filter(isWanted);
  for (const { name } of files) kept.delete(name);
  return files;
}

/** Whether a file of this name was read as itself, and not out of a zip. */
export function isKept(name: string): boolean {
  return kept.has(name);
}
