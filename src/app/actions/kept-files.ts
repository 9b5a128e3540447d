import type { FileId, Workspace } from '../../workers/protocol.ts';

/**
 * The browser's own files behind what the trainer holds, so that a removal can be undone and a trainer that broke down can be
 * given everything again. Only handles: their bytes stay on the disk.
 */
const kept = new Map<File, FileId[]>();
/** Those of them that the page brought itself. */
const sample = new WeakSet<File>();

export function keepSample(files: readonly File[]): void {
  for (const file of files) sample.add(file);
}

export function isSample(file: File): boolean {
  return sample.has(file);
}

/** Which of the files just added became which of the trainer's. A zip may become several, a model none that has a number. */
export function keepFiles(added: readonly File[], before: Workspace, after: Workspace): void {
  const known = new Set(entries(before).map(({ id }) => id));
  const fresh = entries(after).filter(({ id }) => !known.has(id));
  const refused = new Set(after.rejected.map(({ name }) => name));
  const free = fresh.filter(({ name }) => !added.some((file) => file.name === name));
  for (const file of added) {
    if (refused.has(file.name)) continue;
    const own = fresh.filter(({ name }) => name === file.name);
    const ids = (own.length > 0 || !file.name.endsWith('.zip') ? own : free).map(({ id }) => id);
    kept.set(file, ids);
  }
}

export function fileBehind(id: FileId): File | undefined {
  for (const [file, ids] of kept) if (ids.length === 1 && ids[0] === id) return file;
  return undefined;
}

export function forgetFile(id: FileId): void {
  for (const [file, ids] of kept) {
    const rest = ids.filter((other) => other !== id);
    if (rest.length === ids.length) continue;
    if (rest.length === 0) kept.delete(file);
    else kept.set(file, rest);
  }
}

/** Takes all of them away: to be added again. */
export function takeKeptFiles(): File[] {
  const files = [...kept.keys()];
  kept.clear();
  return files;
}

function entries({ files, vectors }: Workspace): { id: FileId; name: string }[] {
  return vectors === undefined ? files : [...files, vectors];
}
