import type { TaggerModel } from '../model/model.ts';
import { train, type Checkpoint, type TrainerEvent, type TrainingData } from '../model/trainer.ts';
import { downloadWeights, uploadWeights } from '../model/weights.ts';

/** Where a run finds out that its device is lost, and gets another. */
export interface DeviceKeeper {
  /** Whether an error comes from a lost device. */
  isLost: (error: unknown) => boolean;
  /** Opens the other device; `epoch`: whose weights the run goes on from, 0 for the initial ones. */
  replace: (epoch: number) => Promise<void>;
}

/**
 * Trains a model to its end, which an aborted signal makes come early. When its device is lost the run goes on, on
 * another, from the end of the last epoch (from the start, in the first).
 *
 * @param resume of a run that did not come to its end: its epochs are told again, then it goes on
 */
export async function* trainToEnd(
  device: DeviceKeeper,
  model: TaggerModel,
  data: TrainingData,
  signal?: AbortSignal,
  resume?: Checkpoint,
): AsyncGenerator<TrainerEvent, void> {
  const initial = await downloadWeights(model.weights);
  let checkpoint = resume;
  let untold = resume?.reports ?? [];
  for (;;) {
    try {
      for await (const event of train(model, data, signal, checkpoint)) {
        if (event.kind === 'checkpoint') ({ checkpoint } = event);
        yield event;
        if (event.kind !== 'start') continue;
        for (const report of untold) yield { kind: 'epoch', report };
        untold = [];
      }
      return;
    } catch (error) {
      if (!device.isLost(error)) throw error;
      await device.replace(checkpoint?.epoch ?? 0);
      model.weights = uploadWeights(checkpoint?.weights ?? initial);
    }
  }
}
