import { memoized } from '../../stores/memoized.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { useDocumentsStore, type OpenDocument } from './store.ts';

const typesOf = memoized((types: readonly string[] | undefined, documents: readonly OpenDocument[]): string[] => {
  const found = documents.flatMap(({ entities }) => entities.map(({ type }) => type));
  return [...new Set([...(types ?? []), ...found])].toSorted();
});

/** The types of the model, and those of the documents. */
export function documentTypes(): string[] {
  const types = selectModel(useWorkspaceStore.getState())?.entityTypes;
  return typesOf(types, useDocumentsStore.getState().documents);
}

/** The same, as a hook. */
export function useDocumentTypes(): string[] {
  const types = useWorkspaceStore((store) => selectModel(store)?.entityTypes);
  const documents = useDocumentsStore((store) => store.documents);
  return typesOf(types, documents);
}
