// `npm run audit`: known vulnerabilities of the installed packages, from the registry's audit service.
//
// Exit status: 0 none, 1 some, 2 the audit could not run.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ severity: string, isDirect: boolean, range: string, via: (string | { title: string, url: string })[] }} Vulnerability
 * @typedef {{ vulnerabilities?: Record<string, Vulnerability>, message?: string, error?: { summary?: string, detail?: string } }} Report
 */

const { stdout, stderr, error } = spawnSync('npm', ['audit', '--json', '--loglevel=error'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  encoding: 'utf8',
});
process.exitCode = printReport(readReport());

/** @returns {Report} */
function readReport() {
  try {
    return JSON.parse(stdout);
  } catch {
    return { message: error?.message ?? (stderr.trim() || 'npm printed nothing.') };
  }
}

/**
 * @param {Report} report
 * @returns {number} the exit status
 */
function printReport({ vulnerabilities, message, error: failure }) {
  if (vulnerabilities === undefined) {
    const reason = message || failure?.summary || 'The output of npm has no list of vulnerabilities.';
    console.error(`The audit could not run. ${reason}`);
    return 2;
  }
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range, via }] of found) {
    const reasons = via.map((reason) =>
      typeof reason === 'string' ? `by ${reason}` : `${reason.title} (${reason.url})`,
    );
    console.log(`${severity}: ${name} ${range}: ${reasons.join('; ')}`);
  }
  console.log(
    found.length === 0 ? 'No known vulnerabilities.' : `${found.length} vulnerable packages. \`npm audit\` says more.`,
  );
  return found.length === 0 ? 0 : 1;
}
