import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const APP = join('src', 'app');

/** The folders of `src/app`, and the folders that each may not import. Files next to them assemble the page. */
const FORBIDDEN: Record<string, readonly string[]> = {
  stores: ['storage', 'selectors', 'actions', 'ui', 'features'],
  storage: ['selectors', 'actions', 'ui', 'features'],
  selectors: ['storage', 'actions', 'ui', 'features'],
  actions: ['ui', 'features'],
  ui: ['storage', 'actions', 'features'],
};

/** The folder below `src/app`, with the name of the feature for features. */
function partOf(file: string): string {
  const [folder = '', name = ''] = file.slice(APP.length + 1).split(sep);
  return folder === 'features' ? `features/${name}` : folder;
}

function problemOf(from: string, to: string): string | undefined {
  const [own, other] = [partOf(from), partOf(to)];
  const isForbidden = own.startsWith('features/')
    ? other.startsWith('features/') && own !== other
    : FORBIDDEN[own]?.some((part) => other === part || other.startsWith(`${part}/`));
  return isForbidden ? `${from} imports ${to}` : undefined;
}

/** Every import of a file of the page, static or not, of values or types. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => join(dirname(file), path!));
}

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => join(APP, file));

describe('imports within the page', () => {
  test('all are found', () => {
    expect(importsOf(join(APP, 'features', 'runs', 'Comparison.tsx'))).toEqual(
      expect.arrayContaining([
        join(APP, 'ui', 'Figure.tsx'),
        join(APP, 'features', 'runs', 'CompareChart.tsx'),
        join(APP, 'features', 'runs', 'Runs.module.css'),
      ]),
    );
  });

  test.each([
    ['features/data/DataPanel.tsx', 'features/score/derive.ts', true],
    ['features/data/DataPanel.tsx', 'features/data/derive.ts', false],
    ['ui/Figure.tsx', 'features/data/derive.ts', true],
    ['stores/run.ts', 'ui/Figure.tsx', true],
    ['App.tsx', 'features/data/DataPanel.tsx', false],
  ])('%s importing %s is refused: %s', (from, to, isRefused) => {
    expect(problemOf(join(APP, from), join(APP, to)) !== undefined).toBe(isRefused);
  });

  test('no feature imports another, and no shared part imports a feature', () => {
    const problems = files.flatMap((file) => importsOf(file).flatMap((to) => problemOf(file, to) ?? []));
    expect(problems).toEqual([]);
  });
});
