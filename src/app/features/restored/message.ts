import type { RunRecord } from '../../stores/runs/history.ts';
import type { RestoredWorkspace } from '../../keep/workspace/store.ts';

/** The message, and whether something could not be restored; undefined if nothing was restored. */
export function restoredMessage(
  { hasOwn, missing, damaged, locked, isModelLost = false, hasModel = false, unchecked = [] }: RestoredWorkspace,
  interrupted: Pick<RunRecord, 'name' | 'epochs' | 'checkpoint' | 'recipe'> | undefined,
): { title: string; text: string; isLoss: boolean } | undefined {
  const title = interrupted === undefined ? '' : interruption(interrupted);
  const texts = [
    ...(interrupted === undefined ? [] : [continuation(interrupted)]),
    ...(hasOwn && interrupted === undefined
      ? [
          damaged.length > 0
            ? 'What is not damaged was restored.'
            : `Files${hasModel ? ', recipe and model' : ' and recipe'} were restored.`,
        ]
      : []),
    ...(isModelLost ? [LOST_MODEL] : []),
    ...(missing.length > 0 ? [`Not stored in this browser, add again: ${missing.join(', ')}.`] : []),
    ...(damaged.length > 0 ? [`Stored damaged, and not restored: ${damaged.join(', ')}.`] : []),
    ...(unchecked.length > 0
      ? [`Restored, but the checksums are lost, so compare with your own copies: ${unchecked.join(', ')}.`]
      : []),
    ...(locked.length > 0 ? [`The browser asks for permission to read ${locked.join(', ')} again.`] : []),
  ];
  const isLoss = isModelLost || missing.length + damaged.length + unchecked.length > 0;
  return title === '' && texts.length === 0 ? undefined : { title, text: texts.join(' '), isLoss };
}

const LOST_MODEL =
  'The model that was in use is not stored: the page was closed before that, or its run was deleted. Train again, or resume its run in Runs.';

/** `Run 10 was interrupted in epoch 8.` */
function interruption({ name, epochs, recipe }: Pick<RunRecord, 'name' | 'epochs' | 'recipe'>): string {
  const where = severalModels(recipe) !== undefined ? '' : ` in epoch ${epochs.length + 1}`;
  return `${name} was interrupted${where}.`;
}

/** What a run of several models trains, which cannot be resumed. */
function severalModels({ seeds, unlabelled }: RunRecord['recipe']): string | undefined {
  if (unlabelled) return 'Teachers and a student';
  return seeds > 1 ? 'Several seeds' : undefined;
}

function continuation({ checkpoint, epochs, recipe }: Pick<RunRecord, 'checkpoint' | 'epochs' | 'recipe'>): string {
  if (checkpoint !== undefined)
    return `It continues after epoch ${checkpoint.epoch} and gives the same result as without the interruption.`;
  const several = severalModels(recipe);
  const why =
    several !== undefined
      ? `${several} cannot be resumed`
      : epochs.length > 0
        ? 'No checkpoint of it is stored'
        : 'It had no complete epoch';
  return `${why}: press Train to start again.`;
}
