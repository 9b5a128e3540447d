import type { CorpusFile, FileId } from '../../../workers/protocol.ts';

/** Files that can be scored: test first, then dev, then the rest; training files last, where a score means little. */
export function scorableFiles(files: readonly CorpusFile[]): CorpusFile[] {
  const order = { test: 0, dev: 1, unused: 2, train: 3 };
  return [...files].sort((a, b) => order[a.role] - order[b.role]);
}

/** The file that was chosen, as long as it is there; else the first that fits. */
export function chosenFile(files: readonly CorpusFile[], chosen: FileId | undefined): CorpusFile | undefined {
  const candidates = scorableFiles(files);
  return candidates.find(({ id }) => id === chosen) ?? candidates[0];
}
