import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Subjects of later commits are checked. */
const BASE = '74b532aa7d84be4ea33346f7e518336704370ecc';

const MOST_CHARACTERS = 72;
const AREAS = /^[a-z][a-z0-9-]*(, [a-z][a-z0-9-]*)*: \S/;

/** @returns the standard output of git; undefined if it fails, as it does without git */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

function hasProblem(subject: string): boolean {
  return [...subject].length > MOST_CHARACTERS || !AREAS.test(subject);
}

test.each([
  ['kernels, model: RMSprop', false],
  ['service-worker: keep the model', false],
  [`docs: ${'x'.repeat(66)}`, false],
  [`docs: ${'x'.repeat(67)}`, true],
  ['Fix the reader', true],
  ['data:', true],
  ['Docs: what changed', true],
])('%j', (subject, expected) => expect(hasProblem(subject)).toBe(expected));

// A shallow clone or a copy without history lacks the base: then there is nothing to compare with, and no commit is checked.
test('new commits have subjects like `area: what changed`, of at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`) ?? '';
  const lines = subjects.split('\n').filter((line) => line !== '');
  expect(lines.filter((line) => hasProblem(line.slice(line.indexOf(' ') + 1)))).toEqual([]);
});
