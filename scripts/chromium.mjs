// Path and flags of Chromium for tests.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Debian's Chromium without windows, profiles and extensions: the same pages take about 18% less time of the processor. */
export const HEADLESS_SHELL = 'chromium-headless-shell';

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
 * @param {string[]} names
 * @returns {string | undefined} the first of these programs that a folder of the PATH has
 */
function findOnPath(names) {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(directory, name);
      if (directory !== '' && isExecutable(path)) return path;
    }
  }
  return undefined;
}

/**
 * A whole Chromium, with extensions: `$CHROMIUM`, then the one on the PATH, then Playwright's own.
 *
 * @returns {string | undefined} undefined if there is none: `node scripts/ensure-test-tools.mjs` installs one
 */
export function findChromium() {
  const asked = process.env['CHROMIUM'];
  if (asked) {
    if (!isExecutable(asked)) throw new Error(`CHROMIUM names ${asked}, which is not an executable file.`);
    return asked;
  }
  const own = chromium.executablePath();
  return findOnPath(NAMES) ?? (existsSync(own) ? own : undefined);
}

/** The browser of most tests: the headless shell if there is one and `$CHROMIUM` names no other. */
export function findHeadlessChromium() {
  return process.env['CHROMIUM'] ? findChromium() : (findOnPath([HEADLESS_SHELL]) ?? findChromium());
}

/** @returns {string} */
export function chromiumPath() {
  const path = findChromium();
  if (path === undefined) {
    throw new Error('No Chromium found. Run `node scripts/ensure-test-tools.mjs`, or set CHROMIUM to the path of one.');
  }
  return path;
}
