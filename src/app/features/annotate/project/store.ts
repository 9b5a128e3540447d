import * as v from 'valibot';
import type { MemoryFiles, ProjectFiles } from '../../../../annotation/project/files.ts';
import type { MergedSet, ProjectSet } from '../../../../annotation/project/merge.ts';
import type { Project } from '../../../../annotation/project/read-project.ts';
import { createPersistedStore, createStore } from '../../../stores/create-store.ts';

/** The project on the page. */
export interface OpenedProject extends Omit<Project, 'sets'> {
  /** A folder on the disk, or an archive, which is saved as a file. */
  files: { kind: 'folder'; of: ProjectFiles } | { kind: 'zip'; of: MemoryFiles };
  sets: readonly { set: ProjectSet; merged: MergedSet }[];
}

interface ProjectStore {
  /** Whether the page shows the project, or a choice of one. */
  isOpen: boolean;
  opened: OpenedProject | undefined;
  /** Whether files are being read or written. */
  isBusy: boolean;
  /** What was last done, for the reader. */
  message: string;
}

export const useProjectStore = createStore<ProjectStore>({
  isOpen: false,
  opened: undefined,
  isBusy: false,
  message: '',
});

export function projectShown(isOpen: boolean): void {
  useProjectStore.setState({ isOpen, message: '' });
}

export function projectRead(opened: OpenedProject | undefined, message: string): void {
  useProjectStore.setState({ opened, message });
}

export function projectBusy(isBusy: boolean): void {
  useProjectStore.setState({ isBusy, ...(isBusy && { message: '' }) });
}

/** The user, by the name that others see. */
export const usePersonStore = createPersistedStore<{ name: string }>({
  key: 'tagsmith.person',
  initial: { name: '' },
  fields: { name: v.string() },
});

export function personNamed(name: string): void {
  usePersonStore.setState({ name });
}
