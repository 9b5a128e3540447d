import { spawnSync } from 'node:child_process';

/** The package that npx runs, with its version. */
export const LIGHTHOUSE = 'lighthouse@12.8.2';

/** Whether npm has it in its cache, so that it runs without a network. */
export function isLighthouseCached() {
  return spawnSync('npx', ['--offline', '--yes', LIGHTHOUSE, '--version'], { stdio: 'ignore' }).status === 0;
}
