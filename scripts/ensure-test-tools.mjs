// Ensures that the programs required by the tests besides Node are installed, and prints which ones are used.
//
// Chromium: chromium.mjs has the search path. If there is none, installs Debian's package or, failing that, Playwright's
// build; otherwise this fails. Debian's headless shell, in which most tests run, may be missing. Python with PyTorch and
// with ONNX: if missing, installs Debian's packages; without them the tests that compare with them are skipped, except
// under CI=true, where this fails. mypy, zsh and fish likewise, but they may be missing. Installing needs apt-get, as
// root or through sudo without a password. Bundlers and runtimes for the tests of the package: from npm, under CI=true only.
import { spawnSync } from 'node:child_process';
import { findChromium, findHeadlessChromium, HEADLESS_SHELL } from './chromium.mjs';
import { ensurePackageTools } from './package-tools.mjs';
import { findPython } from './python.mjs';

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** @returns {string | undefined} why packages cannot be installed, if they cannot */
function aptProblem() {
  if (!succeeds('sh', ['-c', 'command -v apt-get >/dev/null'])) return 'apt-get is not available';
  if (process.getuid?.() === 0) return undefined;
  return succeeds('sh', ['-c', 'sudo -n true 2>/dev/null'])
    ? undefined
    : 'apt-get needs root, or sudo without a password';
}

/** @param {string[]} packages */
function installFromDebian(packages) {
  const problem = aptProblem();
  if (problem !== undefined) {
    console.log(`Debian's ${packages.join(', ')} cannot be installed: ${problem}.`);
    return;
  }
  console.log(`Installing Debian's ${packages.join(', ')}.`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (/** @type {string[]} */ ...args) =>
    succeeds('env', [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args]);
  const install = () => apt('install', '-y', '-q', '--no-install-recommends', ...packages);
  if (install()) return;
  apt('update', '-q'); // the package lists may have been missing or old
  install();
}

/** Checkers and shells of Debian; without one, its tests are skipped, and the summary says so. */
const CHECKERS = ['mypy', 'zsh', 'fish'];

function ensureCheckers() {
  const missing = CHECKERS.filter((name) => !isInstalled(name));
  if (missing.length > 0) installFromDebian(missing);
  for (const name of CHECKERS) console.log(`${name}: ${isInstalled(name) ? 'found' : 'not found'}`);
}

/** @param {string} name */
function isInstalled(name) {
  return spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
}

function ensureChromium() {
  if (findChromium() === undefined) installFromDebian(['chromium', 'fonts-dejavu-core']);
  if (findChromium() === undefined) {
    console.log("Trying Playwright's build of Chromium.");
    succeeds('npx', ['playwright', 'install', 'chromium']);
  }
  const path = findChromium();
  if (path === undefined) {
    console.error(
      'Tests in the browser need Chromium, and none could be found or installed. Install the package `chromium` (as root: ' +
        '`apt-get install chromium`) or set CHROMIUM to the path of a Chromium executable, then run the tests again.',
    );
    process.exit(1);
  }
  if (!process.env['CHROMIUM'] && findHeadlessChromium() === path) installFromDebian([HEADLESS_SHELL]);
  console.log(`Chromium: ${path}; for most tests: ${findHeadlessChromium()}`);
}

/** Debian's packages are for its own Python, /usr/bin/python3. */
const MODULES = /** @type {const} */ ([
  { module: 'torch', name: 'PyTorch', debian: 'python3-torch' },
  { module: 'onnx', name: 'ONNX for Python', debian: 'python3-onnx' },
]);

function ensurePython() {
  const missing = MODULES.filter(({ module }) => findPython(module) === undefined);
  if (missing.length > 0) installFromDebian(missing.map(({ debian }) => debian));
  for (const { module, name } of MODULES) {
    const python = findPython(module);
    console.log(python === undefined ? `${name}: not found` : `${name}: ${python}`);
    if (python === undefined && process.env['CI'] === 'true') {
      console.error(`Under CI=true, a Python with the module ${module} is required: set PYTHON to one.`);
      process.exit(1);
    }
  }
}

ensureChromium();
ensurePython();
ensureCheckers();
if (process.env['CI'] === 'true') ensurePackageTools();
