// Adds up what the three test runners reported (reports/*.json), prints it, and last the line "N passed, N failed". Fails when
// any test failed, and when a runner left no report or ran no test: that counts as one failure.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {any} report Vitest's JSON reporter @returns {Counts} */
function countVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, success }) {
  // A file that could not be loaded has no failed test, yet the run did not succeed.
  const failed = success ? numFailedTests : Math.max(1, numFailedTests);
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
}

/** @param {any} report Playwright's JSON reporter @returns {Counts} */
function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped };
}

/** Why tests were skipped. @param {any} suite of Playwright's report @returns {string[]} */
function skips({ suites = [], specs = [] }) {
  const own = [];
  for (const { title, tests } of /** @type {any[]} */ (specs)) {
    for (const { status, annotations, projectName } of tests) {
      if (status === 'skipped') own.push(`${projectName}, ${title}: ${annotations[0]?.description ?? 'no reason'}`);
    }
  }
  return [...own, ...suites.flatMap(skips)];
}

const RUNNERS = [
  { name: 'unit', count: countVitest },
  { name: 'browser', count: countVitest },
  { name: 'e2e', count: countPlaywright },
];

const total = { passed: 0, failed: 0 };
for (const { name, count } of RUNNERS) {
  const file = `reports/${name}.json`;
  if (!existsSync(file)) {
    console.log(`${name}: did not run`);
    total.failed += 1;
    continue;
  }
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { passed, failed, skipped } = count(report);
  const ranNothing = passed + failed === 0;
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped${ranNothing ? ': no test ran' : ''}`);
  for (const reason of skips(report)) console.log(`  skipped: ${reason}`);
  total.passed += passed;
  total.failed += ranNothing ? 1 : failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
