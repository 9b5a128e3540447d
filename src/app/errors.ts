import type { ErrorCode } from '../lib/errors.ts';

/** What a condition is called, and what a person can do about it; the error's own message has the particulars. */
export const ERROR_TEXTS: Record<ErrorCode, { title: string; remedy: string }> = {
  BadInput: { title: 'This could not be read', remedy: 'Check the file and add it again.' },
  BadConfig: { title: 'A setting does not fit', remedy: 'Change it in the recipe, or reset the recipe.' },
  BadCorpus: {
    title: 'The corpus could not be read',
    remedy: 'Mend the lines that are named, and add the file again.',
  },
  BadVectors: {
    title: 'The vectors could not be read',
    remedy: 'Use GloVe text or a .vec file, plain, .gz or in a .zip.',
  },
  BadModel: { title: 'The model could not be read', remedy: 'Use a .zip that Export model has written.' },
  Cancelled: { title: 'Cancelled', remedy: 'Nothing was changed.' },
  DeviceLost: {
    title: 'The device was lost',
    remedy: 'Choose SIMD as the device, or reload the page to try the same again.',
  },
  NoDevice: { title: 'The device cannot be used', remedy: 'Choose another device.' },
  NonFiniteLoss: {
    title: 'The loss is no longer a number',
    remedy: 'Lower the learning rate or clip gradients at a smaller norm, and train again.',
  },
  NotReady: { title: 'Not ready', remedy: 'See what is missing beside Train.' },
  OutOfMemory: { title: 'Out of memory', remedy: 'Lower the batch size or the hidden units, or load smaller vectors.' },
  Internal: {
    title: 'The trainer failed',
    remedy:
      'Start the trainer again. If it happens again with the same data and recipe, it is a defect: please report it.',
  },
};
