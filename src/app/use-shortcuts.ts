import { useEffect } from 'react';
import { exportModel } from './actions/model.ts';
import { pause, resume, train } from './actions/run.ts';
import { goToSentenceBox } from './navigation.ts';
import { currentReadiness } from './selectors/readiness.ts';
import { shortcutOf, type ShortcutKey } from './shortcuts.ts';
import { usePreferenceStore } from './stores/preferences.ts';
import { useRunStore } from './stores/run.ts';
import { helpToggled } from './stores/view.ts';
import { useWorkspaceStore } from './stores/workspace.ts';

export function useShortcuts(): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isTyping =
        target.closest(
          'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [role=dialog], [role=menu]',
        ) !== null;
      const key = shortcutOf(event, isTyping);
      // Speech input may type letters that are not meant as shortcuts, so these can be switched off, except for the help,
      // where they can be switched on again.
      if (key === undefined || (!usePreferenceStore.getState().hasShortcuts && key !== '?')) return;
      event.preventDefault();
      ACTIONS[key]();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

const ACTIONS: Record<ShortcutKey, () => void> = {
  T: () => {
    const { phase } = useRunStore.getState().run;
    if (phase === 'training') void pause();
    else if (phase === 'paused') void resume();
    else if (currentReadiness().canTrain) void train('scratch');
  },
  '/': goToSentenceBox,
  E: () => {
    if (useWorkspaceStore.getState().workspace.model) void exportModel();
  },
  '?': () => helpToggled(true),
};
