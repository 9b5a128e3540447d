import { useEffect } from 'react';
import { defined } from '../lib/assert.ts';
import { exportModel } from './actions/model.ts';
import { pause, resume, train } from './actions/run.ts';
import { shortcutOf, type ShortcutKey } from './shortcuts.ts';
import { currentReadiness } from './readiness.ts';
import { useRunStore } from './stores/run.ts';
import { helpToggled, tabChosen, useViewStore } from './stores/view.ts';
import { useWorkspaceStore } from './stores/workspace.ts';

export const SENTENCE_BOX = 'sentence';

export function useShortcuts(): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isTyping =
        target.closest(
          'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [role=dialog], [role=menu]',
        ) !== null;
      const key = shortcutOf(event, isTyping);
      // Who speaks to the machine may say letters that are none to it: they can be switched off, but for the one that
      // leads here.
      if (key === undefined || (!useViewStore.getState().hasShortcuts && key !== '?')) return;
      event.preventDefault();
      ACTIONS[key]();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

export function goToSentenceBox(): void {
  tabChosen('try');
  // The tab is drawn first, where there are tabs.
  requestAnimationFrame(() =>
    defined(document.getElementById(SENTENCE_BOX), () => 'There is no sentence box.').focus(),
  );
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
