import type { DeviceChoice, DeviceReport } from '../devices/device.ts';
import { StudioDevice } from '../devices/studio-device.ts';
import type { DeviceKeeper } from '../runs/train-to-end.ts';
import type { Terminal } from './terminal.ts';

/** The device of a run, which may be lost under way: then the run goes on with SIMD. */
export class RunDevice implements DeviceKeeper {
  readonly #device = new StudioDevice();
  readonly #terminal: Terminal;
  readonly #threads: number | undefined;

  /** @param threads of simd */
  constructor(terminal: Terminal, threads: number | undefined) {
    this.#terminal = terminal;
    this.#threads = threads;
  }

  async open(choice: DeviceChoice): Promise<DeviceReport> {
    return this.#tell(await this.#device.open(choice, this.#threads));
  }

  isLost(error: unknown): boolean {
    return this.#device.isLost(error);
  }

  async replace(epoch: number): Promise<void> {
    const { reason, device } = await this.#device.replace();
    this.#terminal.note(`${reason} The run goes on from the end of epoch ${epoch}.`);
    this.#tell(device);
  }

  #tell(report: DeviceReport): DeviceReport {
    const why = report.oneThread === undefined ? '' : `. ${report.oneThread}`;
    this.#terminal.note(`device ${report.device}: ${report.description}${why}`);
    return report;
  }
}
