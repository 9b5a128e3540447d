// Reads the reports of the three test runners in reports/*.json.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {'webgpu' | 'timestamps' | 'pytorch' | 'onnx' | 'mypy' | 'zsh' | 'fish' | 'onnxruntime'} Requirement needed by some tests, and missing on some machines */

/**
 * Results of a runner.
 *
 * @typedef {object} Summary
 * @property {number} passed
 * @property {number} failed
 * @property {SkippedTest[]} skipped
 */

/** @typedef {{ name: string, requirement: Requirement | undefined }} SkippedTest the unmet requirement, if that is the reason */

/** The reason why end-to-end tests are skipped. */
export const WEBGPU_MISSING = 'no WebGPU adapter';

/**
 * Output of Vitest's JSON reporter.
 *
 * @typedef {object} VitestReport
 * @property {boolean} success
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {{ assertionResults: { fullName: string, status: string, meta: { requirement?: Requirement } }[] }[]} testResults
 */

/**
 * Output of Playwright's JSON reporter.
 *
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, flaky: number, unexpected: number }} stats
 * @property {unknown[]} errors
 * @property {PlaywrightSuite[]} suites
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: PlaywrightTest[] }[]} [specs]
 */

/** @typedef {{ status: string, projectName: string, annotations: { type: string, description?: string }[] }} PlaywrightTest */

/** @param {VitestReport} report @returns {Summary} */
function summarizeVitest({ success, numPassedTests, numFailedTests, testResults }) {
  const skipped = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName, meta }) => ({ name: fullName, requirement: meta.requirement }));
  // A file that cannot be loaded has no failed test, but the run did not succeed.
  return { passed: numPassedTests, failed: success ? numFailedTests : Math.max(1, numFailedTests), skipped };
}

/** @param {PlaywrightReport} report @returns {Summary} */
function summarizePlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: suites.flatMap(skippedIn),
  };
}

/** @param {PlaywrightSuite} suite @returns {SkippedTest[]} */
function skippedIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ projectName, annotations }) => ({
        name: `${projectName}, ${title}`,
        requirement: annotations.some(({ description }) => description === WEBGPU_MISSING)
          ? /** @type {const} */ ('webgpu')
          : undefined,
      })),
  );
  return [...own, ...suites.flatMap(skippedIn)];
}

/** @type {{ name: string, summarize: (text: string) => Summary }[]} */
const RUNNERS = [
  { name: 'unit', summarize: (text) => summarizeVitest(JSON.parse(text)) },
  { name: 'browser', summarize: (text) => summarizeVitest(JSON.parse(text)) },
  { name: 'e2e', summarize: (text) => summarizePlaywright(JSON.parse(text)) },
];

/** @returns {{ name: string, summary: Summary | undefined }[]} one per runner; without a summary, the runner wrote no report */
export function readReports() {
  return RUNNERS.map(({ name, summarize }) => {
    const file = `reports/${name}.json`;
    return { name, summary: existsSync(file) ? summarize(readFileSync(file, 'utf8')) : undefined };
  });
}
