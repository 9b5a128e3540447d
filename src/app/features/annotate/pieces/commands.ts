import type { SpanType } from '../../../../annotation/sets/set.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import { SET } from '../desk/commands.ts';
import {
  acceptListed,
  listedPieces,
  openSentence,
  refuseListed,
  retypePiece,
  select,
  selection,
  SHOWN,
} from './actions.ts';
import { piecesClosed, usePiecesStore } from './store.ts';

const at = () => usePiecesStore.getState().selected;
const isAny = () => listedPieces().length > 0;
const shown = () => listedPieces().slice(0, SHOWN);

export const PIECES = {
  accept: { keys: ['Space'], label: 'Accept', can: isAny, run: () => acceptListed(selection()) },
  refuse: { keys: ['Backspace', 'Delete'], label: 'Refuse', can: isAny, run: () => refuseListed(selection()) },
  open: { keys: ['Enter'], label: 'Open sentence', can: isAny, run: openSentence },
  acceptShown: {
    keys: ['Shift Enter'],
    label: 'Accept all shown',
    can: isAny,
    isOnce: true,
    run: () => acceptListed(shown()),
  },
  refuseShown: {
    keys: ['Shift Backspace'],
    label: 'Refuse all shown',
    can: isAny,
    isOnce: true,
    run: () => refuseListed(shown()),
  },
  close: { keys: ['Esc'], label: 'Back to sentences', run: piecesClosed },
} satisfies Record<string, Command>;

/** The commands while suggestions are reviewed. */
export function pieceCommands(types: readonly SpanType[]): Command[] {
  return [
    { keys: ['↑'], label: 'Previous suggestion', run: () => select(at() - 1) },
    { keys: ['↓'], label: 'Next suggestion', run: () => select(at() + 1) },
    ...types.map(({ name, key }) => ({
      keys: key === undefined ? [] : [key],
      label: `It is ${name}`,
      can: isAny,
      run: () => retypePiece(name),
    })),
    ...Object.values(PIECES),
    SET.undo,
    SET.redo,
  ];
}
