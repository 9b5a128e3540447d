// Path and flags of Chromium for tests.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Background activity of the browser: requests about forms, updates and hints, late painting, search for displays. */
const DISABLED_FEATURES = [
  'AutofillServerCommunication',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'Translate',
];

/**
 * Flags for tests: a software WebGPU adapter (SwiftShader), so that the real WebGPU path runs on machines without a GPU, and no
 * background traffic of the browser. `--no-sandbox`: containers run as root. Chromium uses the last of duplicate flags, so these
 * lists replace Playwright's.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
  '--use-vulkan=swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--google-base-url=http://localhost:9/', // each profile asks this host for suggestions of the address bar
  `--disable-features=${DISABLED_FEATURES.join(',')}`,
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/**
 * The browser to test with: `$CHROMIUM`, then the one on the PATH, then Playwright's own.
 *
 * @returns {string | undefined} undefined if there is none: `node scripts/ensure-test-tools.mjs` installs one
 */
export function findChromium() {
  const asked = process.env['CHROMIUM'];
  if (asked) {
    if (!isExecutable(asked)) throw new Error(`CHROMIUM names ${asked}, which is not an executable file.`);
    return asked;
  }
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const path = join(directory, name);
      if (directory !== '' && isExecutable(path)) return path;
    }
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** @returns {string} */
export function chromiumPath() {
  const path = findChromium();
  if (path === undefined) {
    throw new Error('No Chromium found. Run `node scripts/ensure-test-tools.mjs`, or set CHROMIUM to the path of one.');
  }
  return path;
}
