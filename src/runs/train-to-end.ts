import type { TaggerModel } from '../model/model.ts';
import { train, type Checkpoint, type TrainerEvent, type TrainingData } from '../model/trainer.ts';
import { downloadWeights, uploadWeights } from '../model/weights.ts';

/** How a run recovers from the loss of its device. */
export interface DeviceRecovery {
  /** Whether an error comes from a lost device. */
  isLost: (error: unknown) => boolean;
  /** Opens another device. The run resumes after `epoch`; 0: it starts over. */
  replace: (epoch: number) => Promise<void>;
}

export const NEVER_LOST: DeviceRecovery = { isLost: () => false, replace: () => Promise.resolve() };

/**
 * Trains a model to the end, or until the signal is aborted. If the device is lost, training resumes on its replacement after the
 * last complete epoch; in the first epoch it starts over.
 *
 * @param resume checkpoint of an unfinished run; its epochs are reported again first
 * @param trainer replaced in tests of the page, which decide when training goes on
 */
export async function* trainToEnd(
  device: DeviceRecovery,
  model: TaggerModel,
  data: TrainingData,
  signal?: AbortSignal,
  resume?: Checkpoint,
  trainer = train,
): AsyncGenerator<TrainerEvent, void> {
  const initial = await downloadWeights(model.weights);
  let checkpoint = resume;
  let unreported = resume?.reports ?? [];
  for (;;) {
    try {
      for await (const event of trainer(model, data, signal, checkpoint)) {
        if (event.kind === 'checkpoint') ({ checkpoint } = event);
        yield event;
        if (event.kind !== 'start') continue;
        for (const report of unreported) yield { kind: 'epoch', report };
        unreported = [];
      }
      return;
    } catch (error) {
      if (!device.isLost(error)) throw error;
      await device.replace(checkpoint?.epoch ?? 0);
      model.weights = uploadWeights(checkpoint?.weights ?? initial);
    }
  }
}
