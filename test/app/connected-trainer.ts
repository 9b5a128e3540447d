import { onTestFinished } from 'vitest';
import { connect, disconnect } from '../../src/app/bridge.ts';
import { FakeTrainer } from './fake-trainer.ts';
import { resetStores } from './reset-stores.ts';

/** A trainer for tests behind the page's bridge, with empty stores and no page, until the test ends. */
export function connectTrainer(stepsPerEpoch?: number): FakeTrainer {
  resetStores();
  const trainer = new FakeTrainer(stepsPerEpoch);
  connect(() => trainer.port);
  onTestFinished(disconnect);
  return trainer;
}
