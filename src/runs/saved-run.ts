import type { RunConfig } from '../config/schema.ts';
import { StudioError } from '../lib/errors.ts';
import type { Checkpoint, TrainingData } from '../model/trainer.ts';

/** An unfinished run: its configuration, the fingerprint of its data, and the checkpoint it resumes from. */
export interface SavedRun {
  config: RunConfig;
  /** See `TrainingData`. */
  fingerprint: string;
  checkpoint: Checkpoint;
}

/** @throws StudioError BadInput if the run was started with other data */
export function requireSameData(saved: SavedRun, { fingerprint }: Pick<TrainingData, 'fingerprint'>): void {
  if (saved.fingerprint === fingerprint) return;
  throw new StudioError(
    'BadInput',
    'The run cannot be resumed with these files: it was started with other sentences, tags, vectors, name lists, columns or ' +
      'encoder, or with the same ones in another order. Add the files that it was started with, or start a new run.',
  );
}
