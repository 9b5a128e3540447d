import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Tests in Node share modules between files (vitest.config.ts), so that a mock or a lost device would reach other files. */
test('a test that replaces a module or loses a device has its own process', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const changing = files
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.browser.test.ts'))
    .filter((file) => /^vi\.mock\(|\bloseDevice\(/m.test(readFileSync(file, 'utf8')));
  expect(changing.length).toBeGreaterThan(0);
  expect(changing.filter((file) => !file.endsWith('.isolated.test.ts'))).toEqual([]);
});
