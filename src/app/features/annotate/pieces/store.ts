import type { PieceFilter } from '../../../../annotation/spans/pieces.ts';
import type { Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { createStore } from '../../../stores/create-store.ts';

/** The view in which suggestions are decided one by one. */
interface PiecesStore extends PieceFilter {
  isOpen: boolean;
  /** Whether the model still tags sentences. */
  isLoading: boolean;
  /** Suggestions by sentence when the view was opened. Later ones are not shown, so that none is accepted unseen. */
  suggestions: ReadonlyMap<number, readonly Suggestion[]>;
  /** Index of the selected suggestion among those shown. */
  selected: number;
}

const CLOSED: PiecesStore = {
  isOpen: false,
  isLoading: false,
  suggestions: new Map(),
  type: undefined,
  words: '',
  order: 'sure',
  selected: 0,
};

export const usePiecesStore = createStore<PiecesStore>(CLOSED);

export function piecesOpened(): void {
  usePiecesStore.setState({ ...CLOSED, isOpen: true, isLoading: true });
}

export function piecesClosed(): void {
  usePiecesStore.setState(CLOSED);
}

export function piecesLoaded(suggestions: PiecesStore['suggestions']): void {
  usePiecesStore.setState({ suggestions, isLoading: false });
}

export function piecesFiltered(filter: Partial<PieceFilter>): void {
  usePiecesStore.setState({ ...filter, selected: 0 });
}

export function pieceSelected(selected: number): void {
  usePiecesStore.setState({ selected });
}
