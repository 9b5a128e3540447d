import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Code whose texts people read in the page. */
const FOLDERS = ['app', 'annotation', 'search', 'insight', 'eval', 'tagging'].map((folder) => join('src', folder));
const NOUNS =
  'changes|characters|columns|documents|entities|entries|epochs|errors|files|lines|lists|messages|models|names|places|problems|recipes|rows|runs|seeds|sentences|spans|tags|tests|texts|tokens|trials|types|units|values|words';
/** A number that may be 1 before a plural: `${count} files`. */
const PLURAL = new RegExp(String.raw`\$\{((?:[^{}]|\{[^{}]*\})*)\} (?:${NOUNS})\b(?!/)`, 'g');
/** The same in JSX: `{count} files`. */
const PLURAL_IN_JSX = new RegExp(String.raw`\{((?:[^{}]|\{[^{}]*\})*)\}\s(?:${NOUNS})\b(?![/=])`, 'g');
/** `x === 1 ? … : …`, `x > 1 ? …`: the singular has its own text. */
const HAS_SINGULAR = /(===|!==|>|<) ?1\b|formatCounted\(|counted\(/;
/** Numbers that are never 1, or words. */
const EXCEPTIONS: readonly [file: string, expression: string][] = [
  ['app/features/curves/F1Figure.tsx', 'typeCount'], // shown if there are more types than lines
  ['app/features/runs/RunsTable.tsx', 'MOST_COMPARED'],
  ['app/features/score/errors.ts', 'formatCount(window)'],
  ['app/features/statistics/in-words.ts', 'formatCount(window)'],
];

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|testing|as)\./.test(path))
    .map((path) => join(folder, path)),
);

function found(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const hits = [...text.matchAll(PLURAL), ...(path.endsWith('x') ? text.matchAll(PLURAL_IN_JSX) : [])];
  return hits.flatMap(({ 0: hit, 1: expression, index }) => {
    const context = text.slice(Math.max(0, index - 160), index + hit.length);
    const isException = EXCEPTIONS.some(([file, known]) => path.endsWith(file) && known === expression);
    return HAS_SINGULAR.test(context) || isException ? [] : [`${path}: ${hit.trim()}`];
  });
}

test('a number before a plural noun has a singular: formatCounted, or a text of its own for 1', () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(sources.flatMap(found)).toEqual([]);
});
