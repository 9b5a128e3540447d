import { currentReadiness } from '../stores/readiness.ts';
import { useRunStore } from '../stores/runs/run.ts';
import { dialogOpened } from '../stores/view.ts';
import { selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { pause, resume, train } from '../trainer/run.ts';
import type { Command } from '../ui/commands/commands.ts';
import { goToSentenceBox } from '../ui/navigation.ts';
import { exportModel } from './model.ts';

/** Commands whose keys work on the whole page, outside of text boxes. */
export const PAGE = {
  train: {
    keys: ['T'],
    label: 'Train',
    does: 'Train; while training: pause; while paused: resume',
    isOnce: true,
    run: () => {
      const { phase } = useRunStore.getState().run;
      if (phase === 'training') void pause();
      else if (phase === 'paused') void resume();
      else if (currentReadiness().canTrain) void train('scratch');
    },
  },
  sentence: { keys: ['/'], label: 'Sentence', does: 'Go to the sentence box', isOnce: true, run: goToSentenceBox },
  exportModel: {
    keys: ['E'],
    label: 'Export model',
    does: 'Export the model',
    can: () => selectModel(useWorkspaceStore.getState()) !== undefined,
    isOnce: true,
    run: () => void exportModel(),
  },
  help: { keys: ['?'], label: 'Help', does: 'Show this help', isOnce: true, run: () => dialogOpened({ name: 'help' }) },
} satisfies Record<string, Command>;
