import { StudioError } from '../../lib/errors.ts';

// Errors for refused requests about models and runs, shared with the fake trainer of the page's tests.

export function noModel(): StudioError {
  return new StudioError('NotReady', 'There is no model yet. Press Train, or add a model file.');
}

export function noPreviousModel(): StudioError {
  return new StudioError('NotReady', 'There is no previous model to restore.');
}

export function noModelToTrainFurther(): StudioError {
  return new StudioError('NotReady', 'There is no model to train further. Train one first.');
}

export function noAblationRow(): StudioError {
  return new StudioError('BadConfig', 'No row of the ablation is selected. Select at least one.');
}

export function noUnlabelledText(): StudioError {
  return new StudioError('NotReady', 'There is no text without labels to learn from. Add some, or train without it.');
}

export function noUnlabelledClasses(): StudioError {
  return new StudioError(
    'BadCorpus',
    'The training data are texts with one class each: text without labels teaches tags of words. Train without it.',
  );
}

export function noStudent(): StudioError {
  return new StudioError('NotReady', 'The model has no student yet. Train one first.');
}

export function noTrainingData(): StudioError {
  return new StudioError(
    'NotReady',
    'There is no data to train a student on. Add the training file of this model, with its tags.',
  );
}

/** @param action for which the run must not be in progress: "Stop it … to ACTION" */
export function runInProgress(action: string): StudioError {
  return new StudioError('NotReady', `A run is in progress. Stop it or wait until it finishes to ${action}.`);
}

/** One of several added files of a kind of which only one is used. @param used the name of that one */
export function oneAtATime(kind: string, used: string): StudioError {
  return new StudioError(
    'BadInput',
    `Only one ${kind} can be used at a time, and ${used} was used. To use this one instead, add it alone.`,
  );
}
