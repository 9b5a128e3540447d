import { backend, findBackend } from '../../src/tensors/tensors.ts';
import { closeDevice, openDevice } from '../../src/devices/open.ts';
import type { DeviceFailure } from '../../src/kernels/shared/device-failure.ts';
import { WEBGPU_SETTINGS } from './webgpu-settings.ts';

/** The backend of a GPU that tests share, also those of several files: in software, compiling programs takes most of their time. */
let shared: ReturnType<typeof findBackend> | undefined;

const isOpen = () => shared !== undefined && findBackend('webgpu') === shared;

/** Opens the GPU that tests share, unless it is open. */
export async function openSharedGpu(): Promise<void> {
  if (isOpen()) return;
  const onFailure = ({ message }: DeviceFailure) => {
    throw new Error(message);
  };
  await openDevice('webgpu', onFailure, undefined, WEBGPU_SETTINGS);
  shared = backend();
}

/** Closes the open device, unless it is the shared GPU. */
export function closeOwnDevice(): void {
  if (!isOpen()) closeDevice();
}
