import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Modules, and the modules that each of them imports as values, statically or dynamically. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

const TYPES_ONLY = /(?:import|export)\s+type\s[^;]*?from\s*'[^']+'/g;
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

function importsOf(source: string): string[] {
  return [...source.replaceAll(TYPES_ONLY, '').matchAll(IMPORT)].map(([, path]) => path!);
}

/** The linter's `import/no-cycle` does not follow dynamic imports; this graph does. */
function importGraph(folder: string): ImportGraph {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.d\.m?ts$/.test(file))
    .map((file) => join(folder, file));
  const known = new Set(files);
  const resolve = (from: string, path: string) => {
    const file = join(dirname(from), path);
    return [file, `${file}.ts`].find((candidate) => known.has(candidate)) ?? []; // AssemblyScript imports have no extension
  };
  return new Map(
    files.map((file) => [file, importsOf(readFileSync(file, 'utf8')).flatMap((path) => resolve(file, path))]),
  );
}

const DOCSTRING = /"""[^]*?"""/g;

/** The same of Python's programs, whose modules are imported from `folder` or relative to their own package. */
function pythonImportGraph(folder: string): ImportGraph {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.py'));
  const resolve = (from: string, dots: string, module: string) => {
    const base = dots === '' ? '' : join(dirname(from), '../'.repeat(dots.length - 1));
    return files.find((file) => file === join(base, `${module.replaceAll('.', '/')}.py`)) ?? [];
  };
  const importsOfFile = (file: string) =>
    [
      ...readFileSync(join(folder, file), 'utf8')
        .replaceAll(DOCSTRING, '')
        .matchAll(/^ *(?:from|import) (\.*)([\w.]+)/gm),
    ].flatMap(([, dots, module]) => resolve(file, dots!, module!));
  return new Map(files.map((file) => [file, importsOfFile(file)]));
}

/** Cycles of imports, each as the path from a module back to itself; at least one for each set of modules that import each other. */
function importCycles(graph: ImportGraph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (module: string) => {
    const start = path.indexOf(module);
    if (start >= 0) cycles.push([...path.slice(start), module]);
    if (start >= 0 || done.has(module)) return;
    path.push(module);
    graph.get(module)?.forEach(visit);
    path.pop();
    done.add(module);
  };
  [...graph.keys()].forEach(visit);
  return cycles;
}

describe('import cycles', () => {
  test.each([
    ['none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
    ['a module that imports itself', { a: ['a'] }, [['a', 'a']]],
    ['a longer one', { a: ['b'], b: ['c'], c: ['b'] }, [['b', 'c', 'b']]],
  ])('are found: %s', (_, imports, cycles) => {
    expect(importCycles(new Map(Object.entries(imports)))).toEqual(cycles);
  });

  test('include dynamic imports, but not imports of types', () => {
    const source = `import { a } from './a.ts';\nimport './b.ts';\nimport type { C } from './c.ts';\nawait import('./d.ts');\nexport type { E } from './e.ts';\n`;
    expect(importsOf(source)).toEqual(['./a.ts', './b.ts', './d.ts']);
  });

  test('there are none in src', () => {
    const graph = importGraph('src');
    expect(graph.get('src/app/files/session.ts')).toContain('src/app/trainer/bridge.ts');
    expect(importCycles(graph)).toEqual([]);
  });

  test('there are none in the programs for PyTorch', () => {
    const graph = pythonImportGraph('src/export/python');
    expect(graph.get('tagger.py')).toContain('tagsmith_torch/training/command_line.py');
    expect(graph.get('tagsmith_torch/training/run.py')).toEqual(
      expect.arrayContaining(['tagsmith_torch/tagger.py', 'tagsmith_torch/training/corpus.py']),
    );
    expect(importCycles(graph)).toEqual([]);
  });
});
