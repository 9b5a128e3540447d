import type { Command } from '../../ui/commands/commands.ts';
import { decide, goToNextDoubtful, markText, selectedEntity, unmark } from './actions.ts';
import { entitySelected, textSelected, useDocumentsStore } from './store.ts';
import { documentTypes } from './types.ts';

export const NEXT_DOUBTFUL: Command = { keys: ['N'], label: 'Next doubtful', run: goToNextDoubtful };
export const KEEP: Command = {
  keys: ['A'],
  label: 'Keep',
  can: () => selectedEntity() !== undefined,
  run: () => decide(),
};
export const UNMARK: Command = {
  keys: ['Delete', 'Backspace'],
  label: 'Not an entity',
  can: () => selectedEntity() !== undefined,
  run: () => unmark(),
};

/** The commands of the tab, with a digit for each type: it marks the selected text, or changes the selected entity. */
export function commands(): readonly Command[] {
  const types = documentTypes();
  return [
    NEXT_DOUBTFUL,
    KEEP,
    UNMARK,
    {
      keys: ['Escape', 'Esc'],
      label: 'Select nothing',
      run: () => {
        entitySelected(undefined);
        textSelected(undefined);
      },
    },
    ...types.slice(0, 9).map((type, i): Command => ({
      keys: [String(i + 1)],
      label: type,
      run: () => {
        const { selection } = useDocumentsStore.getState();
        if (selection !== undefined) markText(selection, type);
        else decide(type);
      },
    })),
  ];
}
