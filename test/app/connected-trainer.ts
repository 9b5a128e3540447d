import { onTestFinished } from 'vitest';
import { connect, disconnect } from '../../src/app/bridge.ts';
import { trainerEvents } from '../../src/app/trainer-events.ts';
import { FakeTrainer } from './fake-trainer.ts';
import { resetStores } from './reset-stores.ts';

/** Connects a fake trainer to the bridge until the test ends, with empty stores and without a page. */
export function connectTrainer(stepsPerEpoch?: number): FakeTrainer {
  resetStores();
  const trainer = new FakeTrainer(stepsPerEpoch);
  connect(trainerEvents, () => trainer.port);
  onTestFinished(disconnect);
  return trainer;
}
