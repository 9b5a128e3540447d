import { train, type TrainingData } from '../model/trainer.ts';
import type { RunLoop } from './run-loop.ts';
import type { TrainedModel } from './trained.ts';

/** Where a run finds out that its device is lost, and gets another. */
export interface DeviceKeeper {
  /** Whether an error of the trainer comes from a lost device. */
  isLost: (error: unknown) => boolean;
  /** Opens the other device; `epoch`: whose weights the run goes on from, 0 for the initial ones. */
  replace: (epoch: number) => Promise<void>;
}

/**
 * Trains a model to its end. When its device is lost the run goes on, on another, from the end of the last epoch (from the
 * start, in the first). Whatever happens, the model has good weights afterwards, saved on the host.
 */
export async function runToEnd(
  loop: RunLoop,
  trained: TrainedModel,
  data: TrainingData,
  device: DeviceKeeper,
): Promise<void> {
  try {
    for (;;) {
      try {
        await loop.drive(train(trained.model, data, loop.signal, loop.checkpoint));
        break;
      } catch (error) {
        if (!device.isLost(error)) throw error;
        await device.replace(loop.checkpoint?.epoch ?? 0);
        trained.restore();
      }
    }
    if (loop.checkpoint === undefined) await trained.save(); // stopped within the first epoch: as far as it came
  } finally {
    const best = loop.checkpoint?.best;
    if (best !== undefined) trained.keep(best);
  }
}
