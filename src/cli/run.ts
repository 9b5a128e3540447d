import { openDevice } from '../kernels/backend.ts';
import type { DeviceChoice, DeviceLoss, DeviceReport } from '../kernels/device.ts';
import type { DeviceKeeper } from '../pipeline/train-to-end.ts';
import type { Terminal } from './terminal.ts';

/** The device of a run, which may be lost under way: then the run goes on with SIMD. */
export class RunDevice implements DeviceKeeper {
  #loss: DeviceLoss | undefined;
  readonly #terminal: Terminal;
  readonly #threads: number | undefined;

  /** @param threads of simd */
  constructor(terminal: Terminal, threads: number | undefined) {
    this.#terminal = terminal;
    this.#threads = threads;
  }

  async open(choice: DeviceChoice): Promise<DeviceReport> {
    const onLoss = (loss: DeviceLoss) => {
      this.#loss = loss;
    };
    const report = await openDevice(choice, onLoss, this.#threads);
    this.#loss = undefined;
    const why = report.oneThread === undefined ? '' : `. ${report.oneThread}`;
    this.#terminal.note(`device ${report.device}: ${report.description}${why}`);
    return report;
  }

  isLost(): boolean {
    return this.#loss !== undefined;
  }

  async replace(epoch: number): Promise<void> {
    this.#terminal.note(`${this.#loss?.message ?? ''} The run goes on from the end of epoch ${epoch}.`);
    await this.open('simd');
  }
}
