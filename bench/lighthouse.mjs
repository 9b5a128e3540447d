// Lighthouse on the built studio, as `vite preview` serves it: the scores of both forms, and what lowers them.
//
//   npm run build && node bench/lighthouse.mjs [--rounds 3] [--forms desktop,mobile] [--audits] [--json]
//
// Lighthouse is no dependency of the project, since it would add 185 MB and 201 packages for one bench: npx fetches this
// version, the last for Node 20. Its processor times are those of the clock, so only an idle machine gives its figures.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromiumPath } from '../scripts/chromium.mjs';
import { LIGHTHOUSE } from './lib/lighthouse.mjs';
import { median } from './lib/measure.mjs';
import { serveStudio } from './lib/studio.mjs';
import { printTable } from './lib/table.mjs';

/** @typedef {{ score: number | null, title: string, displayValue?: string, numericValue?: number }} Audit */
/** @typedef {{ score: number | null, auditRefs: { id: string, weight: number }[] }} Category */
/** @typedef {{ runtimeError?: { message: string }, audits: Record<string, Audit>, categories: Record<string, Category> }} Report */

/** Options of Lighthouse for each form of device; its own default is a phone on slow 4G. @type {Record<string, string[]>} */
const FORMS = { desktop: ['--preset=desktop'], mobile: [] };
const MOST_ATTEMPTS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const TIMES = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    forms: { type: 'string', default: Object.keys(FORMS).join(',') },
    audits: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const forms = values.forms.split(',');
const unknown = forms.find((form) => FORMS[form] === undefined);
if (unknown !== undefined) throw new Error(`there is no form ${unknown}: expected ${Object.keys(FORMS).join(', ')}`);
if (values.json) console.log = console.error; // standard output is one object

const folder = mkdtempSync(join(tmpdir(), 'tagsmith-lighthouse-'));
const server = await serveStudio();
/** @type {Record<string, Report[]>} */
const reports = Object.fromEntries(forms.map((form) => [form, []]));
const before = loadavg()[0] ?? NaN;
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const form of forms) reports[form]?.push(await measured(form));
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true });
}
console.log(`Lighthouse of ${server.url}, load ${before.toFixed(1)} before, ${(loadavg()[0] ?? NaN).toFixed(1)} after`);
const results = Object.fromEntries(forms.map((form) => [form, (reports[form] ?? []).map(figures)]));
for (const form of forms) print(form, reports[form] ?? []);
if (values.json) process.stdout.write(`${JSON.stringify({ package: LIGHTHOUSE, load: before, ...results })}\n`);

/** A report; again if Lighthouse could not record the page, as on a busy machine. @param {string} form */
async function measured(form) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measure(form);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      console.log(`${error instanceof Error ? error.message : String(error)}: again`);
    }
  }
}

/** @param {string} form @returns {Promise<Report>} */
async function measure(form) {
  const path = join(folder, `${form}.json`);
  const child = spawn(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      server.url,
      ...(FORMS[form] ?? []),
      `--only-categories=${CATEGORIES.join(',')}`,
      '--skip-audits=uses-text-compression', // asks for the bodies of files of workers, which Chromium may never send
      '--output=json',
      `--output-path=${path}`,
      '--no-enable-error-reporting',
      '--quiet',
      '--chrome-flags=--headless=new --no-sandbox',
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CHROME_PATH: chromiumPath(), npm_config_ignore_scripts: 'true' },
    },
  );
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`${LIGHTHOUSE} ended with ${status} for ${form}`);
  /** @type {Report} */
  const report = JSON.parse(readFileSync(path, 'utf8'));
  if (report.runtimeError) throw new Error(`${form}: ${report.runtimeError.message}`);
  return report;
}

/** Scores of 100, and times in ms; the layout shift has no unit. @param {Report} report */
function figures({ categories, audits }) {
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]);
  return Object.fromEntries([...scores, ...TIMES.map((name) => [name, audits[name]?.numericValue ?? NaN])]);
}

/** @param {string} form @param {Report[]} all a report for each round */
function print(form, all) {
  const rounds = all.map(figures);
  const names = [...CATEGORIES, ...TIMES];
  printTable(
    `${form}, ${all.length} rounds`,
    ['', 'median', 'each round'],
    names.map((name) => {
      const column = rounds.map((each) => each[name] ?? NaN);
      return [name, shown(median(column)), column.map(shown).join('  ')];
    }),
  );
  if (values.audits) for (const line of new Set(all.flatMap(faults))) console.log(line);
}

/** The audits that lower a score. @param {Report} report @returns {string[]} */
function faults({ categories, audits }) {
  return CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${id}: ${audits[id]?.title}`),
  );
}

/** @param {number} value */
function shown(value) {
  return value < 1 ? value.toFixed(2) : value.toFixed(0);
}
