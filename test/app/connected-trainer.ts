import { onTestFinished } from 'vitest';
import { connect, disconnect } from '../../src/app/trainer/bridge.ts';
import { trainerEvents } from '../../src/app/trainer/events.ts';
import { PacedTrainer } from './paced-trainer.ts';
import { resetStores } from './reset-stores.ts';

/** Connects a trainer to the bridge until the test ends, with empty stores and without a page. */
export function connectTrainer(): PacedTrainer {
  resetStores();
  const trainer = new PacedTrainer();
  connect(trainerEvents, () => trainer.port);
  onTestFinished(disconnect);
  return trainer;
}
