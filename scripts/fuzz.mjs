// npm run fuzz -- MINUTES: fuzzes all readers for this time, with some hundreds of hostile inputs besides, and writes the results to docs/robustness.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENT = 'docs/robustness.md';
const [BEGIN, END] = ['<!-- begin of npm run fuzz -->', '<!-- end of npm run fuzz -->'];

const minutes = Number(process.argv[2] ?? 5);
if (!(minutes > 0)) {
  process.stderr.write('Usage: npm run fuzz -- MINUTES\n');
  process.exit(2);
}
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', 'test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_MINUTES: String(minutes), FUZZ_HOSTILE: '100' },
});
if (status !== 0) process.exit(status ?? 1);

/** @type {{ minutes: number, seed: number, rows: { kind: string, inputs: number, read: number, refused: number, slowest: number }[] }} */
const { rows, seed } = JSON.parse(readFileSync('reports/fuzz.json', 'utf8'));
const hostile = JSON.parse(readFileSync('reports/hostile.json', 'utf8'));
const count = (/** @type {number} */ value) => value.toLocaleString('en-US');
const sum = (/** @type {typeof rows} */ of) => count(of.reduce((total, { inputs }) => total + inputs, 0));
const tableOf = (/** @type {typeof rows} */ of) => [
  '| kind | inputs | read | refused with a message | slowest |',
  '|---|--:|--:|--:|--:|',
  ...of.map(
    ({ kind, inputs, read, refused, slowest }) =>
      `| ${kind} | ${count(inputs)} | ${count(read)} | ${count(refused)} | ${Math.ceil(slowest)} ms |`,
  ),
];
const table = [
  `${sum(rows)} files in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, seed ${seed}: no crash, nothing misread.`,
  '',
  ...tableOf(rows),
  '',
  `${sum(hostile.rows)} hostile inputs, seed ${hostile.seed}: none ended the process, hung, or was accepted damaged.`,
  '',
  ...tableOf(hostile.rows),
].join('\n');
const document = readFileSync(DOCUMENT, 'utf8');
const [before, after] = [document.indexOf(BEGIN) + BEGIN.length, document.indexOf(END)];
writeFileSync(DOCUMENT, `${document.slice(0, before)}\n\n${table}\n\n${document.slice(after)}`);
process.stdout.write(`\n${table}\n\nWritten to ${DOCUMENT}.\n`);
