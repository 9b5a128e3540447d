import type { EncodingReading } from '../../../data/encodings.ts';
import type { Block } from '../../../documents/document.ts';
import type { OwnNames } from '../../../documents/redaction/substitutes.ts';
import { createStore } from '../../stores/create-store.ts';

/** An entity of a document. Offsets as in `BlockRange`. */
export interface DocumentEntity {
  id: number;
  block: number;
  start: number;
  end: number;
  type: string;
  probability: number;
  by: 'model' | 'hand';
  /** The user has looked at it. */
  isDecided?: boolean;
}

type Decisions = ReadonlyMap<DocumentEntity, boolean>;

/** A document that was added. */
export interface OpenDocument {
  id: number;
  file: File;
  phase: 'waiting' | 'reading' | 'tagging' | 'done' | 'failed';
  blocks: readonly Block[];
  notes: readonly string[];
  /** How its encoding was guessed, declared or chosen; undefined: it needs no choice. */
  encoding?: EncodingReading | undefined;
  /** In order, without overlap. */
  entities: readonly DocumentEntity[];
  /** What the model found, and the user refused. */
  rejected: readonly DocumentEntity[];
  /** Number of blocks that were tagged. */
  tagged: number;
  /** Why it cannot be read. */
  problem?: string | undefined;
  /** The decisions that were saved last. */
  saved: Decisions;
}

/** A text that is selected in a document. */
export interface SelectedText {
  block: number;
  start: number;
  end: number;
}

export interface Writing {
  written: number;
  of: number;
}

interface DocumentsStore {
  documents: readonly OpenDocument[];
  /** Id of the shown document. */
  shown: number | undefined;
  /** Id of the selected entity. */
  selected: number | undefined;
  selection: SelectedText | undefined;
  /** Whether reading and tagging wait. */
  isPaused: boolean;
  query: string;
  /** Own names to replace others by, by type. */
  names: OwnNames;
  passphrase: string;
  writing: Writing | undefined;
  /** What came of saving. */
  outcome: readonly string[];
}

const INITIAL: DocumentsStore = {
  documents: [],
  shown: undefined,
  selected: undefined,
  selection: undefined,
  isPaused: false,
  query: '',
  names: {},
  passphrase: '',
  writing: undefined,
  outcome: [],
};

export const useDocumentsStore = createStore<DocumentsStore>(INITIAL);

let lastId = 0;
export const newId = (): number => ++lastId;

export function documentsAdded(files: readonly File[]): OpenDocument[] {
  const added = files.map((file): OpenDocument => {
    return {
      id: newId(),
      file,
      phase: 'waiting',
      blocks: [],
      notes: [],
      entities: [],
      rejected: [],
      tagged: 0,
      saved: new Map(),
    };
  });
  useDocumentsStore.setState(({ documents, shown }) => ({
    documents: [...documents, ...added],
    shown: shown ?? added[0]?.id,
  }));
  return added;
}

export function documentChanged(id: number, change: (document: OpenDocument) => Partial<OpenDocument>): void {
  useDocumentsStore.setState(({ documents }) => ({
    documents: documents.map((document) => (document.id === id ? { ...document, ...change(document) } : document)),
  }));
}

export function documentRemoved(id: number): void {
  useDocumentsStore.setState(({ documents, shown }) => {
    const left = documents.filter((document) => document.id !== id);
    return { documents: left, shown: shown === id ? left[0]?.id : shown, selected: undefined, selection: undefined };
  });
}

export function documentShown(id: number): void {
  useDocumentsStore.setState({ shown: id, selected: undefined, selection: undefined });
}

export function entitySelected(selected: number | undefined): void {
  useDocumentsStore.setState({ selected, selection: undefined });
}

export function textSelected(selection: SelectedText | undefined): void {
  useDocumentsStore.setState(selection === undefined ? { selection } : { selection, selected: undefined });
}

export function entered(change: Partial<Pick<DocumentsStore, 'query' | 'passphrase' | 'names' | 'outcome'>>): void {
  useDocumentsStore.setState(change);
}

export function pauseToggled(): void {
  useDocumentsStore.setState(({ isPaused }) => ({ isPaused: !isPaused }));
}

export function writingChanged(writing: Writing | undefined, outcome: readonly string[] = []): void {
  useDocumentsStore.setState({ writing, outcome });
}

/** What a person marked, or has looked at. */
export function decided(entities: readonly DocumentEntity[]): DocumentEntity[] {
  return entities.filter(({ by, isDecided }) => by === 'hand' || isDecided === true);
}

/** What a person decided about a document: entities with whether they are kept. */
export function decisions({ entities, rejected }: Pick<OpenDocument, 'entities' | 'rejected'>): Decisions {
  return new Map([
    ...decided(entities).map((entity) => [entity, true] as const),
    ...rejected.map((entity) => [entity, false] as const),
  ]);
}

function isUnsaved(document: OpenDocument): boolean {
  const now = decisions(document);
  return now.size !== document.saved.size || [...now].some(([entity, kept]) => document.saved.get(entity) !== kept);
}

/** Whether work would be lost with the page: documents that are still read, or were corrected since they were saved. */
export const selectIsAtWork = ({ documents }: DocumentsStore): boolean =>
  documents.some((document) => (document.phase !== 'done' && document.phase !== 'failed') || isUnsaved(document));

/** Documents that are read and tagged, or cannot be read; undefined: no document waits or is worked on. */
export function progressOf(documents: readonly OpenDocument[]): { done: number; of: number } | undefined {
  const done = documents.filter(({ phase }) => phase === 'done' || phase === 'failed').length;
  return done === documents.length ? undefined : { done, of: documents.length };
}

export const selectShown = ({ documents, shown }: DocumentsStore): OpenDocument | undefined =>
  documents.find(({ id }) => id === shown);
