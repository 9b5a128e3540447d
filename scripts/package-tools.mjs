// Bundlers and runtimes that the package is tested in. They are no devDependencies: with 650 MB they are larger than all of these.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const VERSIONS = {
  esbuild: '0.28.2',
  webpack: '5.113.0',
  'webpack-cli': '7.3.1',
  deno: '2.9.6',
  bun: '1.4.5',
  next: '16.4.6',
  react: '19.3.1',
  'react-dom': '19.3.1',
};

/** Also where an application of Next.js must lie to find it. */
export const PACKAGE_TOOLS = resolve('node_modules/.package-tools');

/** @param {string} name @returns {string} the path of a program, or its name, to be found on the PATH, if it is not installed here */
export function packageTool(name) {
  const path = join(PACKAGE_TOOLS, 'node_modules/.bin', name);
  return existsSync(path) ? path : name;
}

/** @returns {string[]} the names of those that are missing */
function missingTools() {
  return ['esbuild', 'webpack', 'deno', 'bun', 'next'].filter((name) => packageTool(name) === name);
}

/** Installs them from npm if one is missing, and prints which are. */
export function ensurePackageTools() {
  if (missingTools().length > 0) {
    const packages = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
    const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
    spawnSync('npm', ['install', '--prefix', PACKAGE_TOOLS, ...quiet, ...packages], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    spawnSync(process.execPath, ['install.js'], { cwd: join(PACKAGE_TOOLS, 'node_modules/bun') }); // copies its program
  }
  const missing = missingTools();
  console.log(`Bundlers and runtimes: ${missing.length === 0 ? 'found' : `${missing.join(', ')} not found`}`);
}
