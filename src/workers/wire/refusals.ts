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

export function noStudent(): StudioError {
  return new StudioError('NotReady', 'The model has no student yet. Train one first.');
}

export function noTrainingData(): StudioError {
  return new StudioError(
    'NotReady',
    'There is no data to train a student on. Add the training file of this model, with its tags.',
  );
}
