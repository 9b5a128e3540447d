// Makes sure that there is a Chromium to test with, and prints which: see chromium.mjs for where it looks; when nothing is
// there it installs Debian's package (as root, or through sudo without a password), else Playwright's own build.
import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.mjs';

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

function installFromDebian() {
  if (!succeeds('sh', ['-c', 'command -v apt-get >/dev/null'])) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !succeeds('sudo', ['-n', 'true'])) return false;
  /** @param {string[]} args */
  const apt = (args) => (isRoot ? succeeds('apt-get', args) : succeeds('sudo', ['-n', 'apt-get', ...args]));
  const install = ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'];
  // Package lists may be there already; they are fetched only when the first attempt needs them.
  return apt(install) || (apt(['update', '-q']) && apt(install));
}

function installFromPlaywright() {
  return succeeds('npx', ['playwright', 'install', 'chromium']);
}

for (const install of [installFromDebian, installFromPlaywright]) {
  if (findChromium() !== undefined) break;
  console.log(
    `No Chromium found; trying ${install === installFromDebian ? "Debian's package" : "Playwright's build"}.`,
  );
  install();
}

const path = findChromium();
if (path === undefined) {
  console.error(
    'Tests in the browser need Chromium, and none could be found or installed. Install the package `chromium` (as root: ' +
      '`apt-get install chromium`) or set CHROMIUM to the path of a Chromium executable, then run the tests again.',
  );
  process.exit(1);
}
console.log(`Chromium: ${path}`);
