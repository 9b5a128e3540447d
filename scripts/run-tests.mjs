// `npm test`: runs all checks and tests, up to the first stage with a failing step. Finally prints what could not be tested on this
// machine, and "N passed, N failed". Fails if a step or a test fails, or if a runner wrote no report or ran no test, which counts
// as one failure.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { rmSync } from 'node:fs';
import { readReports } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Requirement} Requirement */

/** The steps of a stage run at the same time. Together, unit and browser tests take as long as one after the other, and time out. */
const STAGES = [
  ['node scripts/ensure-test-tools.mjs', 'npm run check', 'npm run lint', 'npm run fmt:check', 'npm run build:package'],
  ['npm run --silent bench -- smoke'],
  ['npm run test:unit'],
  ['npm run test:browser'],
  ['npm run test:e2e'],
];

/** What is not tested without a requirement, and how to satisfy it. @type {Record<Requirement, string>} */
const UNTESTED = {
  webgpu:
    'WebGPU: kernels, training and the page on it. Chromium has no WebGPU adapter here, neither a GPU nor one in software.',
  timestamps: 'times of programs on WebGPU. The adapter of Chromium has no timestamp-query here.',
  pytorch:
    'tagger.py of exported models in PyTorch. No Python here has torch: install python3-torch, or set PYTHON to a Python with it.',
  mypy: "the types of tagger.py and its package. mypy is missing, or no Python has torch: install Debian's mypy.",
  zsh: "completions in zsh itself; a parser's test reads them. zsh is missing: install Debian's zsh.",
  fish: "completions in fish itself; a parser's test reads them. fish is missing: install Debian's fish.",
  onnxruntime:
    'the quantisation of model.onnx in docs/formats.md. No Python here has onnxruntime, which Debian 12 does not package: set PYTHON to one with it.',
  onnx: "model.onnx of exported models in ONNX's own package. No Python here has onnx: install python3-onnx, or set PYTHON.",
};

const haveStepsSucceeded = await runStages();
const haveTestsPassed = printSummary();
process.exitCode = haveStepsSucceeded && haveTestsPassed ? 0 : 1;

/** @returns {Promise<boolean>} whether all steps succeeded */
async function runStages() {
  rmSync('reports', { recursive: true, force: true });
  for (const steps of STAGES) {
    const results = await Promise.all(steps.map(run));
    for (const { output } of results) process.stdout.write(output);
    const failed = steps.filter((_, i) => results[i]?.status !== 0);
    if (failed.length === 0) continue;
    console.log(`\n${failed.join(' and ')} failed; the steps after that were not run.`);
    return false;
  }
  return true;
}

/**
 * Runs a command. The first of a stage prints as it goes, the output of the others is returned.
 *
 * @param {string} step
 * @param {number} index
 * @returns {Promise<{ status: number | null, output: string }>}
 */
async function run(step, index) {
  const [command = '', ...args] = step.split(' ');
  const child = spawn(command, args, { stdio: index === 0 ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve));
  const [status, ...parts] = await Promise.all([
    ended,
    ...[child.stdout, child.stderr].map((part) => (part ? text(part) : '')),
  ]);
  return { status, output: parts.join('') };
}

/** @returns {boolean} whether every runner ran tests, and none failed */
function printSummary() {
  const total = { passed: 0, failed: 0 };
  const skipped = [];
  console.log('');
  for (const { name, summary } of readReports()) {
    if (summary === undefined) {
      console.log(`${name}: did not run`);
      total.failed += 1;
      continue;
    }
    const { passed, failed } = summary;
    const ranNothing = passed + failed === 0;
    console.log(
      `${name}: ${passed} passed, ${failed} failed, ${summary.skipped.length} skipped${ranNothing ? ': no test ran' : ''}`,
    );
    total.passed += passed;
    total.failed += ranNothing ? 1 : failed;
    skipped.push(...summary.skipped);
  }
  printUntested(skipped);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0;
}

/** @param {import('./test-reports.mjs').SkippedTest[]} skipped */
function printUntested(skipped) {
  if (skipped.length === 0) return;
  console.log('\nNot tested on this machine:');
  for (const requirement of /** @type {Requirement[]} */ (Object.keys(UNTESTED))) {
    const count = skipped.filter((test) => test.requirement === requirement).length;
    if (count > 0) console.log(`- ${UNTESTED[requirement]} (${count} tests)`);
  }
  for (const { name, requirement } of skipped) if (requirement === undefined) console.log(`- ${name}`);
  console.log('');
}
