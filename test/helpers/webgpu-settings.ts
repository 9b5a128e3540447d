import type { WebgpuSettings } from '../../src/devices/webgpu.ts';

/** What adapters may offer: `npm run test:adapters` runs the tests of all kernels with each. */
const SETTINGS: Readonly<Record<string, WebgpuSettings>> = {
  'guaranteed, 32': { limits: 'guaranteed', lanes: 32 },
  'guaranteed, 64': { limits: 'guaranteed', lanes: 64 },
  'guaranteed, 256': { limits: 'guaranteed', lanes: 256 },
};

/** Chosen by the environment variable WEBGPU; undefined: as in the studio, which CI tests. Then only webgpu is tested in browsers. */
export const WEBGPU_SETTINGS = settingsOf(import.meta.env['WEBGPU'] as string | undefined);

function settingsOf(name: string | undefined): WebgpuSettings | undefined {
  if (!name) return undefined;
  const settings = SETTINGS[name];
  if (settings === undefined) throw new Error(`WEBGPU is ${name}, expected one of ${Object.keys(SETTINGS).join('; ')}`);
  return settings;
}
