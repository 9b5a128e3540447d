import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The project unit-pure shares modules between files (vitest.config.ts), so that a mock would reach other files. */
const ROOMS = ['annotation', 'app', 'config', 'data', 'eval', 'lib', 'search'].map((room) => join('src', room));

test('in the rooms that share modules, a test that replaces a module has its own process', () => {
  const files = ROOMS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const mocking = files
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.browser.test.ts'))
    .filter((file) => /^vi\.mock\(/m.test(readFileSync(file, 'utf8')));
  expect(mocking.length).toBeGreaterThan(0);
  expect(mocking.filter((file) => !file.endsWith('.isolated.test.ts'))).toEqual([]);
});
