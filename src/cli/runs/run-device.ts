import type { DeviceChoice, DeviceReport } from '../../devices/device.ts';
import { StudioDevice } from '../../devices/studio-device.ts';
import type { DeviceRecovery } from '../../runs/train-to-end.ts';
import type { Terminal } from '../terminal.ts';

/** The device of a study. A lost device is replaced by `simd`. Prints every opened device. */
export class RunDevice implements DeviceRecovery {
  readonly #device = new StudioDevice();
  readonly #terminal: Terminal;
  readonly #threads: number | undefined;

  /** @param threads of `simd`; default: one per core, up to 8 */
  constructor(terminal: Terminal, threads: number | undefined) {
    this.#terminal = terminal;
    this.#threads = threads;
  }

  async open(choice: DeviceChoice): Promise<DeviceReport> {
    return this.#print(await this.#device.open(choice, this.#threads));
  }

  isLost(error: unknown): boolean {
    return this.#device.isLost(error);
  }

  async replace(epoch: number): Promise<void> {
    const { failure, device } = await this.#device.replace();
    this.#terminal.note(
      `${failure.message} ${epoch === 0 ? 'The run starts over.' : `The run resumes after epoch ${epoch}.`}`,
    );
    this.#print(device);
  }

  #print(report: DeviceReport): DeviceReport {
    const reason = report.oneThread === undefined ? '' : `. ${report.oneThread}`;
    this.#terminal.note(`device ${report.device}: ${report.description}${reason}`);
    return report;
  }
}
