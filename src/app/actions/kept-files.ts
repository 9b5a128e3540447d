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

/** Takes all of them away, and gives those that the names came from: a zip may hold any. */
export function takeKeptFiles(names: ReadonlySet<string> = new Set()): File[] {
  const files = [...kept].filter(({ name }) => names.has(name) || name.endsWith('.zip'));
  kept.clear();
  return files;
}
