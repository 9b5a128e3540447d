import type { LogEntry } from '../../../../annotation/sets/history.ts';
import type { SharedNotes } from '../../../../annotation/project/shared-notes.ts';
import type { Damage } from '../../../../annotation/sets/replay.ts';
import { createStore } from '../../../stores/create-store.ts';

export type SetId = string;

/** Summary of a set, available without reading its log. */
export interface SetRecord {
  id: SetId;
  name: string;
  sentences: number;
  accepted: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  changedAt: number;
  /** Number of lines of its log, so that missing ones are noticed; undefined: not known. */
  lines?: number | undefined;
  /** The set of a project that this one is a copy of. */
  project?: ProjectLink | undefined;
}

export interface ProjectLink {
  /** Name of the set's folder in the project. */
  set: string;
  /** The writer whose log this copy is. */
  writer: string;
  /** The latest guidelines and rules that both the copy and the project are made from. */
  notes: SharedNotes;
}

/** What can be read of a set whose log is damaged. */
export interface DamagedSet {
  id: SetId;
  damage: readonly Damage[];
  /** The set up to the first damage, and without all that is damaged. */
  before: ReadablePart;
  past: ReadablePart;
}

interface ReadablePart {
  sentences: number;
  accepted: number;
  entries: readonly LogEntry[];
}

interface AnnotationSetsStore {
  /** Last changed first; undefined: not loaded yet. */
  sets: readonly SetRecord[] | undefined;
  /** The last deleted set, until the deletion is undone or dismissed. */
  deleted: SetRecord | undefined;
  /** False if the browser stores nothing: sets are then lost when the page is closed. */
  isStoring: boolean;
  /** The set on the page, if it is damaged. */
  damaged: DamagedSet | undefined;
}

export const useAnnotationSetsStore = createStore<AnnotationSetsStore>({
  sets: undefined,
  deleted: undefined,
  isStoring: true,
  damaged: undefined,
});

export function setsRead(sets: readonly SetRecord[]): void {
  useAnnotationSetsStore.setState({ sets: sets.toSorted((a, b) => b.changedAt - a.changedAt) });
}

/** Adds or updates a set, which keeps its place in the list. */
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

export function damageShown(damaged: DamagedSet | undefined): void {
  useAnnotationSetsStore.setState({ damaged });
}
