import { createStore } from './create-store.ts';

export type SetId = string;

/** What is known of a set without reading it. */
export interface SetRecord {
  id: SetId;
  name: string;
  sentences: number;
  accepted: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  changedAt: number;
}

interface AnnotationSetsStore {
  /** Last changed first; undefined: not read yet. */
  sets: readonly SetRecord[] | undefined;
  /** The set that was deleted last, until that is undone or dismissed. */
  deleted: SetRecord | undefined;
  /** False where the browser stores nothing: then sets stay until the page is closed. */
  isStoring: boolean;
}

export const useAnnotationSetsStore = createStore<AnnotationSetsStore>({
  sets: undefined,
  deleted: undefined,
  isStoring: true,
});

export function setsRead(sets: readonly SetRecord[]): void {
  useAnnotationSetsStore.setState({ sets: sets.toSorted((a, b) => b.changedAt - a.changedAt) });
}

/** A set is new, or has changed. Its place in the list stays. */
export function setRecorded(record: SetRecord): void {
  useAnnotationSetsStore.setState(({ sets = [] }) => ({
    sets: sets.some(({ id }) => id === record.id)
      ? sets.map((other) => (other.id === record.id ? record : other))
      : [record, ...sets],
  }));
}

export function setDeleted(record: SetRecord): void {
  useAnnotationSetsStore.setState(({ sets = [] }) => ({
    sets: sets.filter(({ id }) => id !== record.id),
    deleted: record,
  }));
}

export function deletionDismissed(): void {
  useAnnotationSetsStore.setState({ deleted: undefined });
}

export function storingChanged(isStoring: boolean): void {
  useAnnotationSetsStore.setState({ isStoring });
}
