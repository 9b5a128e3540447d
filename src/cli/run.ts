import { openDevice } from '../kernels/backend.ts';
import type { DeviceChoice, DeviceLoss, DeviceReport } from '../kernels/device.ts';
import type { TrainEvent } from '../model/events.ts';
import type { TaggerModel } from '../model/model.ts';
import { train, type Checkpoint, type TrainingData } from '../model/trainer.ts';
import { downloadWeights, uploadWeights } from '../model/weights.ts';
import type { Terminal } from './terminal.ts';

/** The device of a run, which may be lost under way. */
export class RunDevice {
  loss: DeviceLoss | undefined;
  readonly #terminal: Terminal;
  readonly #threads: number | undefined;

  /** @param threads of simd */
  constructor(terminal: Terminal, threads: number | undefined) {
    this.#terminal = terminal;
    this.#threads = threads;
  }

  async open(choice: DeviceChoice): Promise<DeviceReport> {
    const onLoss = (loss: DeviceLoss) => {
      this.loss = loss;
    };
    const report = await openDevice(choice, onLoss, this.#threads);
    this.loss = undefined;
    const why = report.oneThread === undefined ? '' : `. ${report.oneThread}`;
    this.#terminal.note(`device ${report.device}: ${report.description}${why}`);
    return report;
  }
}

/**
 * Trains a model to its end, which an aborted signal makes come early. When the device is lost the run goes on with SIMD, from
 * the end of the last epoch.
 */
export async function* trainToEnd(
  terminal: Terminal,
  device: RunDevice,
  model: TaggerModel,
  data: TrainingData,
  signal: AbortSignal,
): AsyncGenerator<TrainEvent, void> {
  const initial = await downloadWeights(model.weights);
  let checkpoint: Checkpoint | undefined;
  for (;;) {
    try {
      for await (const event of train(model, data, signal, checkpoint)) {
        if (event.kind === 'checkpoint') ({ checkpoint } = event);
        else yield event;
      }
      return;
    } catch (error) {
      if (device.loss === undefined) throw error;
      terminal.note(`${device.loss.message} The run goes on from the end of epoch ${checkpoint?.epoch ?? 0}.`);
      await device.open('simd');
      model.weights = uploadWeights(checkpoint?.weights ?? initial);
    }
  }
}
