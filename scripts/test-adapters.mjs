// Runs the tests of all kernels, and of training, as on WebGPU adapters that offer less: `npm run test:adapters`
import { spawnSync } from 'node:child_process';

/** Of test/helpers/webgpu-settings.ts. */
const SETTINGS = ['guaranteed, 32', 'guaranteed, 64', 'guaranteed, 256'];
const TESTS = ['src/kernels', 'src/crf', 'test/training.browser'];

for (const settings of SETTINGS) {
  console.log(`WebGPU: limits and workgroups ${settings}`);
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'browser', ...TESTS], {
    stdio: 'inherit',
    env: { ...process.env, WEBGPU: settings },
  });
  if (status !== 0) process.exit(status ?? 1);
}
