import { afterAll } from 'vitest';
import { closeDevice } from '../src/devices/open.ts';
import { removeSimdBackend } from '../src/devices/simd.ts';

// Files that share their modules share the device, too: the next one may want another build of the kernels.
afterAll(() => {
  closeDevice();
  removeSimdBackend();
});
