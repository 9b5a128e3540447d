import type { Bytes, Milliseconds } from '../../lib/units.ts';
import type { Recipe } from '../address.ts';
import type { FileUse } from '../file-use.ts';
import { createStore } from './create-store.ts';
import type { RunRecord } from './history.ts';

/** What a page had, to be brought back when it is opened again. Plain data. */
export interface KeptWorkspace {
  id: string;
  /** Since 1970. */
  changedAt: Milliseconds;
  /** Corpora, texts and vectors, and how they were used. */
  files: readonly FileUse[];
  /** What they were read from: the same, or zip files of them; and the model, if it was a file. */
  sources: readonly KeptSource[];
  /** Undefined: nobody had chosen one. */
  recipe: Recipe | undefined;
  /** In the sentence box. */
  text: string;
  /** The run whose model tagged. */
  model: RunRecord['id'] | undefined;
  /** The run that was under way. */
  run: RunRecord['id'] | undefined;
}

export interface KeptSource {
  name: string;
  bytes: Bytes;
  /** `sample`: it comes with the page. `none`: there is no room for it. */
  kept: 'copy' | 'handle' | 'sample' | 'none';
}

/** What was brought back when the page was opened. */
export interface RestoredWorkspace {
  /** Whether there is more than the sample. */
  hasOwn: boolean;
  /** Names of files that could not be brought back. */
  missing: readonly string[];
  /** Names of files that the browser reads only when asked to by a person. */
  locked: readonly string[];
}

interface KeptWorkspaceStore {
  /** Of what this page keeps, without the sample. */
  bytes: Bytes;
  /** Undefined: nothing was brought back, or its message was dismissed. */
  restored: RestoredWorkspace | undefined;
  /** A run that was under way when its page was closed, until it is resumed, replaced by another, or dismissed. */
  interrupted: RunRecord['id'] | undefined;
}

export const useKeptWorkspaceStore = createStore<KeptWorkspaceStore>({
  bytes: 0,
  restored: undefined,
  interrupted: undefined,
});

export function workspaceKept(bytes: Bytes): void {
  useKeptWorkspaceStore.setState({ bytes });
}

export function workspaceRestored(restored: RestoredWorkspace, interrupted: RunRecord['id'] | undefined): void {
  useKeptWorkspaceStore.setState({ restored, interrupted });
}

export function restorationDismissed(): void {
  useKeptWorkspaceStore.setState({ restored: undefined, interrupted: undefined });
}

/** A run began: this one, or another in its place. */
export function interruptionOver(): void {
  useKeptWorkspaceStore.setState({ interrupted: undefined });
}
