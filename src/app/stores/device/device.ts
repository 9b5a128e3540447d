import type { SerializedError } from '../../../lib/errors.ts';
import type { Params, Result } from '../../../workers/wire/protocol.ts';
import { createStore } from '../create-store.ts';

export type DeviceChoice = Params<'open'>['device'];
export type DeviceReport = Result<'open'>;

interface DeviceStore {
  /** The requested device. */
  choice: DeviceChoice;
  device: { phase: 'opening' } | { phase: 'open'; report: DeviceReport } | { phase: 'failed'; error: SerializedError };
}

export const useDeviceStore = createStore<DeviceStore>({ choice: 'auto', device: { phase: 'opening' } });

export function deviceRequested(choice: DeviceChoice): void {
  useDeviceStore.setState({ choice, device: { phase: 'opening' } });
}

export function deviceOpened(report: DeviceReport): void {
  useDeviceStore.setState({ device: { phase: 'open', report } });
}

export function deviceFailed(error: SerializedError): void {
  useDeviceStore.setState({ device: { phase: 'failed', error } });
}

export const selectReport = ({ device }: DeviceStore): DeviceReport | undefined =>
  device.phase === 'open' ? device.report : undefined;
