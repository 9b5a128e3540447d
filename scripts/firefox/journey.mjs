// Tests the page in Firefox, under its content security policy, with headers and, without headers, with the service worker:
//
//   npm run build && node scripts/firefox/journey.mjs [PATH OF FIREFOX]
//
// Fails on any violation report of the policy, in the page or in workers. Debian: apt-get install firefox-esr.
import assert from 'node:assert/strict';
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { PAGE_HEADERS } from '../page-headers.mjs';
import { Firefox } from './marionette.mjs';

const REPORTS = '/reports';
const UNDER = '/project/studio/';
const RECIPE = 'epochs=2&patience=0&hidden=24';
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const firefox = await Firefox.start(process.argv[2] ?? 'firefox', 2829);
try {
  await journeyUnderPolicy();
  await journeyWithoutHeaders();
} finally {
  await firefox.close();
}

async function journeyUnderPolicy() {
  const policy = `${PAGE_HEADERS['Content-Security-Policy']}; report-uri ${REPORTS}`;
  const host = await serve({ ...PAGE_HEADERS, 'Content-Security-Policy': policy });
  await firefox.open(`${host.url}?device=simd#${RECIPE}`);
  await train();
  await tag('Maria Keller flew to Lisbon.');
  for (const view of ['Inside', 'Annotate', 'Runs', 'Ablation', 'Charts']) await openTab(view);
  await press('Help');
  await firefox.until('the help is open', () => document.querySelector('[role=dialog]'));
  await press('Close');
  await press('Save F1 by entity');
  await firefox.until('the menu is open', () => document.querySelector('[role=menuitem]'));
  await firefox.run(() => {
    for (const item of document.querySelectorAll('[role=menuitem]')) if (item instanceof HTMLElement) item.click();
  });
  await press('Export model');
  const strokes = await firefox.run(() =>
    [...document.querySelectorAll('path.recharts-curve')].map((path) => getComputedStyle(path).stroke),
  );
  assert.ok(new Set(strokes).size > 2, `curves have their colours: ${strokes.join(', ')}`);
  assert.deepEqual(host.reports, [], 'the policy refused something');
  // Shows that the check above can fail.
  await firefox.run(() => fetch('http://page.invalid/').catch(() => undefined));
  for (let wait = 0; wait < 50 && host.reports.length === 0; wait += 1) await firefox.run(() => 0);
  assert.match(host.reports.join(), /page\.invalid/);
  await host.close();
  console.log('Under the policy: trained on', await threads(), '- tagged, explained, saved; nothing was refused.');
}

async function journeyWithoutHeaders() {
  const host = await serve({});
  await firefox.open(`${host.url}?device=simd#${RECIPE}`);
  await train();
  assert.equal(await firefox.run(() => crossOriginIsolated), true);
  const [navigation] = await firefox.run(() =>
    performance.getEntriesByType('navigation').map((entry) => entry.toJSON()),
  );
  assert.equal(navigation.type, 'reload');
  await press('Help');
  await firefox.until('the studio is stored', () => document.body.textContent.includes('is stored in this browser'));
  await host.close();
  await firefox.run(() => location.reload());
  await train();
  assert.equal(await firefox.run(() => crossOriginIsolated), true);
  console.log('Without headers: trained on', await threads(), '- after one reload, and again without the network.');
}

/** From the page to a trained model. */
async function train() {
  await waitForStatus('Idle');
  await firefox.until('Train can be pressed', () => {
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Train');
    if (!button || button.disabled) return false;
    button.click();
    return true;
  });
  await waitForStatus('Finished');
}

/** @param {string} phase */
function waitForStatus(phase) {
  return firefox.until(
    `the status is ${phase}`,
    (phase) => document.querySelector('[role=status][aria-label="Run status"]')?.textContent.startsWith(phase),
    phase,
  );
}

/** @param {string} text */
async function tag(text) {
  await firefox.run((text) => {
    const box = /** @type {HTMLTextAreaElement} */ (document.querySelector('textarea'));
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
  await firefox.until('an entity is found', () => document.querySelector('mark[data-entity]'));
}

/** @param {string} name */
async function press(name) {
  await firefox.until(
    `${name} can be pressed`,
    (name) => {
      const button = [...document.querySelectorAll('button')].find(
        ({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name,
      );
      button?.click();
      return button !== undefined;
    },
    name,
  );
}

/** @param {string} name */
async function openTab(name) {
  await firefox.until(
    `the tab ${name} is there`,
    (name) => {
      const tab = [...document.querySelectorAll('[role=tab]')].find(({ textContent }) => textContent === name);
      if (!(tab instanceof HTMLElement)) return false;
      tab.click();
      return tab.ariaSelected === 'true';
    },
    name,
  );
}

/** @returns {Promise<string>} */
function threads() {
  return firefox.run(() => /\d+ threads|one thread/.exec(document.body.textContent)?.[0] ?? '');
}

/**
 * @param {Record<string, string>} headers
 * @returns {Promise<{ url: string, reports: string[], close: () => Promise<void> }>}
 */
async function serve(headers) {
  /** @type {string[]} */
  const reports = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === REPORTS) {
      request.on('data', (bytes) => reports.push(String(bytes)));
      response.writeHead(204).end();
      return;
    }
    const path = join('dist', normalize(pathname.slice(UNDER.length - 1)));
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const isFile = pathname.startsWith(UNDER) && statSync(file, { throwIfNoEntry: false })?.isFile();
    if (!isFile) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(file))] ?? 'application/octet-stream';
    response.writeHead(200, { ...headers, 'Content-Type': type });
    createReadStream(file).pipe(response);
  });
  await /** @type {Promise<void>} */ (new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${UNDER}`,
    reports,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
