import { afterAll } from 'vitest';
import { removeSimdBackend } from '../src/devices/simd.ts';
import { closeOwnDevice } from './helpers/shared-gpu.ts';

// Files that share their modules share the device, too: the next one may want another build of the kernels.
afterAll(() => {
  closeOwnDevice();
  removeSimdBackend();
});
