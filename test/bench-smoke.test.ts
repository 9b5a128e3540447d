import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const SMOKE = 'bench/smoke.mjs';
const scripts = readdirSync('bench', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => posix.join('bench', name));
const sources = new Map(scripts.map((path) => [path, readFileSync(path, 'utf8')]));

/** Whether another script imports a script, or starts it. */
const isUsed = (path: string) =>
  [...sources].some(([other, source]) => {
    if (other === path || other === SMOKE) return false;
    const relative = posix.relative(posix.dirname(other), path);
    return source.includes(`'${path}'`) || source.includes(relative.startsWith('.') ? relative : `./${relative}`);
  });

test('continuous integration runs every bench at its smallest size', () => {
  const smoke = sources.get(SMOKE)!;
  const benches = scripts.filter((path) => !['bench/bench.mjs', SMOKE].includes(path) && !isUsed(path));
  const sections = scripts.filter((path) => path.startsWith('bench/sections/'));
  expect(benches).toContain('bench/takeaway.mjs');
  expect(benches.filter((path) => !sections.includes(path) && !smoke.includes(`'${path}'`))).toEqual([]);
  expect(sections.filter((path) => !smoke.includes(`'${posix.basename(path, '.mjs')}'`))).toEqual([]);
  expect(readFileSync('scripts/run-tests.mjs', 'utf8')).toContain('npm run --silent bench -- smoke');
});
