import { tagKind } from '../../data/corpus.ts';
import type { FileRole } from '../../data/files/file-roles.ts';
import type { Milliseconds } from '../../lib/units.ts';
import type {
  CorpusFile,
  EncoderInfo,
  FileId,
  ListFile,
  ModelInfo,
  Models,
  PreviewSentence,
  Progress,
  TextFile,
  VectorsFile,
  Workspace,
} from '../../workers/wire/payloads.ts';
import { createStore } from './create-store.ts';
import { formatShare } from '../../lib/format-share.ts';

/** A loaded file of any kind, as the worker reported it. */
export type AnyFile = CorpusFile | TextFile | ListFile | VectorsFile | EncoderInfo;

/** Files that were removed together and can be restored. */
export interface Removed {
  name: string;
  files: readonly AnyFile[];
  /** The trainer that held them crashed, so they must be reloaded. */
  isLost: boolean;
  /** In milliseconds since 1970. */
  at: Milliseconds;
}

export interface Preview {
  id: FileId;
  from: number;
  sentences: PreviewSentence[];
}

export interface WorkspaceStore {
  /** The last workspace that the worker reported. */
  workspace: Workspace;
  /** Number of pending requests that read files. */
  reading: number;
  /** The first files are loading, usually the sample, for which the page reserves space. */
  isOpening: boolean;
  progress: Progress | undefined;
  /** When the task of `progress` began and last reported, on the page's clock. */
  progressSince: Milliseconds;
  progressAt: Milliseconds;
  rejected: (Workspace['rejected'][number] & { at: Milliseconds })[];
  removed: Removed[];
  /** When the previous model was replaced or removed, while the page offers to restore it. */
  previousSince: Milliseconds | undefined;
  /** Id of the model that the last run made. */
  trained: ModelInfo['id'] | undefined;
  /** Id of the model that a run made or changed since it was last exported. */
  unsaved: ModelInfo['id'] | undefined;
  /** Id of the model that the user has exported in its current state. */
  exported: ModelInfo['id'] | undefined;
  preview: Preview | undefined;
}

/** The workspace of a new trainer. */
export const NO_WORKSPACE: Workspace = {
  files: [],
  texts: [],
  lists: [],
  unlabelled: [],
  vectors: undefined,
  model: undefined,
  previous: undefined,
  rejected: [],
  blockers: [],
  devSplit: undefined,
};

export const useWorkspaceStore = createStore<WorkspaceStore>({
  workspace: NO_WORKSPACE,
  reading: 0,
  isOpening: false,
  progress: undefined,
  progressSince: 0,
  progressAt: 0,
  rejected: [],
  removed: [],
  previousSince: undefined,
  trained: undefined,
  unsaved: undefined,
  exported: undefined,
  preview: undefined,
});

export function readingStarted(): void {
  useWorkspaceStore.setState((store) => ({
    reading: store.reading + 1,
    isOpening: store.isOpening || selectIsEmpty(store),
  }));
}

export function readingEnded(): void {
  useWorkspaceStore.setState(({ reading, isOpening }) => ({
    reading: reading - 1,
    isOpening: isOpening && reading > 1,
    progress: undefined,
  }));
}

export function progressed(progress: Progress | undefined): void {
  useWorkspaceStore.setState(({ progress: before, progressSince }) => {
    const continues = progress?.task === before?.task && progress?.name === before?.name;
    const progressAt = performance.now();
    return { progress, progressAt, progressSince: continues ? progressSince : progressAt };
  });
}

/** Sets the workspace. Closes the preview if its file was removed or reread. */
export function workspaceChanged(workspace: Workspace): void {
  useWorkspaceStore.setState((store) => {
    const { workspace: before, preview } = store;
    return {
      workspace,
      previousSince: previousSince(store, workspace),
      preview:
        preview !== undefined && fileOf(workspace, preview.id) === fileOf(before, preview.id) ? preview : undefined,
    };
  });
}

function previousSince(store: WorkspaceStore, { previous }: Models): Milliseconds | undefined {
  return previous?.id === store.workspace.previous?.id ? store.previousSince : previous && Date.now();
}

/** An empty trainer replaced the previous one. @param lost removed files that can still be restored */
export function workspaceEmptied(lost: readonly Removed[]): void {
  const removed = lost.map((one) => ({ ...one, isLost: true }));
  useWorkspaceStore.setState({ workspace: NO_WORKSPACE, removed, preview: undefined });
}

/** A run has changed the models. */
export function modelsChanged(models: Models): void {
  useWorkspaceStore.setState((store) => ({
    workspace: { ...store.workspace, ...models },
    previousSince: previousSince(store, models),
    trained: models.model?.id,
    unsaved: models.model?.id,
    exported: undefined,
  }));
}

export function modelSaved(): void {
  useWorkspaceStore.setState({ unsaved: undefined });
}

export function modelExported(): void {
  useWorkspaceStore.setState(({ workspace }) => ({ unsaved: undefined, exported: workspace.model?.id }));
}

/** The model exists only on the page, unless it was exported. */
export function modelUnsaved(): void {
  useWorkspaceStore.setState(({ workspace: { model }, exported }) => ({
    unsaved: model?.id === exported ? undefined : model?.id,
  }));
}

/** The models were lost with the trainer. */
export function modelsLost(): void {
  modelsChanged({ model: undefined, previous: undefined });
}

/** Replaces the rejections of the added files; those of other files remain until they are dismissed. */
export function filesAnswered(asked: readonly { name: string }[], rejected: Workspace['rejected']): void {
  const names = [...asked, ...rejected].map(({ name }) => name);
  useWorkspaceStore.setState((store) => ({
    rejected: [
      ...store.rejected.filter(({ name }) => !names.includes(name)),
      ...rejected.map((one) => ({ ...one, at: Date.now() })),
    ],
  }));
}

export function rejectionDismissed(name: string): void {
  useWorkspaceStore.setState(({ rejected }) => ({ rejected: rejected.filter((file) => file.name !== name) }));
}

export function filesRemoved(removed: Omit<Removed, 'at'>): void {
  useWorkspaceStore.setState((store) => ({ removed: [...store.removed, { ...removed, at: Date.now() }] }));
}

/** The page no longer offers to restore the previous model. The trainer still has it. */
export function previousHidden(): void {
  useWorkspaceStore.setState({ previousSince: undefined });
}

/** Forgets all files that were rejected. */
export function rejectionsDismissed(): void {
  useWorkspaceStore.setState({ rejected: [] });
}

export function filesOf({ files, texts, lists, vectors, encoder }: Workspace): AnyFile[] {
  return [...files, ...texts, ...lists, ...(vectors ? [vectors] : []), ...(encoder ? [encoder] : [])];
}

/** A removed file was restored, or its notice dismissed. */
export function removalDiscarded(gone: Removed): void {
  useWorkspaceStore.setState((store) => ({ removed: store.removed.filter((removed) => removed !== gone) }));
}

export function previewLoaded(preview: Preview | undefined): void {
  useWorkspaceStore.setState({ preview });
}

function fileOf({ files }: Workspace, id: FileId): CorpusFile | undefined {
  return files.find((file) => file.id === id);
}

export const selectFiles = ({ workspace }: WorkspaceStore): CorpusFile[] => workspace.files;
/** `10% of the training sentences`, which are used as dev; undefined if there is a dev file. */
export function heldOut({ files, devSplit }: Pick<Workspace, 'files' | 'devSplit'>): string | undefined {
  if (devSplit === undefined) return undefined;
  const ofClasses = files.some(({ role, style }) => role === 'train' && tagKind(style) === 'classes');
  return `${formatShare(devSplit, 0)} of the training ${ofClasses ? 'texts' : 'sentences'}`;
}

const namesOf = ({ files }: Workspace, role: FileRole): string =>
  files
    .filter((file) => file.role === role)
    .map(({ name }) => name)
    .join(', ');

/** Names of the training files. */
export const selectTrainingFiles = ({ workspace }: WorkspaceStore): string => namesOf(workspace, 'train');

/** What the next run is trained on and scored on, by name. */
export const selectData = ({ workspace }: WorkspaceStore): { data: string; dev: string } => ({
  data: namesOf(workspace, 'train'),
  dev: heldOut(workspace) ?? namesOf(workspace, 'dev'),
});

/** `trained on a.train, scored on a.dev` */
export const dataInWords = ({ data, dev }: { data: string; dev: string }): string =>
  `trained on ${data}, scored on ${dev || 'dev'}`;

export const selectTexts = ({ workspace }: WorkspaceStore): TextFile[] => workspace.texts;
export const selectModel = ({ workspace }: WorkspaceStore): ModelInfo | undefined => workspace.model;
export const selectIsUnsaved = ({ workspace, unsaved }: WorkspaceStore): boolean =>
  workspace.model !== undefined && workspace.model.id === unsaved;
export const selectIsReading = ({ reading }: WorkspaceStore): boolean => reading > 0;
export const selectIsEmpty = ({ workspace }: WorkspaceStore): boolean =>
  filesOf(workspace).length === 0 && workspace.model === undefined;
/** Whether there is a model, or a corpus, a text or a list of the user, or only vectors: the sample is gone. */
export const selectHasOwn = ({ workspace: { files, texts, lists, vectors, model } }: WorkspaceStore): boolean =>
  files.some(({ isSample }) => !isSample) ||
  texts.length > 0 ||
  lists.length > 0 ||
  model !== undefined ||
  (files.length === 0 && vectors !== undefined);
