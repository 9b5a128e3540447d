import { isDecided } from '../../../../annotation/agreement/adjudication.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import { markCommands, selectionCommands } from '../spans/span-commands.ts';
import {
  choose,
  finishEditing,
  markSelection,
  removeSelected,
  resetDecision,
  select,
  selectedSpan,
  showConflict,
  shownConflict,
  startEditing,
} from './actions.ts';
import { draftChanged, useAgreementStore, type ComparedAnnotations } from './store.ts';

/** Commands for the shown difference. @param names of the two annotations */
export function decisionCommands([first, second]: readonly [string, string]) {
  return {
    first: { keys: ['←'], label: `Use ${first}`, isOnce: true, run: () => choose('first') },
    second: { keys: ['→'], label: `Use ${second}`, isOnce: true, run: () => choose('second') },
    previous: { keys: ['↑'], label: 'Previous difference', run: () => showConflict(-1) },
    next: { keys: ['↓'], label: 'Next difference', run: () => showConflict(1) },
    edit: { keys: ['O'], label: 'Edit the result', run: startEditing },
    reset: {
      keys: ['U'],
      label: 'Reset the decision',
      can: () => {
        const conflict = shownConflict();
        return conflict !== undefined && isDecided(conflict, useAgreementStore.getState());
      },
      run: resetDecision,
    },
  } satisfies Record<string, Command>;
}

/** Commands while the spans of a sentence are edited. */
export const DRAFT = {
  cancel: { keys: ['Esc'], label: 'Cancel', run: () => draftChanged(undefined) },
  done: { keys: ['Enter'], label: 'Done', isOnce: true, run: finishEditing },
  remove: {
    keys: ['Backspace', 'Delete'],
    label: 'Remove',
    can: () => selectedSpan() !== undefined,
    run: removeSelected,
  },
} satisfies Record<string, Command>;

/** The commands that are active now. */
export function agreementCommands(): readonly Command[] {
  const { draft, outcome } = useAgreementStore.getState();
  if (outcome.phase !== 'done' || shownConflict() === undefined) return [];
  return draft === undefined
    ? Object.values(decisionCommands(outcome.compared.names))
    : draftCommands(outcome.compared);
}

function draftCommands({ types }: ComparedAnnotations): Command[] {
  const selection = () => useAgreementStore.getState().draft!.selection;
  return [...selectionCommands(selection, select), ...markCommands(types, markSelection), ...Object.values(DRAFT)];
}
