// `npm test`: runs all checks and tests, up to the first failing step. Finally prints what could not be tested on this machine,
// and "N passed, N failed". Fails if a step or a test fails, or if a runner wrote no report or ran no test, which counts as one
// failure.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readReports } from './test-reports.mjs';

/** @typedef {import('./test-reports.mjs').Requirement} Requirement */

const STEPS = [
  ['node', 'scripts/ensure-test-tools.mjs'],
  ...['ci:fast', 'test:browser', 'build:package', 'test:e2e'].map((script) => ['npm', 'run', script]),
];

/** What is not tested without a requirement, and how to satisfy it. @type {Record<Requirement, string>} */
const UNTESTED = {
  webgpu:
    'WebGPU: kernels, training and the page on it. Chromium has no WebGPU adapter here, neither a GPU nor one in software.',
  pytorch:
    'tagger.py of exported models in PyTorch. No Python here has torch: install python3-torch, or set PYTHON to a Python with it.',
  onnx: "model.onnx of exported models in ONNX's own package. No Python here has onnx: install python3-onnx, or set PYTHON.",
};

const haveStepsSucceeded = runSteps();
const haveTestsPassed = printSummary();
process.exitCode = haveStepsSucceeded && haveTestsPassed ? 0 : 1;

/** @returns {boolean} whether all succeeded */
function runSteps() {
  rmSync('reports', { recursive: true, force: true });
  for (const [command = '', ...args] of STEPS) {
    if (spawnSync(command, args, { stdio: 'inherit' }).status === 0) continue;
    console.log(`\n${command} ${args.join(' ')} failed; the steps after it were not run.`);
    return false;
  }
  return true;
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
