import { PAGE } from '../files/page-commands.ts';
import { usePreferenceStore } from '../stores/preferences.ts';
import { useCommands } from '../ui/commands/use-commands.ts';

/** The keys of the page. */
export function useShortcuts(): void {
  useCommands(activeCommands);
}

/**
 * Speech input may type letters that are not meant as shortcuts, so these can be switched off, except for the help, where they can be
 * switched on again.
 */
const activeCommands = () => (usePreferenceStore.getState().hasShortcuts ? Object.values(PAGE) : [PAGE.help]);
