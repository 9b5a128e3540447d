import { distinctFileNames } from '../../lib/distinct-name.ts';
import { useWorkspaceStore } from '../stores/workspace.ts';
import { keptFiles } from './kept-files.ts';

/** Renames files that have the name of a loaded corpus, text or list, so that they can be told apart, and all be stored. */
export function withDistinctNames(files: readonly File[]): File[] {
  const { files: corpora, texts, lists } = useWorkspaceStore.getState().workspace;
  const taken = [...corpora, ...texts, ...lists].map(({ name }) => name);
  const names = distinctFileNames(
    files.map(({ name }) => name),
    taken,
  );
  return files.map((file, i) => keptFiles.renamed(file, names[i]!));
}
