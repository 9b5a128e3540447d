import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A number, or an expression in a text, and a space before the sign. A remainder has a name or a number behind it. */
const SPACED = /(?:[\d}]|[^+]\+)[ \u00A0]%(?!s\b| ?[\w(]{1,40} ?[=)\]*])|\\u00A0%/giu;
/** German has the space; a tokenizer separates the sign. */
const EXCEPTIONS = [/[\\/]de\.(?:md|ts)$/, /tokenizer\.test\.ts$/, /percent-signs\.test\.ts$/];

const files = ['src', 'docs', 'e2e', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:tsx?|md|mjs)$/.test(path) && !/[\\/]generated[\\/]/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => EXCEPTIONS.every((exception) => !exception.test(path))),
);

test('percentages are written without a space, as formatShare does', () => {
  expect(files.length).toBeGreaterThan(1500);
  const found = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(SPACED)].map(({ 0: text, index }) => `${path} at ${index}: ${text}`),
  );
  expect(found).toEqual([]);
});
