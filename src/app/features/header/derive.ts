import type { Workspace } from '../../../workers/protocol.ts';
import type { DeviceReport } from '../../stores/device.ts';

/** What the page is about: the training file and the vectors, or the model. */
export function subtitleOf({ files, vectors, model }: Workspace): string {
  const training = files.filter(({ role }) => role === 'train').map(({ name }) => name);
  const parts = [training.join(', ') || model?.name, vectors?.name];
  return parts.filter((part) => part !== undefined && part !== '').join(' / ');
}

export const DEVICE_NAMES: Record<DeviceReport['device'], string> = { webgpu: 'WebGPU', simd: 'SIMD' };

/** One line: what is used. */
export function deviceLine({ device, description }: DeviceReport): string {
  return description.toLowerCase().includes(DEVICE_NAMES[device].toLowerCase())
    ? description
    : `${DEVICE_NAMES[device]}, ${description}`;
}
