import type { Bytes, Milliseconds } from '../../../lib/units.ts';
import type { Recipe } from '../../stores/recipe-address.ts';
import type { FileUse } from '../../stores/file-use.ts';
import { createStore } from '../../stores/create-store.ts';
import type { RunRecord } from '../../stores/runs/history.ts';

/** The stored state of a page, which is restored when it is opened again. Plain data. */
export interface KeptWorkspace {
  id: string;
  /** Milliseconds since 1970; 0 if it was stored damaged. */
  changedAt: Milliseconds;
  /** Corpora, texts and vectors, with their use. */
  files: readonly FileUse[];
  /** The files that they were read from, possibly zip files; and the model, if it came from a file. */
  sources: readonly KeptSource[];
  /** Undefined: neither the user nor a link chose a recipe. */
  recipe: Recipe | undefined;
  /** Text in the sentence box. */
  text: string;
  /** The run whose model was the current one. */
  model: RunRecord['id'] | undefined;
  /** The run that was in progress. */
  run: RunRecord['id'] | undefined;
  /** Fields that were stored damaged, in whole or in part; undefined: none. Not stored. */
  damaged?: readonly string[];
  /** When it was found without a readable time. */
  foundAt?: Milliseconds | undefined;
}

export interface KeptSource {
  name: string;
  bytes: Bytes;
  /** `sample`: it belongs to the sample. `none`: it was too large to store. */
  kept: 'copy' | 'handle' | 'sample' | 'none';
  /** CRC-32 of a copy. */
  crc?: number | undefined;
  /** True if its use was stored damaged, and it is not loaded since: `files` does not have what it contains. */
  isUseLost?: boolean | undefined;
}

/** The result of restoring a workspace. */
export interface RestoredWorkspace {
  at: Milliseconds;
  /** Whether anything besides the sample was restored, and nothing has changed since. */
  hasOwn: boolean;
  /** Names of files that could not be restored. */
  missing: readonly string[];
  /** What was stored damaged and is not restored: names of files, and parts of the page. */
  damaged: readonly string[];
  /** Whether the run of the model in use is not stored any more, or not with its model, and cannot go on. */
  isModelLost?: boolean;
  /** Whether there is a model, of a run or from a file. */
  hasModel?: boolean;
  /** Names of restored files whose checksums were lost with the list of files. */
  unchecked?: readonly string[];
  /** Names of files that can be read only after the user grants permission. */
  locked: readonly string[];
}

interface KeptWorkspaceStore {
  /** Storage used by this page, without the sample. */
  bytes: Bytes;
  /** Undefined: nothing was restored, or the message was dismissed. */
  restored: RestoredWorkspace | undefined;
  /** A run that was in progress when its page was closed, until it is resumed, dismissed, or another run starts. */
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

/** Other files are loaded than were restored: what is there is not new. @param present names of the files */
export function restorationChanged(present: readonly string[]): void {
  useKeptWorkspaceStore.setState(({ restored }) => {
    if (restored === undefined) return {};
    const { at, missing, damaged, locked, unchecked = [] } = restored;
    const isAbsent = (name: string) => !present.includes(name);
    return {
      restored: {
        at,
        hasOwn: false,
        missing: missing.filter(isAbsent),
        damaged: damaged.filter(isAbsent),
        locked,
        unchecked: unchecked.filter((name) => !isAbsent(name)),
      },
    };
  });
}

/** Clears the interrupted run, since a run has started: this one resumed, or another one. */
export function interruptionOver(): void {
  useKeptWorkspaceStore.setState({ interrupted: undefined });
}
